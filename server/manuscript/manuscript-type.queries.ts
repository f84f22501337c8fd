import type { Database, Tx } from '../db/database.ts';

export const categoryById = (db: Database | Tx, id: number) =>
  db.selectFrom('archiveType').select(['id', 'typeName']).where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();

/** The parent of each category, by id. */
export const categoryParents = async (tx: Tx): Promise<ReadonlyMap<number, number>> =>
  new Map((await tx.selectFrom('archiveType').select(['id', 'parentId']).where('delFlag', '=', '0').execute()).map((row) => [row.id, row.parentId]));

/** Number of manuscripts and publications by category. */
export async function worksByCategory(db: Database | Tx): Promise<ReadonlyMap<number, number>> {
  const totals = new Map<number, number>();
  for (const table of ['manuscript', 'publication'] as const) {
    const rows = await db
      .selectFrom(table)
      .select(['archiveTypeId', (eb) => eb.fn.countAll<number>().as('total')])
      .where('delFlag', '=', '0')
      .where('archiveTypeId', 'is not', null)
      .groupBy('archiveTypeId')
      .execute();
    for (const { archiveTypeId, total } of rows)
      if (archiveTypeId !== null) totals.set(archiveTypeId, (totals.get(archiveTypeId) ?? 0) + Number(total));
  }
  return totals;
}
