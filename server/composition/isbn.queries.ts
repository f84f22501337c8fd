import type { Database, Tx } from '../db/database.ts';

export const numberById = (tx: Tx, id: number) =>
  tx.selectFrom('numberPool').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();
export type NumberRow = NonNullable<Awaited<ReturnType<typeof numberById>>>;

export const knownIsbns = async (tx: Tx, isbns: readonly string[]): Promise<string[]> =>
  isbns.length === 0
    ? []
    : (await tx.selectFrom('numberPool').select('isbn').where('isbn', 'in', isbns).where('delFlag', '=', '0').execute()).map(({ isbn }) => isbn);

export const titlesOfNumbers = async (db: Database | Tx, archiveIds: readonly number[]): Promise<ReadonlyMap<number, string>> =>
  new Map(
    archiveIds.length === 0
      ? []
      : (await db.selectFrom('manuscript').select(['id', 'title']).where('id', 'in', archiveIds).execute()).map(
          (row) => [row.id, row.title] as const,
        ),
  );

/** Numbers that can still be reserved. */
export async function freeNumbers(tx: Tx): Promise<number> {
  const { total } = await tx
    .selectFrom('numberPool')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('status', '=', 'free')
    .where('delFlag', '=', '0')
    .executeTakeFirstOrThrow();
  return Number(total);
}
