import type { Database } from '../db/database.ts';

const LAST = 9_999;

/** The questions that readers see, in the order of their categories. */
export function openProblems(db: Database, category: string | undefined) {
  let query = db
    .selectFrom('problem')
    .leftJoin('dictData', (join) => join.onRef('dictData.dictValue', '=', 'problem.category').on('dictData.dictType', '=', 'system_problem_category'))
    .select(['problem.id as problemId', 'problem.category', 'problem.question', 'problem.answer'])
    .where('problem.status', '=', '0')
    .where('problem.delFlag', '=', '0');
  if (category) query = query.where('problem.category', '=', category);
  // Categories in the order of their dictionary; one that is no longer in it comes last.
  return query
    .orderBy((eb) => eb.fn.coalesce('dictData.dictSort', eb.lit(LAST)))
    .orderBy('problem.category')
    .orderBy('problem.orderNum')
    .orderBy('problem.id')
    .execute();
}
