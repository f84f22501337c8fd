import type { Database, Tx } from '../../db/database.ts';
import { contains } from '../../db/contains.ts';

type Db = Database | Tx;
type Page = { limit: number; offset: (total: number) => number };

const rows = (db: Db) =>
  db
    .selectFrom('statement')
    .innerJoin('user', 'user.id', 'statement.userId')
    .leftJoin('protocol', 'protocol.id', 'statement.protocolId')
    .selectAll('statement')
    .select(['user.nickName', 'user.realName', 'protocol.protocolNo']);

export const statementById = (db: Db, id: number) => rows(db).where('statement.id', '=', id).executeTakeFirst();
export type StatementRowOf = NonNullable<Awaited<ReturnType<typeof statementById>>>;

export const statementByCode = (db: Db, code: string) =>
  db.selectFrom('statement').select(['statementNo', 'period', 'data']).where('code', '=', code).executeTakeFirst();

export async function statementPage(
  db: Db,
  { userId, period, keyword }: { userId?: number | undefined; period?: string | undefined; keyword?: string | undefined },
  { limit, offset }: Page,
) {
  const found = db
    .selectFrom('statement')
    .$if(userId !== undefined, (query) => query.where('statement.userId', '=', userId ?? 0))
    .$if(Boolean(period), (query) => query.where('statement.period', '=', period ?? ''))
    .$if(Boolean(keyword), (query) =>
      query.where((eb) =>
        eb.or([
          eb('statement.statementNo', '=', keyword ?? ''),
          eb(
            'statement.userId',
            'in',
            eb
              .selectFrom('user')
              .select('user.id')
              .where(contains('user.nickName', keyword ?? '')),
          ),
        ]),
      ),
    );
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const ids = await found
    .select('statement.id')
    .orderBy('statement.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  if (ids.length === 0) return { total: Number(total), rows: [] };
  return {
    total: Number(total),
    rows: await rows(db)
      .where(
        'statement.id',
        'in',
        ids.map(({ id }) => id),
      )
      .orderBy('statement.id', 'desc')
      .execute(),
  };
}

/** What the ledger has of lines, posted by some kinds of events: debit minus credit by kind of account. */
export async function entriesOfLines(db: Db, ids: readonly number[], kinds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom('ledgerEntry')
    .innerJoin('ledgerTransaction', 'ledgerTransaction.id', 'ledgerEntry.transactionId')
    .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerEntry.accountId')
    .select((eb) => ['ledgerAccount.kind', eb.fn.sum<number>('ledgerEntry.fen').as('fen')])
    // The index of transactions begins with the kind.
    .where('ledgerTransaction.kind', 'in', [...kinds])
    .where('ledgerTransaction.sourceType', '=', 'earning')
    .where('ledgerTransaction.sourceId', 'in', ids)
    .groupBy('ledgerAccount.kind')
    .execute();
  return new Map(found.map(({ kind, fen }) => [kind, Number(fen)]));
}

/** The lines of an agreement and payee in months that were closed before this one. */
export const linesClosedBefore = (db: Db, protocolId: number, userId: number, period: string) =>
  db
    .selectFrom('earning')
    .innerJoin('settlement', 'settlement.period', 'earning.period')
    .select('earning.id')
    .where('earning.protocolId', '=', protocolId)
    .where('earning.userId', '=', userId)
    .where('earning.period', '<>', period)
    .where('earning.taxMonth', '<>', '')
    .where('settlement.status', '=', 'closed')
    .execute();

/** What the opening balances of an agreement and payee have posted, by kind of account. */
export async function openingEntries(db: Db, protocolId: number, userId: number): Promise<ReadonlyMap<string, number>> {
  const found = await db
    .selectFrom('earningBatchRow')
    .innerJoin('earningBatch', 'earningBatch.id', 'earningBatchRow.batchId')
    .select((eb) => ['earningBatchRow.item', eb.fn.sum<number>('earningBatchRow.fen').as('fen')])
    .where('earningBatch.status', '=', 'confirmed')
    .where('earningBatch.kind', '=', 'opening')
    .where('earningBatchRow.protocolId', '=', protocolId)
    .where('earningBatchRow.userId', '=', userId)
    .where('earningBatchRow.item', '<>', 'opening')
    .groupBy('earningBatchRow.item')
    .execute();
  return new Map(found.map(({ item, fen }) => [item, Number(fen)]));
}

/** What was paid to a payee between two times. */
export const paidBetween = (db: Db, userId: number, from: number, until: number) =>
  db
    .selectFrom('withdraw')
    .select(['withdrawNo', 'amountFen', 'paidAt'])
    .where('userId', '=', userId)
    .where('status', '=', 'paid')
    .where('paidAt', '>=', from)
    .where('paidAt', '<', until)
    .orderBy('id')
    .execute();
