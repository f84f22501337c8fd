import type { Database } from '../db/database.ts';
import { DAY_MS } from '../../contract/clock.ts';
import { timesBp } from '../../contract/money.ts';
import { epochOf, wireTime } from '../db/clock.ts';

/** What the embedded channel keeps, basis points. */
const FEE_BP = 60;

/** What the embedded channel's bill of a day lists: payments by the time of payment, refunds by the time they were done. */
export async function sandboxBillRows(db: Database, day: string) {
  const from = epochOf(day) ?? 0;
  const to = from + DAY_MS;
  const paid = await db
    .selectFrom('sandboxTrade')
    .innerJoin('payment', 'payment.paymentNo', 'sandboxTrade.paymentNo')
    .select(['sandboxTrade.paymentNo', 'sandboxTrade.tradeNo', 'sandboxTrade.amountFen', 'payment.paidAt'])
    .where('sandboxTrade.state', '=', 'paid')
    .where('payment.paidAt', '>=', from)
    .where('payment.paidAt', '<', to)
    .orderBy('payment.paidAt')
    .execute();
  const returned = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .select(['refund.refundNo', 'refund.fen', 'refund.doneAt'])
    .where('payment.channel', '=', 'sandbox')
    .where('refund.transferBy', 'is', null)
    .where('refund.doneAt', '>=', from)
    .where('refund.doneAt', '<', to)
    .orderBy('refund.doneAt')
    .execute();
  return [
    ...paid.map((row) => ({
      kind: 'pay' as const,
      ourNo: row.paymentNo,
      theirNo: row.tradeNo,
      fen: row.amountFen,
      feeFen: timesBp(row.amountFen, FEE_BP),
      done: true,
      at: wireTime(row.paidAt),
    })),
    ...returned.map((row) => ({
      kind: 'refund' as const,
      ourNo: row.refundNo,
      theirNo: `SR${row.refundNo}`,
      fen: row.fen,
      feeFen: 0,
      done: true,
      at: wireTime(row.doneAt),
    })),
  ];
}
