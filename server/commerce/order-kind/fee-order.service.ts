import { randomUUID } from 'node:crypto';
import type { FeeKind } from '../../../contract/commerce/order-limits.ts';
import type { FeeOrder } from '../../../contract/commerce/fee-order.ts';
import { orderMachine } from '../../../contract/commerce/order.machine.ts';
import { yuan } from '../../../contract/money.ts';
import type { OrderState } from '../../../contract/commerce/order.ts';
import { wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { logTransition } from '../../state-machine/transition-log.ts';
import { isRegistered } from '../order.policy.ts';
import { itemsOf, paymentsOf, type ItemRow, type OrderRow } from '../order.queries.ts';
import { finishLine, orderIn, transitionOrder } from '../order-step.service.ts';
import { numberOf } from '../payment.service.ts';
import { countedPayment, refundById } from '../refund.queries.ts';
import { openRefund } from '../refund-open.service.ts';
import { isInvoiced, timeNumber, transitionRefund } from '../refund-step.service.ts';
import { ordersOfFee, type FeeOrderRow } from './fee-order.queries.ts';

/** VAT inside the price of services, basis points, unless the settings say another. */
const SERVICE_VAT_BP = 600;
const PAID: ReadonlySet<string> = new Set<OrderState>(orderMachine.groups.returnable);

interface Fee {
  readonly kind: FeeKind;
  readonly targetId: number;
  /** Who pays. */
  readonly userId: number;
  readonly title: string;
  readonly fen: number;
  readonly expireTime: number;
}

const isOpen = ({ status, expireTime }: OrderRow, now: number): boolean => status === 'unpaid' && (expireTime ?? now) > now;
/** The order that paid a fee, else the newest. */
const shown = (orders: readonly FeeOrderRow[]): FeeOrderRow | undefined => orders.findLast(({ payTime }) => payTime !== null) ?? orders.at(-1);

/** The order with which a fee is paid: the open one, or a new one. The area has checked that the fee is due. */
export async function placeFee(tx: Tx, currentUser: CurrentUser | null, fee: Fee): Promise<{ orderNo: string }> {
  // Locks the buyer: of two requests at the same moment one finds the order of the other.
  await tx
    .updateTable('user')
    .set((eb) => ({ updateTime: eb.ref('updateTime') }))
    .where('id', '=', fee.userId)
    .execute();
  const now = Date.now();
  const open = (await ordersOfFee(tx, fee.kind, fee.targetId)).find((order) => isOpen(order, now));
  if (open) return { orderNo: open.orderNo };
  const orderNo = await timeNumber(tx, 'DD', now);
  const { id } = await tx
    .insertInto('order')
    .values({
      orderNo,
      userId: fee.userId,
      orderType: fee.kind,
      totalFen: fee.fen,
      discountFen: 0,
      payFen: fee.fen,
      payTime: null,
      expireTime: fee.expireTime,
      requestId: randomUUID(),
      requestHash: '',
      createBy: currentUser?.userName ?? '',
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('orderItem')
    .values({
      orderId: id,
      targetId: fee.targetId,
      title: fee.title,
      kind: fee.kind,
      qty: 1,
      unitFen: fee.fen,
      payFen: fee.fen,
      vatBp: await numberOf({ db: tx }, 'pay.vat.service', SERVICE_VAT_BP),
      openedAt: null,
      finishedAt: null,
    })
    .execute();
  await logTransition(tx, currentUser, { entityType: 'order', entityId: id, event: 'place', fromStatus: '', toStatus: 'unpaid', note: '' });
  return { orderNo };
}

/**
 * Locks the orders of a fee. A service that changes what is paid calls it first: a payment locks its order before it changes what it pays, and two
 * transactions that lock in different orders would wait for each other.
 */
export async function lockFee(tx: Tx, kind: FeeKind, targetId: number): Promise<void> {
  for (const { id } of await ordersOfFee(tx, kind, targetId)) await orderIn(tx, id);
}

/** Whether finance has registered money for a fee that a second person has not decided about. */
export async function feeIsRegistered(tx: Tx, kind: FeeKind, targetId: number): Promise<boolean> {
  for (const { id } of await ordersOfFee(tx, kind, targetId)) if ((await paymentsOf(tx, id)).some(isRegistered)) return true;
  return false;
}

/**
 * Closes the unpaid orders of a fee that is not due any more. One with an open attempt is closed by the lane of expired orders, which asks the
 * channel first; money that arrives meanwhile goes back.
 */
export async function withdrawFee(tx: Tx, kind: FeeKind, targetId: number, reason: string, now: number): Promise<void> {
  for (const { id, status } of await ordersOfFee(tx, kind, targetId)) {
    if (status !== 'unpaid') continue;
    const order = await orderIn(tx, id);
    if (order.status !== 'unpaid') continue;
    if ((await paymentsOf(tx, id)).some((payment) => payment.status === 'created'))
      await tx.updateTable('order').set({ expireTime: now, cancelReason: reason }).where('id', '=', id).execute();
    else await transitionOrder(tx, null, order, 'expire', reason);
  }
}

async function paidLine(tx: Tx, kind: FeeKind, targetId: number): Promise<{ order: OrderRow; line: ItemRow } | null> {
  const found = (await ordersOfFee(tx, kind, targetId)).findLast(({ status }) => PAID.has(status));
  if (!found) return null;
  const order = await orderIn(tx, found.id);
  const [line] = await itemsOf(tx, [order.id]);
  return line && PAID.has(order.status) ? { order, line } : null;
}

/** The service of a paid fee was given: its money becomes income. Does nothing for a fee without an order. */
export async function finishFee(tx: Tx, kind: FeeKind, targetId: number, now: number): Promise<void> {
  const paid = await paidLine(tx, kind, targetId);
  if (paid) await finishLine(tx, paid.order, paid.line, now);
}

/**
 * Returns `fen` of a paid fee by the rule of its area, without a decision of staff; what is kept becomes income. An invoiced fee waits for its red
 * invoice. Returns whether an order paid the fee.
 */
export async function returnFee(
  tx: Tx,
  currentUser: CurrentUser | null,
  { kind, targetId, fen, reason }: Pick<Fee, 'kind' | 'targetId' | 'fen'> & { readonly reason: string },
  now: number,
): Promise<boolean> {
  const paid = await paidLine(tx, kind, targetId);
  if (!paid) return false;
  const { order, line } = paid;
  if (!(await countedPayment(tx, order.id))) return false;
  const all = fen >= line.payFen - line.refundedFen;
  if (!all) await finishLine(tx, order, line, now);
  if (fen <= 0) return true;
  const part = { orderItemId: line.id, qty: all ? line.qty : 0, fen };
  const refundId = await openRefund(tx, currentUser, await orderIn(tx, order.id), { kind: 'rule', reason, note: '', parts: [part] });
  const row = await refundById(tx, refundId);
  if (row && !(await isInvoiced(tx, row))) await transitionRefund(tx, null, row, 'send');
  return true;
}

function wordsOf({ status, refundedFen }: OrderRow, registered: boolean): string {
  if (registered) return '已收到转账，正在复核';
  return refundedFen > 0 && status !== 'refunded' ? `已退 ¥${yuan(refundedFen)}` : orderMachine.states[status as OrderState].label;
}

/** The order of a fee as its page shows it; `numbered` for its buyer and for staff. */
export async function feeOrderOf(db: Database | Tx, kind: FeeKind, targetId: number, numbered: boolean): Promise<FeeOrder | null> {
  const order = shown(await ordersOfFee(db, kind, targetId));
  if (!order) return null;
  const waits = order.status === 'unpaid' && (await paymentsOf(db, order.id)).some(isRegistered);
  return {
    orderNo: numbered ? order.orderNo : '',
    status: order.status as OrderState,
    words: wordsOf(order, waits),
    payFen: order.payFen,
    refundedFen: order.refundedFen,
    expireTime: wireTime(order.expireTime),
    registered: waits,
  };
}
