import type { Row } from '../crud/crud-table.ts';
import type { Database, Tx } from '../db/database.ts';
import { failed } from '../http/app-error.ts';
import { categoryById, categoryParents, worksByCategory } from './manuscript-type.queries.ts';

const LEVELS = 3;

/** Level of a category below the root, and whether `within` is above it. */
async function placeOf(tx: Tx, id: number, within: number | null): Promise<{ level: number; inside: boolean }> {
  const parents = await categoryParents(tx);
  let level = 0;
  let inside = false;
  for (let at = id; at !== 0 && level <= LEVELS; at = parents.get(at) ?? 0) {
    level += 1;
    inside ||= at === within;
  }
  return { level, inside };
}

/** Levels of the tree below a category, itself included. */
async function depthOf(tx: Tx, id: number): Promise<number> {
  const parents = await categoryParents(tx);
  const below = (parent: number): number => 1 + Math.max(0, ...[...parents].filter(([, above]) => above === parent).map(([child]) => below(child)));
  return below(id);
}

/** Names of the parents and numbers of works for a list of categories. */
export async function showCategories(db: Database | Tx, rows: readonly Row[]) {
  const [works, names] = [await worksByCategory(db), new Map<number, string>()];
  for (const row of rows) {
    const parent = Number(row['parentId']);
    if (parent !== 0 && !names.has(parent)) names.set(parent, (await categoryById(db, parent))?.typeName ?? '');
  }
  return rows.map((row) => ({ parentName: names.get(Number(row['parentId'])) ?? '', works: works.get(row.id) ?? 0 }));
}

/** Rejects a parent that does not exist, that is below the category itself, or that makes the tree deeper than three levels. */
export async function checkParent(tx: Tx, parentId: number, own: number | null): Promise<void> {
  if (parentId === 0) return;
  if (!(await categoryById(tx, parentId))) throw failed('上级分类不存在，请重新选择');
  const { level, inside } = await placeOf(tx, parentId, own);
  if (inside) throw failed('上级分类不能是自己或自己的下级');
  if (level + (own === null ? 1 : await depthOf(tx, own)) > LEVELS) throw failed(`分类最多${LEVELS}级`);
}

export async function rejectParents(tx: Tx, rows: readonly Row[]): Promise<void> {
  const parents = new Set((await categoryParents(tx)).values());
  for (const row of rows) if (parents.has(row.id)) throw failed('请先删除或移走下级分类');
}
