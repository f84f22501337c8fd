import { expressionBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { testContext } from '../../tests/support/test-context.ts';
import { PROOF_STATES, type ProofState } from '../../contract/proof/proof.machine.ts';
import type { Tables } from '../db/tables.ts';
import type { Viewer } from '../manuscript/manuscript.policy.ts';
import {
  changesText,
  checkFault,
  confirmsCorrections,
  decidesProof,
  hasSigned,
  isOwnAuthorMark,
  isProofAuthor,
  isProofreader,
  marksProof,
  proofreadBy,
  returnsProof,
  signerOf,
} from './proof.policy.ts';

const viewer = (userId: number, permissions: readonly string[] = [], accounts: readonly number[] = []): Viewer => ({
  userId,
  accounts: new Set([userId, ...accounts]),
  permissions: new Set(permissions),
});
/** 1 is the author, 3 edits, 4 proofreads. */
const row = (status: ProofState) => ({ ownerId: 1, authors: '[{"userId":1},{"userId":2}]', editorId: 3, proofreaderId: 4, status });
const ALL = ['press:proof:check', 'press:proof:submit', 'press:composition:final'];
const MANAGER = [...ALL, 'press:editor:assign'];

test('#47.1 what each person may do with a proof in each state', () => {
  const people: Readonly<Record<string, Viewer>> = {
    editor: viewer(3, ALL),
    proofreader: viewer(4, ALL),
    manager: viewer(9, MANAGER),
    other: viewer(8, ALL),
    'manager who proofread with another account': viewer(9, MANAGER, [4]),
    'manager who is an author': viewer(2, MANAGER),
    'editor who is an author with another account': viewer(3, ALL, [2]),
  };
  const table = (status: ProofState) =>
    Object.fromEntries(
      Object.entries(people).map(([name, who]) => [
        name,
        [marksProof(row(status), who) && 'marks', decidesProof(row(status), who) && 'decides', changesText(row(status), who) && 'text']
          .filter(Boolean)
          .join(' '),
      ]),
    );
  const text = { editor: 'text', proofreader: '', manager: 'text', other: '' };
  const involved = {
    'manager who proofread with another account': 'text',
    'manager who is an author': '',
    'editor who is an author with another account': '',
  };
  for (const status of PROOF_STATES)
    expect([status, table(status)]).toEqual([
      status,
      {
        ...involved,
        ...text,
        ...(status === 'proofing' ? { proofreader: 'marks' } : {}),
        ...(status === 'submitted' ? { editor: 'decides text', manager: 'decides text' } : {}),
      },
    ]);
});

test('#47.1 an author and a proofreader decide no marks, also with a second account', () => {
  expect(checkFault(row('submitted'), viewer(8, ALL))).toMatchObject({ kind: 'forbidden' });
  expect(checkFault(row('submitted'), viewer(9, MANAGER, [4]))).toMatchObject({ kind: 'failed', words: expect.stringContaining('自己校对') });
  expect(checkFault(row('submitted'), viewer(9, MANAGER, [2]))).toMatchObject({ kind: 'failed', words: expect.stringContaining('自己的稿件') });
  expect(checkFault(row('submitted'), viewer(9, MANAGER))).toBeNull();
});

test('#47.1 who confirms corrections, returns a proof and signs the checks of a book', () => {
  const open = [{ proofreaderId: 4 }];
  expect(confirmsCorrections(row('proofing'), open, viewer(4, ALL))).toBe(true);
  expect(confirmsCorrections(row('proofing'), [], viewer(4, ALL))).toBe(false);
  expect(confirmsCorrections(row('proofing'), [], viewer(3, ALL))).toBe(true);
  expect([returnsProof(row('passed'), viewer(3, ALL)), returnsProof(row('passed'), viewer(3)), returnsProof(row('passed'), viewer(8, ALL))]).toEqual([
    true,
    false,
    false,
  ]);
  expect([3, 4, 8].map((userId) => signerOf(row('passed'), [4], viewer(userId)))).toEqual(['editor', 'proofreader', '']);
  expect(signerOf(row('passed'), [4], viewer(8, ['press:proof:assign']))).toBe('manager');
  expect(signerOf(row('passed'), [4], viewer(1, ['press:proof:assign']))).toBe('');
  const signed = [{ role: 'editor', userId: 3 }];
  expect([hasSigned(signed, 'editor', viewer(8)), hasSigned(signed, 'manager', viewer(3)), hasSigned(signed, 'manager', viewer(8))]).toEqual([
    true,
    true,
    false,
  ]);
  expect(hasSigned(signed, 'manager', viewer(8, [], [3]))).toBe(true);
  expect([isProofAuthor({ userId: 1 }, viewer(1)), isProofAuthor({ userId: 1 }, viewer(2))]).toEqual([true, false]);
  expect([
    isOwnAuthorMark({ source: 'author', userId: 1 }, viewer(1)),
    isOwnAuthorMark({ source: 'reader', userId: 1 }, viewer(1)),
    isOwnAuthorMark({ source: 'author', userId: 2 }, viewer(1)),
  ]).toEqual([true, false, false]);
});

test('#47.1 the list of own proofs and the rule for one row agree', async () => {
  const { context, close } = await testContext();
  let own = 0;
  for (const proofreaderId of [null, 3, 4])
    for (const userId of [3, 4, 5]) {
      const { rows } = await sql<{
        answer: number | boolean | null;
      }>`select ${proofreadBy(userId)(expressionBuilder<Tables, 'proofread'>())} as answer
        from (select cast(${proofreaderId} as integer) as ${sql.ref('proofreaderId')}) as proofread`.execute(context.db);
      expect(Boolean(rows[0]?.answer)).toBe(isProofreader({ proofreaderId }, { userId }));
      if (rows[0]?.answer) own += 1;
    }
  expect(own).toBe(2);
  await close();
});
