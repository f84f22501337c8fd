import { sql } from 'kysely';
import type { StoredRow, SyncTable, VersionColumns } from '../db/tables/annotation-tables.ts';
import { anyTable } from '../db/any-table.ts';
import type { Database, Tx } from '../db/database.ts';

/**
 * Serializes the writes of one user: a concurrent writer waits for the row lock, so that every visible number has all
 * lower numbers before it. Returns the last number assigned and the bytes stored.
 */
export const holdCounter = (tx: Tx, userId: number): Promise<{ seq: number; bytes: number }> =>
  tx
    .insertInto('syncCounter')
    .values({ userId, seq: 0 })
    .onConflict((oc) => oc.column('userId').doUpdateSet((eb) => ({ seq: eb.ref('syncCounter.seq') })))
    .returning(['seq', 'bytes'])
    .executeTakeFirstOrThrow();

export const setCounter = (tx: Tx, userId: number, counter: { seq: number; bytes?: number }) =>
  tx.updateTable('syncCounter').set(counter).where('userId', '=', userId).execute();

export async function counterOf(db: Database, userId: number): Promise<number> {
  const row = await db.selectFrom('syncCounter').select('seq').where('userId', '=', userId).executeTakeFirst();
  return row?.seq ?? 0;
}

export const storedRow = (tx: Tx, table: SyncTable, userId: number, clientId: string) =>
  anyTable(tx).selectFrom(table).selectAll().where('userId', '=', userId).where('clientId', '=', clientId).executeTakeFirst() as Promise<
    (StoredRow & { readonly id: number }) | undefined
  >;

/** Returns which of these objects the user has and has not deleted. */
export const liveAmong = async (tx: Tx, table: SyncTable, userId: number, clientIds: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await anyTable(tx)
        .selectFrom(table)
        .select('clientId')
        .where('userId', '=', userId)
        .where('clientId', 'in', clientIds)
        .where('deleted', '=', '0')
        .execute()
    ).map((row) => row.clientId),
  );

export const addVersion = (tx: Tx, table: SyncTable, row: VersionColumns) =>
  anyTable(tx)
    .insertInto(table)
    .values({ ...row })
    .execute();

export const setVersion = (tx: Tx, table: SyncTable, id: number, change: VersionColumns) =>
  anyTable(tx)
    .updateTable(table)
    .set({ ...change })
    .where('id', '=', id)
    .execute();

/** Returns versions with a number above `after` and up to `upTo`, in order. */
export const versionsBetween = (db: Database, table: SyncTable, userId: number, after: number, upTo: number, limit: number) =>
  anyTable(db)
    .selectFrom(table)
    .selectAll()
    .where('userId', '=', userId)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(limit)
    .execute() as Promise<StoredRow[]>;

/** Returns the numbers of the versions in that range, in order, and the total characters of these columns, counted by the database. */
export const lengthsBetween = (
  db: Database,
  table: SyncTable,
  columns: readonly string[],
  userId: number,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<{ seq: number; length: number }[]> =>
  anyTable(db)
    .selectFrom(table)
    .select('seq')
    .select(
      sql<number>`${sql.join(
        columns.map((column) => sql`length(${sql.ref(column)})`),
        sql` + `,
      )}`.as('length'),
    )
    .where('userId', '=', userId)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(limit)
    .execute();

/** The total comes from the index alone; deleted rows are excluded only when the total reaches `many`. */
export async function countLive(tx: Tx, table: SyncTable, userId: number, many: number): Promise<number> {
  const all = tx
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('userId', '=', userId);
  const total = Number((await all.executeTakeFirstOrThrow()).total);
  return total < many ? total : Number((await all.where('deleted', '=', '0').executeTakeFirstOrThrow()).total);
}

export async function countWaitingErrata(tx: Tx, userId: number): Promise<number> {
  const row = await tx
    .selectFrom('erratum')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('userId', '=', userId)
    .where('status', '=', 'pending')
    .where('deleted', '=', '0')
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

export async function worksAmong(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.selectFrom('publication').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}
