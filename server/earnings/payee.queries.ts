import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';

type Db = Database | Tx;

export const payeeOf = (db: Db, userId: number) => db.selectFrom('payee').selectAll().where('userId', '=', userId).executeTakeFirst();
export type PayeeRowOf = NonNullable<Awaited<ReturnType<typeof payeeOf>>>;

/** What is left of the reserves of an agreement and payee, by month. */
export async function reservesOf(db: Db, ref: string): Promise<{ period: string; fen: number }[]> {
  // Only the months of its lines: the accounts of all agreements are too many to be searched for each line.
  const [protocolId = 0, userId = 0] = ref.split(':').map(Number);
  const months = await db
    .selectFrom('earning')
    .select('period')
    .distinct()
    .where('userId', '=', userId)
    .where((eb) => (protocolId === 0 ? eb.or([eb('protocolId', 'is', null), eb('protocolId', '=', 0)]) : eb('protocolId', '=', protocolId)))
    .where('heldFen', '<>', 0)
    .execute();
  if (months.length === 0) return [];
  const rows = await db
    .selectFrom('ledgerAccount')
    .innerJoin('ledgerEntry', 'ledgerEntry.accountId', 'ledgerAccount.id')
    .select((eb) => ['ledgerAccount.ref', eb.fn.sum<number>('ledgerEntry.fen').as('fen')])
    .where('ledgerAccount.kind', '=', 'reserve')
    .where(
      'ledgerAccount.ref',
      'in',
      months.map(({ period }) => `${ref}:${period}`),
    )
    .groupBy('ledgerAccount.ref')
    .execute();
  return rows.map((row) => ({ period: row.ref.slice(ref.length + 1), fen: -Number(row.fen) }));
}

/** Agreements that hold something of a reserve of this month or before. */
export async function agreementsWithReserve(db: Db, until: string): Promise<ReadonlySet<number>> {
  const ref = sql.ref<string>('ledgerAccount.ref');
  const rows = await db
    .selectFrom('ledgerAccount')
    .innerJoin('ledgerEntry', 'ledgerEntry.accountId', 'ledgerAccount.id')
    .select('ledgerAccount.ref')
    .where('ledgerAccount.kind', '=', 'reserve')
    .where(sql<string>`substr(${ref}, length(${ref}) - 6)`, '<=', until)
    .groupBy('ledgerAccount.ref')
    .having((eb) => eb(eb.fn.sum('ledgerEntry.fen'), '<', 0))
    .execute();
  return new Set(rows.map((row) => Number.parseInt(row.ref, 10)));
}

const payees = (db: Db) =>
  db
    .selectFrom('payee')
    .innerJoin('user', 'user.id', 'payee.userId')
    .leftJoin('user as decider', 'decider.id', 'payee.decidedBy')
    .selectAll('payee')
    .select(['user.nickName', 'user.userName', 'decider.nickName as deciderName']);

export const payeeById = (db: Db, id: number) => payees(db).where('payee.id', '=', id).executeTakeFirst();

export async function payeePage(
  db: Db,
  { status, payeeId }: { status: string; payeeId?: number | undefined },
  { limit, offset }: { limit: number; offset: (total: number) => number },
) {
  const found = db
    .selectFrom('payee')
    .$if(status !== '', (query) => query.where('payee.status', '=', status))
    .$if(payeeId !== undefined, (query) => query.where('payee.id', '=', payeeId ?? 0));
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const ids = await found
    .select('payee.id')
    .orderBy('payee.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  const rows =
    ids.length === 0
      ? []
      : await payees(db)
          .where(
            'payee.id',
            'in',
            ids.map(({ id }) => id),
          )
          .orderBy('payee.id', 'desc')
          .execute();
  return { total: Number(total), rows };
}

/** Other people's accounts with the same number. */
export const sharedWith = (db: Db, accountKey: string, userId: number) =>
  db.selectFrom('payee').select('userId').where('accountKey', '=', accountKey).where('userId', '<>', userId).execute();

export const payeeByCode = (db: Db, creditCode: string) =>
  db.selectFrom('payee').select('id').where('creditCode', '=', creditCode).executeTakeFirst();

/** Verified payees who cannot sign in, so that the program applies for their withdrawals. */
export const accountlessPayees = (db: Db) =>
  db.selectFrom('payee').select('userId').where('accountless', '=', '1').where('status', '=', 'verified').orderBy('id').execute();

export const payeeWithDocument = (db: Db, identityKey: string) =>
  db
    .selectFrom('user')
    .innerJoin('payee', 'payee.userId', 'user.id')
    .select('payee.id')
    .where('user.identityKey', '=', identityKey)
    .executeTakeFirst();
