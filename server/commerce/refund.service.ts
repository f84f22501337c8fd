import type { z } from 'zod';
import { lineName, ORDER, ORDER_CODES, OFFLINE_CHANNEL } from '../../contract/commerce/order-limits.ts';
import { orderMachine } from '../../contract/commerce/order.machine.ts';
import {
  staffRefund,
  type applyRefund,
  type decideRefund,
  type OrderCard,
  type OrderState,
  type RefundRow as RefundWire,
  type RefundState,
} from '../../contract/commerce/order.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { refundMachine } from '../../contract/commerce/refund.machine.ts';
import { partOf, yuan } from '../../contract/money.ts';
import { eventsFrom, inGroup } from '../../contract/state-machine.ts';
import type { Write } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { wireTime } from '../db/clock.ts';
import { offsetOf } from '../db/page-offset.ts';
import { samePerson } from '../db/same-person.ts';
import { AppError, failed } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { once } from '../http/once.ts';
import { assertConfirmed } from '../identity/confirm.service.ts';
import { requirePermission } from '../state-machine/transition.ts';
import { changeOrderRight, suspendUnopened } from './entitlement.queries.ts';
import { itemsOf, orderByNo, type OrderRow } from './order.queries.ts';
import { canDecide, IN_REFUND, isBuyer, refundFault } from './order.policy.ts';
import { cardsOf } from './order-card.service.ts';
import { orderGone, orderIn } from './order-step.service.ts';
import { heldItems, refundById, refundLinesOf, refundPage } from './refund.queries.ts';
import { fileIn } from './money-file.service.ts';
import { lockedFreeCopies, openRefund, type RefundPart } from './refund-open.service.ts';
import { orderKindOf } from './order-kind/order-kind.service.ts';
import { isInvoiced, refundGone, transitionRefund } from './refund-step.service.ts';

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
    const parts: RefundPart[] = [];
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
    await openRefund(tx, currentUser, order, { kind: 'buyer', reason: body.reason, note: body.note, parts });
  });
  const after = await orderByNo(context.db, body.orderNo);
  const [card] = after ? await cardsOf(context.db, [after], Date.now()) : [];
  if (!card) throw orderGone();
  return card;
}

/**
 * Finance refunds lines without an application: copies in parts, everything else as a whole. The person who does it has passed it with that; what
 * is large or was opened waits for a second person, and what was invoiced for its red invoice.
 */
export async function refundByStaff(
  context: AppContext,
  currentUser: CurrentUser,
  { requestId, ...body }: z.output<typeof staffRefund.body>,
  write: Write,
): Promise<DataOf<typeof staffRefund>> {
  const request = { userId: currentUser.userId, kind: 'staffRefund', key: requestId, call: staffRefund.key, body, keptMs: null };
  const answer = await once<DataOf<typeof staffRefund>>(context.db, request, async (finish) => {
    const found = await orderByNo(context.db, body.orderNo);
    if (!found) throw orderGone();
    return write(async (tx) => {
      const order = await orderIn(tx, found.id);
      if (!inGroup(orderMachine, 'returnable', order.status as OrderState)) throw failed('订单没有支付，或已全部退款，不能退款');
      if (await samePerson(tx, order.userId, currentUser.userId)) throw failed('不能办理本人订单的退款，请由另一位财务人员处理');
      const parts = await partsByStaff(tx, order, body.lines);
      await changeOrderRight(
        tx,
        parts.map(({ orderItemId }) => orderItemId),
        { suspended: '1' },
      );
      const refundId = await openRefund(tx, currentUser, order, { kind: 'staff', reason: body.reason, note: body.note, parts });
      const row = await refundById(tx, refundId);
      if (!row) throw refundGone();
      await assertConfirmedFor({ db: tx }, currentUser, row.fen);
      const invoiced = await isInvoiced(tx, row);
      const status = invoiced ? 'applied' : await transitionRefund(tx, currentUser, row, 'pass', body.note);
      return finish(tx, { refundId, fen: row.fen, status, invoiced });
    });
  });
  context.jobs.wake();
  return answer;
}

/** A large refund asks who does it to confirm the identity again. */
async function assertConfirmedFor(context: { readonly db: AppContext['db'] | Tx }, currentUser: CurrentUser, fen: number): Promise<void> {
  if (fen > ORDER.confirmFen) await assertConfirmed(context, currentUser);
}

async function partsByStaff(tx: Tx, order: OrderRow, wanted: z.output<typeof staffRefund.body>['lines']): Promise<RefundPart[]> {
  const held = await heldItems(tx, [order.id]);
  const lines = new Map((await itemsOf(tx, [order.id])).map((line) => [line.id, line]));
  const parts: RefundPart[] = [];
  for (const { orderItemId, qty } of wanted) {
    const line = lines.get(orderItemId);
    if (!line) throw failed('选择的商品不在这个订单里，请刷新后重试');
    if (held.has(line.id) || parts.some((part) => part.orderItemId === line.id)) throw new AppError(ORDER_CODES.twice, IN_REFUND);
    const [leftFen, leftQty] = [line.payFen - line.refundedFen, line.qty - line.refundedQty];
    const copies = line.kind === 'seats' ? await lockedFreeCopies(tx, line.id) : leftQty;
    const asked = qty ?? copies;
    const fault = (await orderKindOf(line.kind).staffRefundFault?.(tx, line)) ?? '';
    if (fault) throw failed(fault);
    if (leftFen <= 0 || asked > leftQty) throw new AppError(ORDER_CODES.above, `退款金额超过可退金额${yuan(leftFen)}元`);
    if (asked > copies || asked < 1)
      throw new AppError(ORDER_CODES.quantity, copies < 1 ? '全部份数已分配，请买家先收回未使用的' : `只有${copies}份没有分配，可以退款`);
    parts.push({ orderItemId: line.id, qty: asked, fen: partOf(line.payFen, line.qty, line.refundedQty, asked) });
  }
  return parts;
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
        kind: row.kind,
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
          canDecide(row, event),
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
  if (event !== 'reject') await assertConfirmedFor(context, currentUser, (await refundById(context.db, refundId))?.fen ?? 0);
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
