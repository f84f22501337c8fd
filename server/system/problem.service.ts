import type { House } from '../context.ts';

export async function openProblems(house: House, category: string | undefined) {
  let query = house.db
    .selectFrom('problem')
    .select(['id as problemId', 'category', 'question', 'answer'])
    .where('status', '=', '0')
    .where('delFlag', '=', '0');
  if (category) query = query.where('category', '=', category);
  return query.orderBy('category').orderBy('orderNum').orderBy('id').execute();
}
