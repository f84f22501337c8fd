import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testContext } from '../../tests/support/test-context.ts';
import { SUBMISSION_STATES } from '../../contract/periodical/journal-submission.machine.ts';
import { accountsOfPerson } from '../db/same-person.ts';
import { isOwnEarlier, opensTask, takesInvitation } from './review/journal-review.policy.ts';
import {
  authoredBy,
  handlesAppeal,
  isOwnFile,
  isSubmissionAuthor,
  isSubmitter,
  publishesNotice,
  readsOriginal,
  uploadFault,
  type AuthorKeys,
} from './submission.policy.ts';

test('#47.1 the SQL form of the author rule and the rule for rows agree on random people and submissions', async () => {
  const { context, addUser, close } = await testContext();
  const { db } = context;
  let state = 20_261;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const names = ['何语', 'Li Wu', 'li wu', '沈知远', '何'];
  const mails = ['li@lamp.test', 'LI@LAMP.test', 'shen@lamp.test', 'i@lamp.test'];
  // Mails are unique among accounts, also in another case.
  const accountMails = ['Li@lamp.test', 'shen@lamp.test', 'i@lamp.test'];
  for (let n = 0; n < 12; n += 1) {
    const id = await addUser({ userName: `user${n}` });
    await db
      .updateTable('user')
      .set({ nickName: pick(names), email: accountMails[n] ?? '', identityKey: pick(['', '', 'k1', 'k2']) })
      .where('id', '=', id)
      .execute();
  }
  const people: AuthorKeys[] = await db.selectFrom('user').select(['id', 'nickName', 'identityKey', 'phonenumber', 'email']).execute();
  let authors = 0;
  let asked = 0;
  for (let n = 0; n < 120; n += 1) {
    const owner = pick([...people.map(({ id }) => id), 9_999_999]);
    const lines = Array.from({ length: 1 + Math.floor(random() * 2) }, () => ({
      name: pick(['别人', ...names]),
      unit: '大学',
      mail: pick(['', '', ...mails, 'x@y.test']),
    }));
    const row = { ownerId: owner, authors: JSON.stringify(lines) };
    const viewer = pick(people);
    const accounts = await accountsOfPerson(db, viewer);
    const { rows } = await sql<{ answer: number | boolean }>`select ${authoredBy(accounts)} as answer
      from (select cast(${row.ownerId} as integer) as ${sql.ref('ownerId')}, cast(${row.authors} as text) as authors) as ${sql.ref('journalSubmission')}`.execute(
      db,
    );
    const answer = Boolean(rows[0]?.answer);
    const rule = isSubmissionAuthor(
      row,
      people.find(({ id }) => id === owner),
      people.filter(({ id }) => accounts.has(id)),
    );
    expect({ row, viewer, answer }).toEqual({ row, viewer, answer: rule });
    asked += 1;
    if (answer) authors += 1;
  }
  expect(authors).toBeGreaterThan(10);
  expect(authors).toBeLessThan(asked - 10);
  await close();
});

test('#47.1 what the submitter, an editor and others may add and read in each state', () => {
  const table = Object.fromEntries(
    SUBMISSION_STATES.map((status) => {
      const row = { ownerId: 1, status };
      const fault = (userId: number, role: 'manuscript' | 'final', edits: boolean) => uploadFault(row, { role }, edits, { userId }) || 'adds';
      return [status, [fault(1, 'manuscript', false), fault(2, 'final', true), fault(2, 'manuscript', true), fault(3, 'final', false)]];
    }),
  );
  for (const status of SUBMISSION_STATES) {
    const open = ['draft', 'returned', 'revision'].includes(status);
    expect([status, table[status]]).toEqual([
      status,
      [open ? 'adds' : '稿件现在不由您处理，不能上传文件', 'adds', '这类文件由作者或审稿人上传', 'hidden'],
    ]);
  }
  const file = (role: 'manuscript' | 'review') => [
    readsOriginal({ ownerId: 1 }, { role }, false, { userId: 1 }),
    readsOriginal({ ownerId: 1 }, { role }, true, { userId: 2 }),
    readsOriginal({ ownerId: 1 }, { role }, false, { userId: 3 }),
  ];
  expect([file('manuscript'), file('review')]).toEqual([
    [true, true, false],
    [false, true, false],
  ]);
  expect([isSubmitter({ ownerId: 1 }, { userId: 1 }), isOwnFile({ ownerId: 1 }, { userId: 2 })]).toEqual([true, false]);
});

test('#47.1 a reviewer has no rights before the invitation, after declining and in a cancelled round', () => {
  const row = { reviewerId: 5, round: 2 };
  const states = ['alternate', 'invited', 'accepted', 'overdue', 'done', 'declined', 'cancelled'] as const;
  expect(states.filter((status) => opensTask({ ...row, status }, { userId: 5 }))).toEqual(['invited', 'accepted', 'overdue', 'done']);
  expect(states.filter((status) => opensTask({ ...row, status }, { userId: 6 }))).toEqual([]);
  const earlier = { reviewerId: 5, round: 1, status: 'done' as const };
  expect([
    isOwnEarlier(row, earlier, { userId: 5 }),
    isOwnEarlier(row, earlier, { userId: 6 }),
    isOwnEarlier(row, { ...earlier, round: 2 }, { userId: 5 }),
  ]).toEqual([true, false, false]);
  expect([takesInvitation(undefined, { userId: 5 }), takesInvitation({ id: 5 }, { userId: 5 }), takesInvitation({ id: 6 }, { userId: 5 })]).toEqual([
    true,
    true,
    false,
  ]);
});

test('#47.1 an appeal and a notice need a second person, and two accounts are one person', () => {
  const viewer = (userId: number, ...accounts: number[]) => ({
    userId,
    accounts: new Set([userId, ...accounts]),
    permissions: new Set(['journal:issue:publish']),
  });
  const appeal = { appealedAt: 5, status: 'decision' as const, decidedBy: 3 };
  expect([viewer(3), viewer(4), viewer(4, 3)].map((who) => handlesAppeal(appeal, who))).toEqual([false, true, false]);
  expect(handlesAppeal({ ...appeal, appealedAt: null }, viewer(3))).toBe(true);
  const notice = { status: 'draft', draftedBy: 3 };
  expect([viewer(3), viewer(4), viewer(4, 3)].map((who) => publishesNotice(notice, who))).toEqual([false, true, false]);
});
