import { DAY_MS } from '../../contract/clock.ts';
import { ORDER, OFFLINE_CHANNEL, type OrderKind } from '../../contract/commerce/order-limits.ts';
import type { OrderCard, OrderState, PaymentState, RefundState } from '../../contract/commerce/order.ts';
import { INVOICE } from '../../contract/commerce/invoice-limits.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { transferAccount } from './offline-offer.service.ts';
import { orderKindOf } from './order-kind/order-kind.service.ts';
import { itemsOf, newestAttempts, type OrderRow } from './order.queries.ts';
import { invoicedOf } from './invoice/invoice.queries.ts';
import { inInvoiceTime } from './invoice/invoice.policy.ts';
import { numberOf } from './payment.service.ts';
import { canHide, canPay, isRegistered, refundFault } from './order.policy.ts';
import { coverOf } from './price.service.ts';
import { poolCounts } from './seat/seat-count.service.ts';
import { heldItems, refundsOf } from './refund.queries.ts';

/** Orders with their lines, refunds and what the buyer may do now, in the given order. */
export async function cardsOf(db: Database | Tx, orders: readonly OrderRow[], now: number): Promise<OrderCard[]> {
  const ids = orders.map(({ id }) => id);
  const [lines, refunds, held] = [await itemsOf(db, ids), await refundsOf(db, ids), await heldItems(db, ids)];
  const attempts = await newestAttempts(db, ids);
  const awaits = (order: OrderRow): boolean =>
    order.status === 'unpaid' && attempts.get(order.id)?.channel === OFFLINE_CHANNEL && attempts.get(order.id)?.status === 'created';
  const invoiced = await invoicedOf(
    db,
    lines.map(({ id }) => id),
  );
  const days = await numberOf({ db }, 'pay.invoice.days', INVOICE.days);
  const account = orders.some(awaits) ? await transferAccount(db) : null;
  const isRegisteredNow = (orderId: number): boolean => {
    const attempt = attempts.get(orderId);
    return attempt !== undefined && isRegistered(attempt);
  };
  const pools = await poolCounts(db, lines);
  const free = ({ id, kind }: { readonly id: number; readonly kind: string }): number => (kind === 'seats' ? (pools.get(id)?.free ?? 0) : 1);
  const links = new Map<number, string>();
  for (const order of orders)
    for (const line of lines) if (line.orderId === order.id) links.set(line.id, (await orderKindOf(line.kind).link?.(db, order, line)) ?? '');
  return orders.map((order): OrderCard => {
    const own = lines.filter(({ orderId }) => orderId === order.id);
    const items = own.map((line) => ({
      orderItemId: line.id,
      publishId: line.targetId,
      title: line.title,
      workKind: line.workKind ?? ('book' as const),
      cover: coverOf(line),
      kind: line.kind as OrderKind,
      qty: line.qty,
      unitFen: line.unitFen,
      discountFen: line.discountFen,
      payFen: line.payFen,
      refundedFen: line.refundedFen,
      opened: line.openedAt !== null,
      noRefund: orderKindOf(line.kind).noRefund ?? refundFault(order, line, held.has(line.id), now, free(line)),
      refundableQty: line.kind === 'seats' ? free(line) : line.qty - line.refundedQty,
      refundedQty: line.refundedQty,
      inRefund: held.has(line.id) && line.refundedFen < line.payFen,
      link: links.get(line.id) ?? '',
    }));
    const returnable = items.some(({ noRefund }) => noRefund === '');
    return {
      orderId: order.id,
      orderNo: order.orderNo,
      status: order.status as OrderState,
      totalFen: order.totalFen,
      discountFen: order.discountFen,
      payFen: order.payFen,
      refundedFen: order.refundedFen,
      channel: order.channel,
      createTime: wireTime(order.createTime),
      payTime: wireTime(order.payTime),
      expireTime: wireTime(order.expireTime),
      cancelReason: order.cancelReason,
      items,
      refunds: refunds
        .filter(({ orderId, kind }) => orderId === order.id && kind !== 'auto')
        .map((row) => ({
          refundId: row.id,
          refundNo: row.refundNo,
          fen: row.fen,
          status: row.status as RefundState,
          reason: row.reason,
          note: row.status === 'rejected' || row.status === 'failed' ? row.failReason : row.note,
          createTime: wireTime(row.createTime),
          byTransfer: row.paidThrough === OFFLINE_CHANNEL || row.transferBy !== null,
          can: row.status === 'applied' && row.kind === 'buyer' ? (['cancel'] as const).slice() : [],
        })),
      attempt: (attempts.get(order.id)?.status ?? '') as PaymentState | '',
      transfer: awaits(order)
        ? { holder: account?.holder ?? '', bank: account?.bank ?? '', account: account?.account ?? '', registered: isRegisteredNow(order.id) }
        : null,
      returned: refunds
        .filter(({ orderId, kind }) => orderId === order.id && kind === 'auto')
        .map(({ fen, reason, status, paidThrough }) => ({ fen, reason, status: status as RefundState, byTransfer: paidThrough === OFFLINE_CHANNEL })),
      invoiced: own.some(({ id }) => (invoiced.get(id)?.all ?? 0) > 0),
      refundUntil: returnable && order.payTime !== null ? wireTime(order.payTime + ORDER.refundDays * DAY_MS) : '',
      can: [
        ...(canPay(order, now) && !isRegisteredNow(order.id) ? (['pay', 'cancel'] as const) : []),
        ...(returnable ? (['refund'] as const) : []),
        ...(inInvoiceTime(order, now, days) &&
        own.some((line) => !held.has(line.id) && line.payFen - line.refundedFen > (invoiced.get(line.id)?.all ?? 0))
          ? (['invoice'] as const)
          : []),
        ...(order.payTime !== null ? (['receipt'] as const) : []),
        ...(canHide(order) ? (['hide'] as const) : []),
      ],
    };
  });
}
