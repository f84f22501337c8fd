import { ORDER, OFFLINE_CHANNEL } from '../../contract/commerce/order-limits.ts';
import { yuan } from '../../contract/money.ts';
import type { AppContext } from '../context.ts';
import { configOf } from '../db/config-value.ts';
import type { Database, Tx } from '../db/database.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { post } from '../ledger/ledger.service.ts';
import { channelOf } from '../payment/channels.ts';
import type { ChannelAnswer } from '../payment/payment-channel.ts';
import { addOrderRight, ownedWorks } from './entitlement.queries.ts';
import { addPool } from './seat/seat.queries.ts';
import { isRecalled } from './order.policy.ts';
import { itemsOf, paymentById, paymentByNo, type OrderRow, type PaymentRow } from './order.queries.ts';
import { orderIn, transitionOrder, transitionPayment } from './order-step.service.ts';
import { returnPayment } from './refund-step.service.ts';

const HOUR_MS = 3_600_000;
export const ORDER_PAGE = '/personalCenter/order';
export const orderLink = (orderNo: string): string => `${ORDER_PAGE}?orderNo=${orderNo}`;

/** A success that a channel reports, from a notice, a question or a bill. */
export interface Success {
  readonly tradeNo: string;
  readonly amountFen: number;
  readonly paidAt: number;
}

/** A number of the settings, with its default. */
export async function numberOf(context: { readonly db: Database | Tx }, key: string, otherwise: number): Promise<number> {
  const text = await configOf(context, key);
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
}

/**
 * The one function that money which arrived goes through, whether a notice, a question or a bill brought the news first. The others find it done.
 * Returns what became of it, in words for the record of notices.
 */
export async function receive(context: AppContext, paymentNo: string, success: Success): Promise<string> {
  const lateMs = (await numberOf(context, 'pay.order.lateHours', ORDER.lateHours)) * HOUR_MS;
  return context.db.transaction().execute(async (tx) => {
    const known = await paymentByNo(tx, paymentNo);
    if (!known) return '没有这个支付单号';
    const order = await orderIn(tx, known.orderId);
    const payment = (await paymentById(tx, known.id)) as PaymentRow;
    if (payment.status === 'paid') return payment.tradeNo === success.tradeNo ? '重复的通知' : '同一支付单号的另一笔交易';
    if (payment.amountFen !== success.amountFen) return `支付金额不一致：应付${yuan(payment.amountFen)}元，通知${yuan(success.amountFen)}元`;
    await transitionPayment(tx, null, payment, 'succeed', success.tradeNo);
    return settle(tx, order, payment, success, lateMs);
  });
}

/** After a payment took its step to paid: its money buys the order, or goes back. The caller holds the lock of the order. */
export async function settle(tx: Tx, order: OrderRow, payment: PaymentRow, success: Success, lateMs: number): Promise<string> {
  const now = Date.now();
  const paid = { tradeNo: success.tradeNo, paidAt: success.paidAt };
  await tx.updateTable('payment').set(paid).where('id', '=', payment.id).execute();
  const overtaken = order.status === 'unpaid' ? await notDeliverable(tx, order) : '';
  if (order.status === 'unpaid' && !overtaken) return deliver(tx, order, payment, 'pay', now);
  const late = order.status === 'cancelled' && order.expireTime !== null && now - order.expireTime <= lateMs && (await stillSold(tx, order));
  if (late) return deliver(tx, order, payment, 'payLate', now);
  if (overtaken) await transitionOrder(tx, null, order, 'expire', overtaken);
  const why = overtaken || (order.status === 'cancelled' ? '您在订单过期后支付，作品已不能按原价交付' : '同一订单收到两次付款');
  await returnPayment(tx, await orderIn(tx, order.id), payment, why, now);
  const how = payment.channel === OFFLINE_CHANNEL ? '将由财务转账退回' : '已按原路退回';
  await sendMessage(tx, {
    userId: order.userId,
    type: 'pay',
    title: `${why}，${yuan(payment.amountFen)}元${how}`,
    link: orderLink(order.orderNo),
  });
  return `${why}，${how}`;
}

const OVERTAKEN = '订单里的作品已由另一笔订单购买';

/** Why the works of an unpaid order cannot be delivered, so that the payment is refunded; empty when they can. */
async function notDeliverable(tx: Tx, order: OrderRow): Promise<string> {
  if (await isOvertaken(tx, order)) return OVERTAKEN;
  return (await itemsOf(tx, [order.id])).some(isRecalled) ? '订单里的作品已召回' : '';
}

/** Whether the buyer has bought a work of this order through another order since. */
async function isOvertaken(tx: Tx, order: OrderRow): Promise<boolean> {
  const ids = (await itemsOf(tx, [order.id])).filter(({ kind }) => kind === 'publication').map(({ targetId }) => targetId);
  return (await ownedWorks(tx, order.userId, ids, Date.now())).size > 0;
}

/** Whether every line of a cancelled order is still sold at its price and not owned. */
async function stillSold(tx: Tx, order: OrderRow): Promise<boolean> {
  const lines = await itemsOf(tx, [order.id]);
  const owned = await ownedWorks(
    tx,
    order.userId,
    lines.map(({ targetId }) => targetId),
    Date.now(),
  );
  return lines.every(
    (line) =>
      line.workStatus === 'listed' &&
      line.isFree !== '1' &&
      line.salePriceFen === line.unitFen &&
      (line.kind === 'seats' || !owned.has(line.targetId)),
  );
}

/** The order is paid: money into its account, a right for each line. */
export async function deliver(tx: Tx, order: OrderRow, payment: PaymentRow | null, event: 'pay' | 'payLate', now: number): Promise<string> {
  await transitionOrder(tx, null, order, event);
  await tx
    .updateTable('order')
    .set({ payTime: now, channel: payment?.channel ?? 'free' })
    .where('id', '=', order.id)
    .execute();
  if (payment) {
    await tx.updateTable('payment').set({ counts: '1' }).where('id', '=', payment.id).execute();
    await post(tx, {
      event: 'paymentTaken',
      sourceType: 'payment',
      sourceId: payment.id,
      fen: payment.amountFen,
      debit: payment.channel,
      credit: String(order.id),
      at: now,
    });
  }
  const lines = await itemsOf(tx, [order.id]);
  for (const line of lines)
    if (line.kind === 'seats') await addPool(tx, { orderItemId: line.id, publishId: line.targetId, ownerId: order.userId, n: line.qty }, now);
    else await addOrderRight(tx, order.userId, line.targetId, line.id, now);
  await sendMessage(tx, {
    userId: order.userId,
    type: 'pay',
    title: `《${lines[0]?.title ?? ''}》${lines.length > 1 ? `等${lines.length}部作品` : ''}购买成功`,
    link: orderLink(order.orderNo),
  });
  return event === 'pay' ? '支付成功' : '过期后支付，已交付';
}

/** Records what a channel answered about an attempt. */
export async function applyAnswer(
  context: AppContext,
  payment: Pick<PaymentRow, 'id' | 'orderId' | 'paymentNo'>,
  answer: ChannelAnswer,
): Promise<void> {
  if (answer.state === 'paid') return void (await receive(context, payment.paymentNo, answer));
  if (answer.state !== 'closed' && answer.state !== 'failed') return;
  const event = answer.state === 'closed' ? 'close' : 'fail';
  await context.db.transaction().execute(async (tx) => {
    await orderIn(tx, payment.orderId);
    const row = await paymentById(tx, payment.id);
    if (row?.status === 'created' && row.registeredBy === null) await transitionPayment(tx, null, row, event);
  });
}

/** Asks the channel about an attempt, and records the answer. */
export async function ask(context: AppContext, payment: PaymentRow): Promise<void> {
  const channel = channelOf(context, payment.channel);
  if (!channel || payment.status !== 'created') return;
  await applyAnswer(context, payment, await channel.query(payment.paymentNo).catch(() => ({ state: 'unknown' as const })));
}

/** Closes an attempt at its channel; returns whether it is closed or failed for certain. */
export async function closeAttempt(context: AppContext, payment: PaymentRow): Promise<boolean> {
  if (payment.status !== 'created') return payment.status !== 'paid';
  // The money of a registered payment has arrived: a second person decides about it.
  if (payment.registeredBy !== null) return false;
  const channel = channelOf(context, payment.channel);
  const answer: ChannelAnswer = channel ? await channel.close(payment.paymentNo).catch(() => ({ state: 'unknown' as const })) : { state: 'closed' };
  await applyAnswer(context, payment, answer);
  return answer.state === 'closed' || answer.state === 'failed';
}
