import { afterAll, beforeAll, expect, test } from 'vitest';
import { MANUSCRIPT_STATES, TURNS } from '../../contract/manuscript/manuscript.machine.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { pressStaff, type PressStaff } from '../../tests/support/press-staff.ts';
import {
  actsAsEditor,
  addsFiles,
  askerOf,
  isAuthor,
  modeOf,
  readsManuscript,
  readsVersion,
  resolvesMarks,
  RESOLVES_MARKS,
  savesFacts,
  seesAsStaff,
  waitingFor,
  waitsFor,
  writesManuscript,
  type ManuscriptPeople,
  type Viewer,
} from './manuscript.policy.ts';

let town: TestContext;
let staff: PressStaff;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(() => town.close());

const viewer = (userId: number, permissions: readonly string[] = [], accounts: readonly number[] = []): Viewer => ({
  userId,
  accounts: new Set([userId, ...accounts]),
  permissions: new Set(permissions),
});
/** 1 owns, 2 is a co-author, 3 edits, 4 typesets, 5 handles. */
const row = (columns: Partial<ManuscriptPeople>): ManuscriptPeople => ({
  ownerId: 1,
  authors: '[{"userId":1},{"userId":2},{"userId":null}]',
  editorId: 3,
  typesetterId: 4,
  turn: 'reviewer',
  turnUserId: 5,
  status: 'audit_one',
  ...columns,
});
const answers = (manuscript: ManuscriptPeople, who: Viewer): string =>
  [
    readsManuscript(manuscript, who) && 'reads',
    seesAsStaff(manuscript, who) && 'names',
    readsVersion(manuscript, { source: 'audit' }, who) && 'reviews',
    writesManuscript(manuscript, who) && modeOf(manuscript, who),
    resolvesMarks(manuscript, who) && 'marks',
    savesFacts(manuscript, who) && 'facts',
    addsFiles(manuscript, who) && 'files',
    actsAsEditor(manuscript, who) && 'editor',
  ]
    .filter(Boolean)
    .join(' ');

test('#47.1 what each person may do with a manuscript in each state', () => {
  const query = ['cms:archive:query'];
  const people: Readonly<Record<string, Viewer>> = {
    owner: viewer(1),
    coAuthor: viewer(2),
    editor: viewer(3, [RESOLVES_MARKS]),
    typesetter: viewer(4),
    handler: viewer(5),
    staff: viewer(9, query),
    'other user': viewer(8),
    'co-author on the staff': viewer(2, query),
    'second account of the owner': viewer(9, query, [1]),
  };
  const table = (manuscript: ManuscriptPeople) => Object.fromEntries(Object.entries(people).map(([name, who]) => [name, answers(manuscript, who)]));
  const others = { typesetter: 'reads names reviews', staff: 'reads names reviews', 'other user': '', coAuthor: '' };
  const ofAuthors = { 'co-author on the staff': 'reads', 'second account of the owner': 'reads' };
  expect(table(row({ status: 'draft', turn: 'author', turnUserId: 1 }))).toEqual({
    ...others,
    ...ofAuthors,
    owner: 'reads edit marks facts files',
    editor: 'reads names reviews files editor',
    handler: '',
  });
  expect(table(row({ status: 'audit_one' }))).toEqual({
    ...others,
    ...ofAuthors,
    owner: 'reads',
    editor: 'reads names reviews files editor',
    handler: 'reads names reviews suggest files',
  });
  expect(table(row({ status: 'editing', turn: 'editor', turnUserId: 3 }))).toEqual({
    ...others,
    ...ofAuthors,
    owner: 'reads',
    editor: 'reads names reviews edit marks files editor',
    handler: '',
  });
  expect(table(row({ status: 'revising', turn: 'author', turnUserId: 1 }))).toEqual({
    ...others,
    ...ofAuthors,
    owner: 'reads edit facts files',
    editor: 'reads names reviews files editor',
    handler: '',
  });
});

test('#47.1 an editor, reviewer or handler who is an author with another account is an author', () => {
  for (const userId of [3, 5]) {
    const manuscript = row({});
    expect(isAuthor(manuscript, viewer(userId))).toBe(false);
    const second = viewer(userId, ['cms:archive:query'], [2]);
    expect(isAuthor(manuscript, second)).toBe(true);
    expect([seesAsStaff(manuscript, second), readsVersion(manuscript, { source: 'audit' }, second), actsAsEditor(manuscript, second)]).toEqual([
      false,
      false,
      false,
    ]);
  }
});

test('#47.1 the list of own work and the rule for one row agree on every state, turn and assignment', async () => {
  const { db } = town.context;
  const id = await staff.submitted('other', '等谁');
  const permissions = [[], ['press:editor:assign', 'press:audit:list'], ['cms:archive:query', 'press:proof:assign', 'press:composition:assign']];
  const users = [staff.ids.editor, staff.ids.author];
  let waiting = 0;
  for (const status of MANUSCRIPT_STATES)
    for (const turn of TURNS)
      for (const turnUserId of [null, staff.ids.editor]) {
        await staff.put(id, { status, turn, turnUserId });
        for (const userId of users)
          for (const held of permissions) {
            const asker = askerOf(viewer(userId, held));
            const found = await db.selectFrom('manuscript').select('id').where('id', '=', id).where(waitingFor(asker)).executeTakeFirst();
            const rule = waitsFor({ status, turn, turnUserId }, asker);
            expect({ status, turn, turnUserId, userId, held, waits: found !== undefined }).toEqual({
              status,
              turn,
              turnUserId,
              userId,
              held,
              waits: rule,
            });
            if (rule) waiting += 1;
          }
      }
  expect(waiting).toBeGreaterThan(50);
});
