import type { StandingRow, SyncTable, VersionColumns } from '../db/annotation-tables.ts';
import type { Database, Tx } from '../db/database.ts';

/**
 * Holds the writes of one person in a row: whoever comes second waits until the first is done, so that a number
 * that can be seen has every number below it. Answers the last number given.
 */
export async function holdCounter(tx: Tx, userId: number): Promise<number> {
  const { seq } = await tx
    .insertInto('syncCounter')
    .values({ userId, seq: 0 })
    .onConflict((oc) => oc.column('userId').doUpdateSet((eb) => ({ seq: eb.ref('syncCounter.seq') })))
    .returning('seq')
    .executeTakeFirstOrThrow();
  return seq;
}

export const setCounter = (tx: Tx, userId: number, seq: number) => tx.updateTable('syncCounter').set({ seq }).where('userId', '=', userId).execute();

export async function counterOf(db: Database, userId: number): Promise<number> {
  const row = await db.selectFrom('syncCounter').select('seq').where('userId', '=', userId).executeTakeFirst();
  return row?.seq ?? 0;
}

// The tables share the columns that are asked for here.
const named = (table: SyncTable): 'annotation' => table as 'annotation';

export const standing = (tx: Tx, table: SyncTable, userId: number, clientId: string) =>
  tx.selectFrom(named(table)).selectAll().where('userId', '=', userId).where('clientId', '=', clientId).executeTakeFirst() as unknown as Promise<
    (StandingRow & { readonly id: number }) | undefined
  >;

/** Which of these objects a person has. */
export const standingAmong = async (db: Database, table: SyncTable, userId: number, clientIds: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (await db.selectFrom(named(table)).select('clientId').where('userId', '=', userId).where('clientId', 'in', clientIds).execute()).map(
      (row) => row.clientId,
    ),
  );

export const addVersion = (tx: Tx, table: SyncTable, row: VersionColumns) =>
  tx
    .insertInto(named(table))
    .values(row as never)
    .execute();

export const setVersion = (tx: Tx, table: SyncTable, id: number, change: VersionColumns) =>
  tx
    .updateTable(named(table))
    .set(change as never)
    .where('id', '=', id)
    .execute();

/** Versions numbered above `after` and up to `upTo`, in order. */
export const versionsBetween = (db: Database, table: SyncTable, userId: number, after: number, upTo: number, limit: number) =>
  db
    .selectFrom(named(table))
    .selectAll()
    .where('userId', '=', userId)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(limit)
    .execute() as unknown as Promise<StandingRow[]>;

export async function countVersions(db: Database, table: SyncTable, userId: number): Promise<number> {
  const { total } = await db
    .selectFrom(named(table))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function worksAmong(db: Database, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('publication').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}
