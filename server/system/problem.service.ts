import type { AppContext } from '../context.ts';

export async function openProblems(context: AppContext, category: string | undefined) {
  let query = context.db
    .selectFrom('problem')
    .select(['id as problemId', 'category', 'question', 'answer'])
    .where('status', '=', '0')
    .where('delFlag', '=', '0');
  if (category) query = query.where('category', '=', category);
  return query.orderBy('category').orderBy('orderNum').orderBy('id').execute();
}
