import { ORDER, OFFLINE_CHANNEL } from '../../contract/commerce/order-limits.ts';
import { yuan } from '../../contract/money.ts';
import type { AppContext } from '../context.ts';
import { configOf } from '../db/config-value.ts';
import type { Database, Tx } from '../db/database.ts';
import { failed } from '../http/app-error.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { post } from '../ledger/ledger.service.ts';
import { channelOf } from '../payment/channels.ts';
import type { ChannelAnswer } from '../payment/payment-channel.ts';
import { WRONG_AMOUNT } from './notice/notice.queries.ts';
import { itemsOf, lockBuyer, paymentById, paymentByNo, type ItemRow, type OrderRow, type PaymentRow } from './order.queries.ts';
import { orderKindOf } from './order-kind/order-kind.service.ts';
import { finishLine, orderIn, transitionOrder, transitionPayment } from './order-step.service.ts';
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
    if (payment.amountFen !== success.amountFen) return `${WRONG_AMOUNT}：应付${yuan(payment.amountFen)}元，通知${yuan(success.amountFen)}元`;
    await transitionPayment(tx, null, payment, 'succeed', success.tradeNo);
    return settle(tx, order, payment, success, lateMs);
  });
}

/** After a payment took its step to paid: its money buys the order, or goes back. The caller holds the lock of the order. */
export async function settle(tx: Tx, order: OrderRow, payment: PaymentRow, success: Success, lateMs: number): Promise<string> {
  const now = Date.now();
  const paid = { tradeNo: success.tradeNo, paidAt: success.paidAt };
  await tx.updateTable('payment').set(paid).where('id', '=', payment.id).execute();
  // Another order of the buyer with the same work may be paid at this moment: only one of them may deliver it.
  await lockBuyer(tx, order.userId);
  const lines = await itemsOf(tx, [order.id]);
  const inTime = order.status === 'unpaid';
  const fault = inTime ? await payFault(tx, order, lines, false) : '';
  if (inTime && fault === '') return deliver(tx, order, payment, 'pay', now);
  const why = inTime ? fault : order.status === 'cancelled' ? await lateFault(tx, order, lines, now, lateMs) : '同一订单收到两次付款';
  if (why === '') return deliver(tx, order, payment, 'payLate', now);
  if (inTime) await transitionOrder(tx, null, order, 'expire', fault);
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

/** Money whose order was found later buys it; throws when it cannot. The caller holds the lock of the order. */
export async function deliverFound(tx: Tx, order: OrderRow, payment: PaymentRow, tradeNo: string): Promise<void> {
  const now = Date.now();
  await transitionPayment(tx, null, payment, 'succeed', tradeNo);
  await tx.updateTable('payment').set({ tradeNo, paidAt: now }).where('id', '=', payment.id).execute();
  await lockBuyer(tx, order.userId);
  const late = order.status === 'cancelled';
  const fault = await payFault(tx, order, await itemsOf(tx, [order.id]), late);
  if (fault !== '') throw failed(`${fault}，不能归入这个订单，请退回付款人`);
  await deliver(tx, order, payment, late ? 'payLate' : 'pay', now);
}

/** Why the money cannot buy all lines of an order any more; empty when it can. */
async function payFault(tx: Tx, order: OrderRow, lines: readonly ItemRow[], late: boolean): Promise<string> {
  for (const line of lines) {
    const fault = await orderKindOf(line.kind).payFault(tx, order, line, late);
    if (fault !== '') return fault;
  }
  return '';
}

/** Why a cancelled order is not delivered when its money arrives; empty when it is. */
async function lateFault(tx: Tx, order: OrderRow, lines: readonly ItemRow[], now: number, lateMs: number): Promise<string> {
  const inTime = order.expireTime !== null && now - order.expireTime <= lateMs;
  const fault = inTime ? await payFault(tx, order, lines, true) : orderKindOf(order.orderType).tooLate;
  return fault && `您在订单过期后支付，${fault}`;
}

/** The order is paid: money into its account, and what each line is paid for. */
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
      event: payment.suspenseEndId === null ? 'paymentTaken' : 'suspenseAssigned',
      sourceType: 'payment',
      sourceId: payment.id,
      fen: payment.amountFen,
      debit: payment.channel,
      credit: String(order.id),
      at: now,
    });
  }
  const lines = await itemsOf(tx, [order.id]);
  for (const line of lines) {
    const rule = orderKindOf(line.kind);
    await rule.paid(tx, order, line, now);
    if (rule.finishes === 'withPayment') await finishLine(tx, await orderIn(tx, order.id), line, now);
  }
  await sendMessage(tx, {
    userId: order.userId,
    type: 'pay',
    title: orderKindOf(order.orderType).paidTitle(lines),
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
