import type { Database, Tx } from '../db/database.ts';

type Db = Database | Tx;

export const accountId = async (tx: Tx, kind: string, ref: string, guarded: '0' | '1'): Promise<number> => {
  const found = await tx.selectFrom('ledgerAccount').select('id').where('kind', '=', kind).where('ref', '=', ref).executeTakeFirst();
  if (found) return found.id;
  await tx
    .insertInto('ledgerAccount')
    .values({ kind, ref, guarded })
    .onConflict((on) => on.columns(['kind', 'ref']).doNothing())
    .execute();
  return (await tx.selectFrom('ledgerAccount').select('id').where('kind', '=', kind).where('ref', '=', ref).executeTakeFirstOrThrow()).id;
};

/** Returns the id; null when the same event was posted before. */
export const addTransaction = async (
  tx: Tx,
  row: { kind: string; sourceType: string; sourceId: number; seq: number; period: string; at: number; operatorId: number | null; reason: string },
): Promise<number | null> => {
  const made = await tx
    .insertInto('ledgerTransaction')
    .values({ ...row, reverses: null })
    .onConflict((on) => on.columns(['kind', 'sourceType', 'sourceId', 'seq']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
};

export const addEntries = (tx: Tx, rows: readonly { transactionId: number; accountId: number; fen: number }[]) =>
  tx
    .insertInto('ledgerEntry')
    .values([...rows])
    .execute();

/** Debit minus credit of an account, fen. */
export const balanceOf = async (db: Db, id: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('ledgerEntry')
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('fen'), eb.lit(0)).as('fen'))
        .where('accountId', '=', id)
        .executeTakeFirstOrThrow()
    ).fen,
  );

/** Transactions whose entries do not sum to zero, or that have fewer than two. */
export const unbalanced = (db: Db) =>
  db
    .selectFrom('ledgerTransaction')
    .leftJoin('ledgerEntry', 'ledgerEntry.transactionId', 'ledgerTransaction.id')
    .select((eb) => ['ledgerTransaction.id', eb.fn.sum<number>('ledgerEntry.fen').as('fen'), eb.fn.count<number>('ledgerEntry.id').as('entries')])
    .groupBy('ledgerTransaction.id')
    .having((eb) => eb.or([eb(eb.fn.sum('ledgerEntry.fen'), '<>', 0), eb(eb.fn.count('ledgerEntry.id'), '<', 2)]))
    .execute();

/** The postings that touch an account, oldest first. */
export const entriesOf = (db: Db, accounts: readonly { kind: string; ref: string }[]) =>
  accounts.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('ledgerEntry')
        .innerJoin('ledgerTransaction', 'ledgerTransaction.id', 'ledgerEntry.transactionId')
        .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerEntry.accountId')
        .select([
          'ledgerTransaction.id',
          'ledgerTransaction.kind as event',
          'ledgerTransaction.at',
          'ledgerAccount.kind',
          'ledgerAccount.ref',
          'ledgerEntry.fen',
        ])
        .where((eb) => eb.or(accounts.map(({ kind, ref }) => eb.and([eb('ledgerAccount.kind', '=', kind), eb('ledgerAccount.ref', '=', ref)]))))
        .orderBy('ledgerEntry.id')
        .execute();

/** A change of the row locks it until the transaction ends. */
export const lockAccountRow = (tx: Tx, id: number) =>
  tx
    .updateTable('ledgerAccount')
    .set((eb) => ({ lastSeq: eb('lastSeq', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Debit minus credit of accounts of one kind, by reference. */
export const balancesOfRefs = async (db: Db, kind: string, refs: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  new Map(
    refs.length === 0
      ? []
      : (
          await db
            .selectFrom('ledgerAccount')
            .innerJoin('ledgerEntry', 'ledgerEntry.accountId', 'ledgerAccount.id')
            .select((eb) => ['ledgerAccount.ref', eb.fn.sum<number>('ledgerEntry.fen').as('fen')])
            .where('ledgerAccount.kind', '=', kind)
            .where('ledgerAccount.ref', 'in', refs)
            .groupBy('ledgerAccount.ref')
            .execute()
        ).map((row) => [row.ref, Number(row.fen)] as const),
  );
