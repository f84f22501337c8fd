import { expressionBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { testContext } from '../../tests/support/test-context.ts';
import { LEVELS, REVIEW_STATES } from '../../contract/review/review.machine.ts';
import type { Tables } from '../db/tables.ts';
import type { Viewer } from '../manuscript/manuscript.policy.ts';
import {
  choosesReviewer,
  isReviewer,
  namesReviewer,
  readsLevel,
  reportFault,
  reviewedBy,
  seesReview,
  stepsReview,
  writesReport,
} from './review.policy.ts';

const viewer = (userId: number, permissions: readonly string[] = [], accounts: readonly number[] = []): Viewer => ({
  userId,
  accounts: new Set([userId, ...accounts]),
  permissions: new Set(permissions),
});
/** 1 owns, 2 is a co-author, 3 reviews. */
const row = { ownerId: 1, authors: '[{"userId":1},{"userId":2}]', auditorId: 3, level: 'two' as const };
const LIST = 'press:audit:list';
const OWN_LEVEL = 'press:audit:two';

test('#47.1 what each person may do with a review', () => {
  const answers = (who: Viewer): string =>
    [
      seesReview(row, who) && 'sees',
      namesReviewer(row, who) && 'names',
      writesReport(row, who) && 'writes',
      choosesReviewer(row, who) && 'chooses',
      `submit:${stepsReview(row, 'submitAdopt', who)}`,
      `decline:${stepsReview(row, 'decline', who)}`,
    ]
      .filter(Boolean)
      .join(' ');
  expect(answers(viewer(3, [OWN_LEVEL]))).toBe('sees names writes chooses submit:allowed decline:allowed');
  expect(answers(viewer(3))).toBe('sees names writes chooses submit:forbidden decline:allowed');
  expect(answers(viewer(9, [LIST]))).toBe('sees names chooses submit:allowed decline:allowed');
  expect(answers(viewer(8))).toBe('names chooses submit:hidden decline:hidden');
  // Authors, also on the staff or with a second account, and one who was made the reviewer by mistake.
  for (const who of [viewer(1, [LIST]), viewer(2, [LIST]), viewer(9, [LIST], [2])]) expect(answers(who)).toBe('submit:hidden decline:hidden');
  expect(answers(viewer(3, [OWN_LEVEL], [1]))).toBe('submit:hidden decline:allowed');
});

test('#47.1 a report is written while the review runs, and only finished levels up to the own one are read', () => {
  expect(REVIEW_STATES.filter((status) => reportFault(status) === '')).toEqual(['reviewing']);
  const other = (level: (typeof LEVELS)[number], finishedAt: number | null) => ({ id: 2, level, finishedAt });
  expect(LEVELS.map((level) => readsLevel({ id: 1, level: 'two' }, other(level, 5)))).toEqual([true, true, false]);
  expect(readsLevel({ id: 1, level: 'two' }, other('one', null))).toBe(false);
  expect(readsLevel({ id: 2, level: 'two' }, other('two', 5))).toBe(false);
});

test('#47.1 the list of own reviews and the rule for one row agree', async () => {
  const { context, close } = await testContext();
  let own = 0;
  for (const auditorId of [null, 3, 4])
    for (const userId of [3, 4, 5]) {
      const { rows } = await sql<{ answer: number | boolean | null }>`select ${reviewedBy(userId)(expressionBuilder<Tables, 'review'>())} as answer
        from (select cast(${auditorId} as integer) as ${sql.ref('auditorId')}) as review`.execute(context.db);
      expect(Boolean(rows[0]?.answer)).toBe(isReviewer({ auditorId }, { userId }));
      if (rows[0]?.answer) own += 1;
    }
  expect(own).toBe(2);
  await close();
});
