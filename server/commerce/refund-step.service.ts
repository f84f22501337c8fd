import { CHANNEL_NAMES, ORDER, ORDER_CODES, OFFLINE_CHANNEL } from '../../contract/commerce/order-limits.ts';
import { orderMachine } from '../../contract/commerce/order.machine.ts';
import type { OrderState, RefundEvent, RefundState } from '../../contract/commerce/order.ts';
import { refundMachine } from '../../contract/commerce/refund.machine.ts';
import { inGroup } from '../../contract/state-machine.ts';
import { yuan } from '../../contract/money.ts';
import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { samePerson } from '../db/same-person.ts';
import { nextNumber } from '../db/sequence.ts';
import { AppError, failed, missing } from '../http/app-error.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { post } from '../ledger/ledger.service.ts';
import { transition, type Done } from '../state-machine/transition.ts';
import { changeOrderRight } from './entitlement.queries.ts';
import { invoicedOf, lapseRed, redsOfRefund } from './invoice/invoice.queries.ts';
import { itemsOf, paymentById, type OrderRow, type PaymentRow } from './order.queries.ts';
import { orderKindOf } from './order-kind/order-kind.service.ts';
import { finishIfDone, orderIn, transitionOrder } from './order-step.service.ts';
import { takeCommissionBack } from './spread/commission.service.ts';
import { heldFen, heldItems, refundLinesOf, type RefundRow } from './refund.queries.ts';

const SIX = 1_000_000;

/** F18: prefix, time to the second in Shanghai, and six digits. */
export async function timeNumber(tx: Tx, prefix: string, now: number): Promise<string> {
  const digits = String((await nextNumber(tx, `${prefix}:number`)) % SIX).padStart(6, '0');
  return `${prefix}${wireTime(now).replace(/\D/g, '')}${digits}`;
}

export const refundGone = (): AppError => missing('退款申请不存在，请刷新后重试');

/** Whether a refund needs a second person: a large sum, or a line that was opened. */
async function needsSecond(tx: Tx, row: RefundRow): Promise<boolean> {
  if (row.fen > ORDER.confirmFen) return true;
  const ids = (await refundLinesOf(tx, [row.id])).map(({ orderItemId }) => orderItemId);
  return (await itemsOf(tx, [row.orderId])).some((line) => ids.includes(line.id) && line.openedAt !== null);
}

/** The money of invoiced lines leaves only after their red invoice. */
export async function isInvoiced(tx: Tx, row: Pick<RefundRow, 'id'>): Promise<boolean> {
  const ids = (await refundLinesOf(tx, [row.id])).map(({ orderItemId }) => orderItemId);
  return [...(await invoicedOf(tx, ids)).values()].some(({ issued }) => issued > 0);
}
async function rejectInvoiced(tx: Tx, row: RefundRow): Promise<void> {
  if (await isInvoiced(tx, row)) throw new AppError(ORDER_CODES.invoiced, '订单已开票，请先申请红冲');
}

export const transitionRefund = transition<RefundState, RefundEvent, RefundRow>(refundMachine, {
  table: 'refund',
  stateOf: (row) => row.status as RefundState,
  subject: ({ refundNo }) => `退款${refundNo}`,
  ownerOf: (row) => row.buyerId,
  notOwner: refundGone,
  on: {
    cancel: {
      guard({ row }) {
        if (row.kind !== 'buyer') throw failed('这笔退款不是您申请的，不能撤回');
      },
    },
    pass: {
      async guard({ tx, row, currentUser }) {
        await rejectInvoiced(tx, row);
        const order = await orderIn(tx, row.orderId);
        if (currentUser && (await samePerson(tx, order.userId, currentUser.userId))) throw failed('不能审核本人的退款，请由另一位财务人员处理');
      },
      columns: ({ currentUser }) => ({ passedBy: currentUser?.userId ?? null }),
      after: takeWhenSending,
    },
    confirm: {
      async guard({ tx, row, currentUser }) {
        await rejectInvoiced(tx, row);
        const order = await orderIn(tx, row.orderId);
        for (const other of [row.passedBy, order.userId])
          if (currentUser && other !== null && (await samePerson(tx, other, currentUser.userId)))
            throw new AppError(ORDER_CODES.second, '该退款须由另一位财务人员复核');
      },
      // The second person of a recall has confirmed all its refunds before the program writes them.
      columns: ({ currentUser }) => (currentUser ? { confirmedBy: currentUser.userId } : {}),
      after: takeWhenSending,
    },
    send: { after: takeWhenSending },
    fail: { columns: ({ reason }) => ({ failReason: reason }) },
    reject: {
      columns: ({ reason }) => ({ failReason: reason }),
      guard({ row }) {
        if (row.kind === 'recall') throw failed('召回的作品须全部退款，不能驳回');
        if (row.kind === 'rule') throw failed('这笔退款按取消规则产生，不能驳回');
      },
    },
    byTransfer: {
      async guard({ tx, row, currentUser }) {
        if (row.transferBy === null) throw failed('请先登记转账的日期和凭证');
        const order = await orderIn(tx, row.orderId);
        for (const other of [row.transferBy, order.userId])
          if (currentUser && (await samePerson(tx, other, currentUser.userId)))
            throw new AppError(ORDER_CODES.second, '该退款须由另一位财务人员复核');
      },
    },
    retry: {
      async guard({ tx, row }) {
        if (row.transferBy !== null) throw failed('这笔退款的转账已登记，不能再请求渠道');
        if ((await paymentById(tx, row.paymentId))?.channel === OFFLINE_CHANNEL) throw failed('线下付款没有渠道可以重试，请登记转账');
      },
    },
  },
  target: async ({ tx, row }) => ((await needsSecond(tx, row)) ? 'approved' : 'sending'),
  columns: ({ to, now }) => ({ askAt: to === 'sending' ? now : null, ...(to === 'done' ? { doneAt: now } : {}) }),
  async after({ tx, row, to, reason, now }) {
    const order = await orderIn(tx, row.orderId);
    if (to === 'done') await finishRefund(tx, order, row, now);
    if (to === 'rejected' || to === 'cancelled') {
      await releaseLines(tx, order, row);
      for (const { id } of await redsOfRefund(tx, row.id)) await lapseRed(tx, id);
    }
    if (to === 'rejected')
      await sendMessage(tx, {
        userId: order.userId,
        type: 'pay',
        title: `订单${order.orderNo}的退款申请未通过`,
        content: reason,
        link: `/personalCenter/order?orderNo=${order.orderNo}`,
      });
  },
});

/** The money leaves the order with the first request to the channel; a repeated one moves nothing. */
async function takeWhenSending({ tx, row, to, currentUser, now }: Done<RefundState, RefundEvent, RefundRow>): Promise<void> {
  if (to === 'sending') await takeFromOrder(tx, await orderIn(tx, row.orderId), row, now, currentUser?.userId ?? row.confirmedBy);
}

/** Moves the money of the lines from the order, or from income when the line is finished, to what is due to the buyer. */
async function takeFromOrder(tx: Tx, order: OrderRow, row: RefundRow, now: number, operatorId: number | null): Promise<void> {
  const lines = new Map((await itemsOf(tx, [order.id])).map((line) => [line.id, line]));
  for (const part of await refundLinesOf(tx, [row.id])) {
    const line = lines.get(part.orderItemId);
    if (!line) throw new Error(`refund ${row.id} names a line of another order`);
    const finished = line.finishedAt !== null;
    await post(tx, {
      event: finished ? 'refundAfterFinish' : 'refundBeforeFinish',
      sourceType: 'refundLine',
      sourceId: part.id,
      fen: part.fen,
      debit: finished ? line.kind : String(order.id),
      credit: String(row.id),
      at: now,
      operatorId,
    });
  }
}

async function finishRefund(tx: Tx, order: OrderRow, row: RefundRow, now: number): Promise<void> {
  const payment = await tx.selectFrom('payment').selectAll().where('id', '=', row.paymentId).executeTakeFirstOrThrow();
  await post(tx, {
    event: 'refundDone',
    sourceType: 'refund',
    sourceId: row.id,
    fen: row.fen,
    debit: String(row.id),
    // A transfer by finance leaves the account for transfers, whatever the channel of the payment was.
    credit: row.transferBy === null ? payment.channel : OFFLINE_CHANNEL,
    at: now,
  });
  const parts = await refundLinesOf(tx, [row.id]);
  for (const part of parts)
    await tx
      .updateTable('orderItem')
      .set((eb) => ({ refundedQty: eb('refundedQty', '+', part.qty), refundedFen: eb('refundedFen', '+', part.fen) }))
      .where('id', '=', part.orderItemId)
      .execute();
  if (parts.length === 0) return;
  for (const line of await itemsOf(tx, [order.id]))
    for (const part of parts.filter(({ orderItemId }) => orderItemId === line.id)) {
      await orderKindOf(line.kind).refunded?.(tx, line, now);
      await takeCommissionBack(tx, line, part, now);
    }
  const ids = parts.map(({ orderItemId }) => orderItemId);
  await changeOrderRight(tx, ids, { revoked: '1' });
  await tx
    .updateTable('order')
    .set((eb) => ({ refundedFen: eb('refundedFen', '+', row.fen) }))
    .where('id', '=', order.id)
    .execute();
  const lines = await itemsOf(tx, [order.id]);
  if (lines.every((line) => line.refundedFen >= line.payFen)) await transitionOrder(tx, null, await orderIn(tx, order.id), 'refundAll');
  else {
    await endIfRest(tx, await orderIn(tx, order.id));
    await finishIfDone(tx, await orderIn(tx, order.id));
  }
  const channel = CHANNEL_NAMES[payment.channel as keyof typeof CHANNEL_NAMES] ?? payment.channel;
  await sendMessage(tx, {
    userId: order.userId,
    type: 'pay',
    title:
      row.transferBy === null
        ? `${row.kind === 'recall' ? '您购买的作品已召回，' : ''}订单${order.orderNo}已退款${yuan(row.fen)}元，${channel}将在1至3个工作日退回`
        : `订单${order.orderNo}已退款${yuan(row.fen)}元，已转账至您的付款账户`,
    link: `/personalCenter/order?orderNo=${order.orderNo}`,
  });
}

/** The right of lines whose refund did not come about holds again. */
async function releaseLines(tx: Tx, order: OrderRow, row: RefundRow): Promise<void> {
  const ids = (await refundLinesOf(tx, [row.id])).map(({ orderItemId }) => orderItemId);
  await changeOrderRight(tx, ids, { suspended: '0' });
  await endIfRest(tx, await orderIn(tx, order.id));
}

/** An order is 退款中 only while all of its rest is being returned. */
async function endIfRest(tx: Tx, order: OrderRow): Promise<void> {
  if (order.status !== 'refunding') return;
  const held = await heldItems(tx, [order.id]);
  const lines = await itemsOf(tx, [order.id]);
  if (lines.some((line) => !held.has(line.id) && line.refundedFen < line.payFen)) await transitionOrder(tx, null, order, 'endRefund');
}

/** Begins 退款中 when a refund holds all that is left of an order. */
export async function startIfAll(tx: Tx, order: OrderRow): Promise<void> {
  const parts = await heldFen(tx, order.id);
  const lines = await itemsOf(tx, [order.id]);
  const held = lines.some((line) => parts.has(line.id));
  if (
    held &&
    lines.every((line) => line.payFen - line.refundedFen <= (parts.get(line.id) ?? 0)) &&
    inGroup(orderMachine, 'whole', order.status as OrderState)
  )
    await transitionOrder(tx, null, order, 'startRefund');
}

/** Money that buys nothing goes back by itself: a refund without lines, sent at once. */
export async function returnPayment(tx: Tx, order: OrderRow, payment: PaymentRow, reason: string, now: number): Promise<void> {
  const { id } = await tx
    .insertInto('refund')
    .values({
      refundNo: await timeNumber(tx, 'TK', now),
      orderId: order.id,
      paymentId: payment.id,
      kind: 'auto',
      reason,
      fen: payment.amountFen,
      status: 'sending',
      passedBy: null,
      confirmedBy: null,
      transferBy: null,
      askAt: now,
      doneAt: null,
      createBy: '',
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await post(tx, {
    event: 'paymentReturned',
    sourceType: 'payment',
    sourceId: payment.id,
    fen: payment.amountFen,
    debit: payment.channel,
    credit: String(id),
    at: now,
  });
}
