import type { z } from 'zod';
import { lineName, ORDER_CODES, OFFLINE_CHANNEL } from '../../contract/commerce/order-limits.ts';
import type { applyRefund, decideRefund, OrderCard, RefundRow as RefundWire, RefundState, returnByStaff } from '../../contract/commerce/order.ts';
import { refundMachine } from '../../contract/commerce/refund.machine.ts';
import { partOf } from '../../contract/money.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { eventsFrom } from '../../contract/state-machine.ts';
import type { Write } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { wireTime } from '../db/clock.ts';
import { offsetOf } from '../db/page-offset.ts';
import { AppError, failed } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { requirePermission } from '../state-machine/transition.ts';
import { changeOrderRight, suspendUnopened } from './entitlement.queries.ts';
import { itemsOf, orderByNo } from './order.queries.ts';
import { orderKindOf } from './order-kind/order-kind.service.ts';
import { IN_REFUND, isBuyer, refundFault } from './order.policy.ts';
import { cardsOf } from './order-card.service.ts';
import { orderGone, orderIn } from './order-step.service.ts';
import { countedPayment, heldItems, refundById, refundLinesOf, refundPage } from './refund.queries.ts';
import { invoicedOf } from './invoice/invoice.queries.ts';
import { startRedOfRefund } from './invoice/red-invoice.service.ts';
import { fileIn } from './money-file.service.ts';
import { freeCopies } from './seat/seat-count.service.ts';
import { lockPool, poolOfItem } from './seat/seat.queries.ts';
import { addRefund, refundGone, startIfAll, transitionRefund } from './refund-step.service.ts';

/** A buyer returns lines that were not opened. Their right is suspended at once: opening and returning at the same moment have one winner. */
export async function applyFor(context: AppContext, currentUser: CurrentUser, body: z.output<typeof applyRefund.body>): Promise<OrderCard> {
  const found = await orderByNo(context.db, body.orderNo);
  if (!found || !isBuyer(found, currentUser)) throw orderGone();
  await context.db.transaction().execute(async (tx) => {
    const order = await orderIn(tx, found.id);
    const held = await heldItems(tx, [order.id]);
    const lines = (await itemsOf(tx, [order.id])).filter(({ id }) => body.orderItemIds.includes(id));
    if (lines.length < new Set(body.orderItemIds).size) throw failed('选择的商品不在这个订单里，请刷新后重试');
    const now = Date.now();
    const parts: { orderItemId: number; qty: number; fen: number }[] = [];
    for (const line of lines) {
      const copies = line.kind === 'seats' ? await lockedFreeCopies(tx, line.id) : 1;
      const fault = refundFault(order, line, held.has(line.id), now, copies) || (orderKindOf(line.kind).noRefund ?? '');
      if (held.has(line.id)) throw new AppError(ORDER_CODES.twice, IN_REFUND);
      if (fault) throw new AppError(ORDER_CODES.opened, fault);
      if (line.kind === 'seats') {
        const qty = body.seats ?? copies;
        if (qty > copies) throw new AppError(ORDER_CODES.quantity, `只有${copies}份没有分配，可以退款`);
        parts.push({ orderItemId: line.id, qty, fen: partOf(line.payFen, line.qty, line.refundedQty, qty) });
        continue;
      }
      parts.push({ orderItemId: line.id, qty: line.qty, fen: line.payFen });
      if (!(await suspendUnopened(tx, line.id))) throw new AppError(ORDER_CODES.opened, refundFault(order, { ...line, openedAt: now }, false, now));
    }
    const payment = await countedPayment(tx, order.id);
    if (!payment) throw failed('订单没有可以退回的支付');
    const id = await addRefund(tx, currentUser, {
      orderId: order.id,
      paymentId: payment.id,
      kind: 'buyer',
      reason: body.reason,
      note: body.note,
      parts,
    });
    await startRedOfRefund(
      tx,
      currentUser,
      id,
      lines.map((line) => line.id),
    );
    await startIfAll(tx, order);
  });
  const after = await orderByNo(context.db, body.orderNo);
  const [card] = after ? await cardsOf(context.db, [after], Date.now()) : [];
  if (!card) throw orderGone();
  return card;
}

/** Staff return paid lines whole; a large sum and an opened line wait for a second person. */
export async function returnLines(
  context: AppContext,
  currentUser: CurrentUser,
  body: z.output<typeof returnByStaff.body>,
  write: Write,
): Promise<DataOf<typeof returnByStaff>> {
  const found = await orderByNo(context.db, body.orderNo);
  if (!found) throw orderGone();
  const done = await write(async (tx) => {
    const order = await orderIn(tx, found.id);
    const held = await heldItems(tx, [order.id]);
    const lines = (await itemsOf(tx, [order.id])).filter(({ id }) => body.orderItemIds.includes(id));
    if (lines.length < new Set(body.orderItemIds).size) throw failed('选择的商品不在这个订单里，请刷新后重试');
    const payment = await countedPayment(tx, order.id);
    if (!payment || (order.status !== 'paid' && order.status !== 'finished')) throw failed('订单没有可以退回的支付');
    const parts: { orderItemId: number; qty: number; fen: number }[] = [];
    for (const line of lines) {
      if (held.has(line.id)) throw new AppError(ORDER_CODES.twice, IN_REFUND);
      const copies = line.kind === 'seats' ? await lockedFreeCopies(tx, line.id) : line.qty - line.refundedQty;
      const fault = copies < 1 ? '没有可以退款的份数' : ((await orderKindOf(line.kind).staffRefundFault?.(tx, line)) ?? '');
      if (fault) throw failed(fault);
      const fen = line.kind === 'seats' ? partOf(line.payFen, line.qty, line.refundedQty, copies) : line.payFen - line.refundedFen;
      if (fen <= 0) throw failed('所选商品没有可以退回的钱');
      parts.push({ orderItemId: line.id, qty: copies, fen });
    }
    const ids = lines.map(({ id }) => id);
    await changeOrderRight(tx, ids, { suspended: '1' });
    const { reason, note } = body;
    const id = await addRefund(tx, currentUser, { orderId: order.id, paymentId: payment.id, kind: 'staff', reason, note, parts });
    await startRedOfRefund(tx, currentUser, id, ids);
    await startIfAll(tx, order);
    const row = await refundById(tx, id);
    if (!row) throw refundGone();
    // An invoiced line waits for its red invoice; then the refund is passed like that of a buyer.
    const invoiced = [...(await invoicedOf(tx, ids)).values()].some(({ issued }) => issued > 0);
    return { refundNo: row.refundNo, status: invoiced ? ('applied' as const) : await transitionRefund(tx, currentUser, row, 'pass') };
  });
  context.jobs.wake();
  return done;
}

/** Copies of a line that were not handed out. Its pool stays locked: none is handed out until the refund holds them. */
async function lockedFreeCopies(tx: Tx, orderItemId: number): Promise<number> {
  const pool = await poolOfItem(tx, orderItemId);
  if (!pool) return 0;
  await lockPool(tx, pool.id);
  return freeCopies(tx, pool);
}

export async function cancelOwn(context: AppContext, currentUser: CurrentUser, refundId: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const known = await refundById(tx, refundId);
    if (!known) throw refundGone();
    const order = await orderIn(tx, known.orderId);
    const row = await refundById(tx, refundId);
    if (!row || !isBuyer(order, currentUser)) throw refundGone();
    await transitionRefund(tx, currentUser, row, 'cancel', '', 'checked');
  });
}

export async function refundsFor(
  { db }: AppContext,
  currentUser: CurrentUser,
  query: { refundId?: number | undefined; status?: string | undefined; pageNum: number; pageSize: number },
) {
  const { total, rows } = await refundPage(db, query, query.pageSize, (all) => offsetOf(query, all));
  const parts = await refundLinesOf(
    db,
    rows.map(({ id }) => id),
  );
  const titles = new Map((await itemsOf(db, [...new Set(rows.map(({ orderId }) => orderId))])).map((line) => [line.id, lineName(line)]));
  return {
    total,
    rows: rows.map(
      (row): RefundWire => ({
        refundId: row.id,
        refundNo: row.refundNo,
        orderNo: row.orderNo,
        userName: row.userName,
        nickName: row.nickName,
        titles: parts
          .filter(({ refundId }) => refundId === row.id)
          .map(({ orderItemId }) => titles.get(orderItemId) ?? '')
          .join(''),
        fen: row.fen,
        status: row.status as RefundState,
        reason: row.reason,
        note: row.failReason || row.note,
        createTime: wireTime(row.createTime),
        passedBy: row.passerName ?? '',
        byTransfer: row.paidThrough === OFFLINE_CHANNEL || row.transferBy !== null,
        can: [],
        transferOn: row.transferOn,
        transferBy: row.transferrerName ?? '',
        voucher: fileIn(row.voucher)?.name ?? '',
        canTransfer: row.status === 'failed' && row.transferBy === null,
        events: eventsFrom(refundMachine, row.status as RefundState, (permission) => hasPermission(currentUser, permission)).filter((event) =>
          event === 'reject' && row.kind === 'rule'
            ? false
            : event === 'byTransfer'
              ? row.transferBy !== null
              : event !== 'retry' || (row.transferBy === null && row.paidThrough !== OFFLINE_CHANNEL),
        ),
        version: row.version,
      }),
    ),
  };
}

export async function decide(
  context: AppContext,
  currentUser: CurrentUser,
  { refundId, event }: z.output<typeof decideRefund.params>,
  reason: string,
  write: Write,
): Promise<void> {
  requirePermission(refundMachine, event, currentUser);
  await write(async (tx) => {
    const known = await refundById(tx, refundId);
    if (!known) throw refundGone();
    await orderIn(tx, known.orderId);
    const row = await refundById(tx, refundId);
    if (!row) throw refundGone();
    await transitionRefund(tx, currentUser, row, event, reason);
  });
  context.jobs.wake();
}
