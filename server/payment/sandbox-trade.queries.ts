import type { Database } from '../db/database.ts';

export const tradeOf = (db: Database, paymentNo: string) =>
  db.selectFrom('sandboxTrade').selectAll().where('paymentNo', '=', paymentNo).executeTakeFirst();
export type TradeRow = NonNullable<Awaited<ReturnType<typeof tradeOf>>>;

/** A repeated call with the same number changes nothing. */
export const addTrade = (db: Database, row: Pick<TradeRow, 'paymentNo' | 'tradeNo' | 'amountFen' | 'createTime'>) =>
  db
    .insertInto('sandboxTrade')
    .values({ ...row, state: 'waiting', refunds: '{}' })
    .onConflict((on) => on.column('paymentNo').doNothing())
    .execute();

/** Changes a trade that is still in the given state. */
export const changeTrade = (
  db: Database,
  paymentNo: string,
  from: TradeRow['state'],
  columns: Partial<Pick<TradeRow, 'state' | 'refunds' | 'refundMode'>>,
) => db.updateTable('sandboxTrade').set(columns).where('paymentNo', '=', paymentNo).where('state', '=', from).execute();

/** A trade that is paid after its order was cancelled. */
export const lateTrade = (db: Database) =>
  db
    .selectFrom('sandboxTrade')
    .innerJoin('payment', 'payment.paymentNo', 'sandboxTrade.paymentNo')
    .selectAll('sandboxTrade')
    .where('sandboxTrade.state', '=', 'late')
    .where('payment.status', '=', 'closed')
    .executeTakeFirst();
