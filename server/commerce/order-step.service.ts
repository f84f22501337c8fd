import { ORDER_CODES } from '../../contract/commerce/order-limits.ts';
import { orderMachine } from '../../contract/commerce/order.machine.ts';
import type { OrderEvent, OrderState, PaymentEvent, PaymentState } from '../../contract/commerce/order.ts';
import { paymentMachine } from '../../contract/commerce/payment.machine.ts';
import type { Tx } from '../db/database.ts';
import { samePerson } from '../db/same-person.ts';
import { AppError, failed, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { post } from '../ledger/ledger.service.ts';
import { transition } from '../state-machine/transition.ts';
import { itemsOf, lockOrder, type ItemRow, type OrderRow, type PaymentRow } from './order.queries.ts';
import { countCommission } from './spread/commission.service.ts';

/** An order of another person is answered like one that does not exist. */
export const orderGone = (): AppError => missing('订单不存在，请核对订单号');

export const transitionOrder = transition<OrderState, OrderEvent, OrderRow>(orderMachine, {
  table: 'order',
  stateOf: (row) => row.status as OrderState,
  subject: ({ orderNo }) => `订单${orderNo}`,
  ownerOf: (row) => row.userId,
  notOwner: orderGone,
  // After a refund that did not come about, an order whose lines are all finished is finished again.
  target: async ({ tx, row }) => ((await itemsOf(tx, [row.id])).every(({ finishedAt }) => finishedAt !== null) ? 'finished' : 'paid'),
  on: { cancel: { columns: ({ reason }) => ({ cancelReason: reason }) }, expire: { columns: ({ reason }) => ({ cancelReason: reason }) } },
});

/** Registered money is decided about by another person than the registrar and the buyer. */
async function rejectOwnPayment({ tx, row, currentUser }: { tx: Tx; row: PaymentRow; currentUser: CurrentUser | null }): Promise<void> {
  if (row.registeredBy === null) throw failed('财务还没有登记这笔收款，不能复核');
  const order = await orderIn(tx, row.orderId);
  for (const other of [row.registeredBy, order.userId])
    if (currentUser && (await samePerson(tx, other, currentUser.userId))) throw new AppError(ORDER_CODES.secondPayment, '须由另一位财务人员确认到账');
}

export const transitionPayment = transition<PaymentState, PaymentEvent, PaymentRow>(paymentMachine, {
  table: 'payment',
  stateOf: (row) => row.status as PaymentState,
  subject: ({ paymentNo }) => `支付${paymentNo}`,
  on: {
    confirmOffline: { guard: rejectOwnPayment, columns: ({ currentUser }) => ({ confirmedBy: currentUser?.userId ?? null }) },
    rejectOffline: { guard: rejectOwnPayment },
  },
  columns: ({ to }) => (to === 'created' ? {} : { askAt: null }),
});

/** Locks an order; throws when it does not exist. */
export async function orderIn(tx: Tx, id: number): Promise<OrderRow> {
  const row = await lockOrder(tx, id);
  if (!row) throw orderGone();
  return row;
}

/** Finishes one line: its money becomes income. The order finishes with its last line. The caller holds the lock of the order. */
export async function finishLine(
  tx: Tx,
  order: OrderRow,
  line: Pick<ItemRow, 'id' | 'payFen' | 'refundedFen' | 'kind' | 'finishedAt' | 'spreadId' | 'commissionFen'>,
  now: number,
): Promise<void> {
  if (line.finishedAt !== null) return;
  await tx.updateTable('orderItem').set({ finishedAt: now }).where('id', '=', line.id).where('finishedAt', 'is', null).execute();
  await post(tx, {
    event: 'lineFinished',
    sourceType: 'orderItem',
    sourceId: line.id,
    // Copies that were returned before are no income.
    fen: line.payFen - line.refundedFen,
    debit: String(order.id),
    credit: line.kind,
    at: now,
  });
  await countCommission(tx, line, now);
  await finishIfDone(tx, await orderIn(tx, order.id));
}

/** A paid order whose lines are all finished or returned is finished. */
export async function finishIfDone(tx: Tx, order: OrderRow): Promise<void> {
  if (order.status !== 'paid') return;
  const open = (await itemsOf(tx, [order.id])).filter((one) => one.finishedAt === null && (one.refundedFen < one.payFen || one.payFen === 0));
  if (open.length === 0) await transitionOrder(tx, null, order, 'finish');
}
