import type { CategoryNode } from '../../contract/catalog/category.ts';
import type { AppContext } from '../context.ts';
import { sharedAnswer } from '../db/shared-answer.ts';

async function rows(context: AppContext) {
  return context.db
    .selectFrom('archiveType')
    .select(['id', 'parentId', 'typeName', 'typeCode'])
    .where('delFlag', '=', '0')
    .where('status', '=', '0')
    .orderBy('orderNum')
    .orderBy('id')
    .execute();
}

/** Returns the category tree with the number of listed works in and below each node. */
export const categoryTree = (context: AppContext): Promise<CategoryNode[]> =>
  sharedAnswer(context.db, 'categories', ['publication', 'archiveType'], () => countedTree(context));

async function countedTree(context: AppContext): Promise<CategoryNode[]> {
  const counts = await context.db
    .selectFrom('publication')
    .select(['archiveTypeId', (eb) => eb.fn.countAll<number>().as('total')])
    .where('status', '=', 'listed')
    .where('delFlag', '=', '0')
    .groupBy('archiveTypeId')
    .execute();
  const own = new Map(counts.map((row) => [row.archiveTypeId, Number(row.total)]));
  const below = Map.groupBy(await rows(context), (row) => row.parentId);
  const nodes = (parent: number): CategoryNode[] =>
    (below.get(parent) ?? []).map(({ id, typeName, typeCode }) => {
      const children = nodes(id);
      const count = (own.get(id) ?? 0) + children.reduce((sum, child) => sum + child.count, 0);
      return { archiveTypeId: id, typeName, typeCode, count, children };
    });
  return nodes(0);
}

/** Returns the ids of a category and of all its descendants. */
export async function categoryAndBelow(context: AppContext, id: number): Promise<number[]> {
  const below = Map.groupBy(await rows(context), (row) => row.parentId);
  const found: number[] = [];
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.includes(next)) continue;
    found.push(next);
    waiting.push(...(below.get(next) ?? []).map((row) => row.id));
  }
  return found;
}
