import type { AppContext } from '../context.ts';

const LAST = 9_999;

export async function openProblems(context: AppContext, category: string | undefined) {
  let query = context.db
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
