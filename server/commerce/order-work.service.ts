import { DAY_MS } from '../../contract/clock.ts';
import { ORDER } from '../../contract/commerce/order-limits.ts';
import type { AppContext } from '../context.ts';
import { channelOf } from '../payment/channels.ts';
import type { RefundAnswer } from '../payment/payment-channel.ts';
import { dueOrder, lineToFinish, orderByNo, itemById, takeDuePayment, paymentById } from './order.queries.ts';
import { kindsFinishedByTime } from './order-kind/order-kind.service.ts';
import { finishLine, orderIn } from './order-step.service.ts';
import { cancel } from './order.service.ts';
import { ask, numberOf } from './payment.service.ts';
import { refundById, takeDueRefund } from './refund.queries.ts';
import { timeNumber, transitionRefund } from './refund-step.service.ts';

const MINUTE_MS = 60_000;
/** Delay before the next status query of a payment, by the number of queries so far. */
const PAYMENT_WAITS = [20_000, 90_000, 8 * MINUTE_MS, 20 * MINUTE_MS];
const LAST_WAIT = 60 * MINUTE_MS;
/** The same for a refund. */
const REFUND_WAITS = [MINUTE_MS, MINUTE_MS, MINUTE_MS, MINUTE_MS, MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS, 20 * MINUTE_MS, 30 * MINUTE_MS];
/** An unpaid order whose channel does not answer is tried again after this time. */
const EXPIRE_AGAIN_MS = 60_000;

/** Asks the channel about one attempt that is due. */
export async function askDuePayment(context: AppContext): Promise<boolean> {
  const now = Date.now();
  const taken = await takeDuePayment(context.db, now, now + LAST_WAIT);
  if (!taken) return false;
  const wait = PAYMENT_WAITS[taken.asked - 1] ?? LAST_WAIT;
  await context.db
    .updateTable('payment')
    .set({ askAt: now + wait })
    .where('id', '=', taken.id)
    .where('status', '=', 'created')
    .execute();
  const payment = await paymentById(context.db, taken.id);
  if (payment) await ask(context, payment);
  return true;
}

/** Cancels one order whose time to pay is over. */
export async function expireDueOrder(context: AppContext): Promise<boolean> {
  const due = await dueOrder(context.db, Date.now());
  if (!due) return false;
  const order = await context.db.selectFrom('order').selectAll().where('id', '=', due.id).executeTakeFirst();
  if (!order) return false;
  if (await cancel(context, null, order, due.cancelReason || '超过支付时间')) return true;
  const after = await orderByNo(context.db, order.orderNo);
  // The channel has not said whether the attempt is closed: the order stays unpaid and is tried again.
  if (after?.status === 'unpaid')
    await context.db
      .updateTable('order')
      .set({ expireTime: Date.now() + EXPIRE_AGAIN_MS })
      .where('id', '=', order.id)
      .where('status', '=', 'unpaid')
      .execute();
  return true;
}

/** Finishes one line whose time to return it is over. */
export async function finishDueLine(context: AppContext): Promise<boolean> {
  const days = await numberOf(context, 'pay.order.finishDays', ORDER.finishDays);
  const due = await lineToFinish(context.db, Date.now() - days * DAY_MS, kindsFinishedByTime());
  if (!due) return false;
  await context.db.transaction().execute(async (tx) => {
    const order = await orderIn(tx, due.orderId);
    const line = await itemById(tx, due.id);
    if (line && order.status === 'paid') await finishLine(tx, order, line, Date.now());
  });
  return true;
}

/** Sends one refund to its channel, or asks what became of it. The number is the same for all repeats. */
export async function sendDueRefund(context: AppContext): Promise<boolean> {
  const now = Date.now();
  const taken = await takeDueRefund(context.db, now, now + LAST_WAIT);
  if (!taken) return false;
  const wait = REFUND_WAITS[taken.asked - 1] ?? LAST_WAIT;
  await context.db
    .updateTable('refund')
    .set({ askAt: now + wait })
    .where('id', '=', taken.id)
    .where('status', '=', 'sending')
    .execute();
  const payment = await paymentById(context.db, taken.paymentId);
  const channel = payment && channelOf(context, payment.channel);
  if (!payment || !channel) return true;
  const sent = taken.channelRefundNo !== '';
  const answer: RefundAnswer = await (
    sent ? channel.queryRefund(payment.paymentNo, taken.refundNo) : channel.refund(payment.paymentNo, taken.refundNo, taken.fen, payment.amountFen)
  ).catch(() => ({ state: 'unknown' as const }));
  await context.db.transaction().execute(async (tx) => {
    await orderIn(tx, taken.orderId);
    const row = await refundById(tx, taken.id);
    if (!row || row.status !== 'sending') return;
    if (answer.channelRefundNo && answer.state !== 'failed')
      await tx.updateTable('refund').set({ channelRefundNo: answer.channelRefundNo }).where('id', '=', row.id).execute();
    if (answer.state === 'done') await transitionRefund(tx, null, row, 'succeed');
    // Another try under a number that the channel has closed would be answered with the closed refund again.
    if (answer.numberUsed)
      await tx
        .updateTable('refund')
        .set({ refundNo: await timeNumber(tx, 'TK', now), channelRefundNo: '' })
        .where('id', '=', row.id)
        .execute();
    if (answer.state === 'failed') await transitionRefund(tx, null, row, 'fail', answer.reason ?? '渠道退款失败，请核对后重试');
  });
  return true;
}
