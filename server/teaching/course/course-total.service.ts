import { courseTotal, type CountedGrade } from '../../../contract/teaching/course-score.ts';
import type { GradeState } from '../../../contract/teaching/teaching-limits.ts';
import type { Database, Tx } from '../../db/database.ts';
import { countedGrades } from './course-total.queries.ts';

/**
 * The total of every student of a class, hundredths of a percent; students without a counted grade are left out. Scores that the student does not see yet
 * do not count, so that the total never tells them.
 */
export async function courseTotals(db: Database | Tx, row: { readonly id: number; readonly missingAsZero: '0' | '1' }): Promise<Map<number, number>> {
  const byUser = new Map<number, CountedGrade[]>();
  for (const { userId, weight, full, state, score } of await countedGrades(db, row.id))
    byUser.set(userId, [...(byUser.get(userId) ?? []), { weight, full, state: state as GradeState, score }]);
  return new Map(
    [...byUser].flatMap(([userId, grades]) => {
      const total = courseTotal(grades, row.missingAsZero === '1');
      return total === null ? [] : [[userId, total] as const];
    }),
  );
}
