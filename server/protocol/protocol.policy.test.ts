import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testContext } from '../../tests/support/test-context.ts';
import { PROTOCOL_STATES } from '../../contract/protocol/protocol.machine.ts';
import type { Viewer } from '../manuscript/manuscript.policy.ts';
import { approvesOwnDraft, editsAgreement, isOwnAgreement, ownAgreement, readsAgreement, signsAgreement, signsAmendment } from './protocol.policy.ts';

const viewer = (userId: number, permissions: readonly string[] = []): Viewer => ({
  userId,
  accounts: new Set([userId]),
  permissions: new Set(permissions),
});

test('#47.1 what each person may do with an agreement in each state', () => {
  const table = Object.fromEntries(
    PROTOCOL_STATES.map((status) => {
      const row = { ownerId: 1, authors: '[]', signers: '[1,2]', status };
      const answers = (who: Viewer): string =>
        [
          isOwnAgreement(row, who) && 'own',
          signsAgreement(row, [{ userId: 2 }], who) && 'signs',
          readsAgreement(row, who) && 'reads',
          editsAgreement(row, who) && 'edits',
        ]
          .filter(Boolean)
          .join(' ');
      return [status, [viewer(1), viewer(2), viewer(3), viewer(9, ['press:protocol:query', 'press:protocol:edit'])].map(answers)];
    }),
  );
  const internal = ['reads', 'reads', '', 'reads'];
  const editable = ['reads', 'reads', '', 'reads edits'];
  const shown = ['own reads', 'own reads', '', 'reads'];
  for (const status of PROTOCOL_STATES)
    expect([status, table[status]]).toEqual([
      status,
      status === 'draft' || status === 'returned'
        ? editable
        : status === 'checking' || status === 'cancelled'
          ? internal
          : status === 'wait_author'
            ? ['own signs reads', 'own reads', '', 'reads']
            : shown,
    ]);
});

test('#47.1 an amendment is signed once by each party, and a draft is approved by another person', () => {
  const row = { signers: '[1,2]' };
  expect([1, 2, 3].map((userId) => signsAmendment(row, new Set([2]), { userId }))).toEqual([true, false, false]);
  const draft = { createBy: 'li', updateBy: 'li' };
  expect([approvesOwnDraft(draft, new Set(['li'])), approvesOwnDraft(draft, new Set(['wu']))]).toEqual([true, false]);
  expect(approvesOwnDraft({ ...draft, updateBy: 'wu' }, new Set(['li']))).toBe(false);
  // The same person drafted and sent it with two accounts.
  expect(approvesOwnDraft({ ...draft, updateBy: 'wu' }, new Set(['li', 'wu']))).toBe(true);
});

test('#47.1 the list of own agreements and the rule for one row agree on every state and list of signers', async () => {
  const { context, close } = await testContext();
  let own = 0;
  for (const status of PROTOCOL_STATES)
    for (const signers of ['[]', '[1]', '[11, 2]', '[1,21]', '[ 12,1 ]'])
      for (const userId of [1, 2, 11, 12]) {
        const { rows } = await sql<{ answer: number | boolean }>`select ${ownAgreement(userId)} as answer
          from (select cast(${signers} as text) as signers, cast(${status} as text) as status) as protocol`.execute(context.db);
        const answer = Boolean(rows[0]?.answer);
        expect({ status, signers, userId, answer }).toEqual({ status, signers, userId, answer: isOwnAgreement({ signers, status }, { userId }) });
        if (answer) own += 1;
      }
  expect(own).toBeGreaterThan(20);
  await close();
});

test('#47.1 an author on the staff does not draft the own agreement', () => {
  const row = { ownerId: 1, authors: '[{"userId":2}]', status: 'draft' } as const;
  expect([1, 2, 3].map((userId) => editsAgreement(row, viewer(userId, ['press:protocol:edit'])))).toEqual([false, false, true]);
});
