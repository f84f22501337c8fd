import { listManuscriptTypes, manuscriptType } from '../../contract/manuscript/manuscript-type.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import type { Row } from '../crud/crud-table.ts';
import type { Database, Tx } from '../db/database.ts';
import { failed } from '../http/app-error.ts';
import { serve, type App } from '../http/serve.ts';
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

export function manuscriptTypeRoutes(app: App): void {
  const service = serveCrud(app, manuscriptType, {
    table: 'archiveType',
    log: '稿件分类',
    order: [['orderNum', 'asc']],
    unique: { typeName: '同一上级下已有这个分类' },
    within: ['parentId'],
    removal: 'hard',
    usedBy: [
      { table: 'manuscript', column: 'archiveTypeId' },
      { table: 'publication', column: 'archiveTypeId' },
    ],
    show: async (db: Database | Tx, rows: readonly Row[]) => {
      const [works, names] = [await worksByCategory(db), new Map<number, string>()];
      for (const row of rows) {
        const parent = Number(row['parentId']);
        if (parent !== 0 && !names.has(parent)) names.set(parent, (await categoryById(db, parent))?.typeName ?? '');
      }
      return rows.map((row) => ({ parentName: names.get(Number(row['parentId'])) ?? '', works: works.get(row.id) ?? 0 }));
    },
    check: async (tx, { draft, before }) => {
      if (draft.parentId === 0) return;
      if (!(await categoryById(tx, draft.parentId))) throw failed('上级分类不存在，请重新选择');
      const { level, inside } = await placeOf(tx, draft.parentId, before?.id ?? null);
      if (inside) throw failed('上级分类不能是自己或自己的下级');
      if (level + (before ? await depthOf(tx, before.id) : 1) > LEVELS) throw failed(`分类最多${LEVELS}级`);
    },
    beforeRemove: async (tx, rows) => {
      const parents = new Set((await categoryParents(tx)).values());
      for (const row of rows) if (parents.has(row.id)) throw failed('请先删除或移走下级分类');
    },
  });
  serve(app, listManuscriptTypes, ({ context, currentUser, query }) => service.all(context, currentUser, query, 'cms:archiveType:list'));
}
