import type { z } from 'zod';
import { lineName, OFFLINE_METHODS, ORDER, ORDER_CODES, OFFLINE_CHANNEL } from '../../contract/commerce/order-limits.ts';
import {
  registerOffline,
  type decidePayment,
  type offlineList,
  type offlineOrder,
  type OfflineRow,
  type registerTransfer,
} from '../../contract/commerce/offline.ts';
import { orderMachine } from '../../contract/commerce/order.machine.ts';
import type { OrderState, PaymentState } from '../../contract/commerce/order.ts';
import { paymentMachine } from '../../contract/commerce/payment.machine.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { yuan } from '../../contract/money.ts';
import { eventsFrom, inGroup } from '../../contract/state-machine.ts';
import { withOperationLog, type Write } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { wireDate, wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';
import { samePerson } from '../db/same-person.ts';
import { AppError, failed, missing } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { once, type Finish } from '../http/once.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { logTransition } from '../state-machine/transition-log.ts';
import { requirePermission } from '../state-machine/transition.ts';
import { fileOf, type StoredUpload } from '../system/file/file.service.ts';
import { offlinePage, waitingOffline } from './offline.queries.ts';
import { itemsOf, orderByNo, paymentById, type OrderRow } from './order.queries.ts';
import { orderGone, orderIn, transitionPayment } from './order-step.service.ts';
import { numberOf, settle } from './payment.service.ts';
import { refundById } from './refund.queries.ts';
import { refundGone, timeNumber } from './refund-step.service.ts';
import { fileIn, keepVoucher } from './money-file.service.ts';

const HOUR_MS = 3_600_000;
const noVoucher = (): AppError => missing('凭证不存在，请刷新后重试');
const paymentGone = (): AppError => missing('这笔收款不存在，请刷新后重试');
const titlesOf = (lines: readonly { readonly kind: string; readonly title: string }[]): string => lines.map(lineName).join('');

export async function offlinePayments({ db }: AppContext, currentUser: CurrentUser, query: z.output<typeof offlineList.query>) {
  const { total, rows } = await offlinePage(db, query, currentUser.userId, query.pageSize, (all) => offsetOf(query, all));
  const lines = await itemsOf(db, [...new Set(rows.map(({ orderId }) => orderId))]);
  return {
    total,
    rows: rows.map((row): OfflineRow => {
      const mayConfirm = Number(row.own) === 0 && row.registeredBy !== null;
      return {
        paymentId: row.id,
        paymentNo: row.paymentNo,
        orderNo: row.orderNo,
        titles: titlesOf(lines.filter(({ orderId }) => orderId === row.orderId)),
        userName: row.userName,
        nickName: row.nickName,
        amountFen: row.amountFen,
        status: row.status as PaymentState,
        method: row.method,
        payer: row.payer,
        receivedOn: row.receivedOn,
        note: row.note,
        voucher: fileIn(row.voucher)?.name ?? '',
        registeredBy: row.registrarName ?? '',
        registeredAt: wireTime(row.registeredAt),
        confirmedBy: row.confirmerName ?? '',
        createTime: wireTime(row.createTime),
        expireTime: wireTime(row.expireTime),
        mayConfirm,
        events: mayConfirm ? eventsFrom(paymentMachine, row.status as PaymentState, (permission) => hasPermission(currentUser, permission)) : [],
      };
    }),
  };
}

/** Why no money can be registered for an order; empty when it can. */
async function registrationFault(db: Database | Tx, order: OrderRow): Promise<string> {
  if (!inGroup(orderMachine, 'payable', order.status as OrderState)) return '订单已支付，不能再登记收款';
  const open = await waitingOffline(db, order.id);
  return open && open.registeredBy !== null ? '这笔订单的收款已登记，等待复核' : '';
}

export async function orderToRegister(context: AppContext, orderNo: string): Promise<DataOf<typeof offlineOrder>> {
  const { db } = context;
  const order = await orderByNo(db, orderNo);
  if (!order) throw orderGone();
  const buyer = await db.selectFrom('user').select(['userName', 'nickName']).where('id', '=', order.userId).executeTakeFirstOrThrow();
  const hours = await numberOf(context, 'pay.order.lateHours', ORDER.lateHours);
  return {
    orderNo,
    titles: titlesOf(await itemsOf(db, [order.id])),
    ...buyer,
    payFen: order.payFen,
    createTime: wireTime(order.createTime),
    fault: await registrationFault(db, order),
    hint: order.status === 'cancelled' ? `订单已取消：过期${hours}小时内仍可交付，之后到账的钱会转为退款` : '',
  };
}

/** Registers money that arrived. Repeating the request changes nothing. */
export async function register(
  context: AppContext,
  currentUser: CurrentUser,
  body: z.output<typeof registerOffline.body>,
  write: Write,
): Promise<void> {
  const { requestId, ...content } = body;
  const request = { userId: currentUser.userId, kind: 'offline', key: requestId, call: registerOffline.key, body: content, keptMs: null };
  await once<null>(context.db, request, (finish) => registerNew(context, currentUser, body, write, finish));
}

async function registerNew(
  context: AppContext,
  currentUser: CurrentUser,
  body: z.output<typeof registerOffline.body>,
  write: Write,
  finish: Finish<null>,
): Promise<null> {
  const found = await orderByNo(context.db, body.orderNo);
  if (!found) throw orderGone();
  if (body.receivedOn > wireDate(Date.now())) throw failed('收款日期不能晚于今天');
  if (body.receivedOn < wireDate(found.createTime)) throw failed('收款日期不能早于下单日期，请核对订单号');
  return write(async (tx) => {
    const order = await orderIn(tx, found.id);
    const fault = await registrationFault(tx, order);
    if (fault) throw failed(fault);
    if (await samePerson(tx, order.userId, currentUser.userId)) throw failed('不能登记本人订单的收款，请由另一位财务人员处理');
    if (body.fen !== order.payFen) throw new AppError(ORDER_CODES.amount, `支付金额不一致：应付${yuan(order.payFen)}元，登记${yuan(body.fen)}元`);
    const now = Date.now();
    const columns = {
      method: body.method,
      payer: body.payer,
      receivedOn: body.receivedOn,
      note: body.note,
      voucher: await keepVoucher(tx, body.voucher, currentUser),
      registeredBy: currentUser.userId,
      registeredAt: now,
      updateTime: now,
    };
    const chosen = await waitingOffline(tx, order.id);
    if (chosen)
      await tx
        .updateTable('payment')
        .set({ ...columns, requestId: body.requestId, version: chosen.version + 1 })
        .where('id', '=', chosen.id)
        .execute();
    const id =
      chosen?.id ??
      (
        await tx
          .insertInto('payment')
          .values({
            orderId: order.id,
            paymentNo: await timeNumber(tx, 'ZF', now),
            channel: OFFLINE_CHANNEL,
            amountFen: order.payFen,
            requestId: body.requestId,
            askAt: null,
            paidAt: null,
            confirmedBy: null,
            createBy: currentUser.userName,
            createTime: now,
            ...columns,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    await logTransition(tx, currentUser, {
      entityType: 'payment',
      entityId: id,
      event: 'register',
      fromStatus: 'created',
      toStatus: 'created',
      note: `${OFFLINE_METHODS[body.method]}，${body.payer}`,
    });
    return finish(tx, null);
  });
}

/** A second person confirms registered money, which then pays the order, or sends the registration back. */
export async function decide(
  context: AppContext,
  currentUser: CurrentUser,
  { event, paymentId }: z.output<typeof decidePayment.params>,
  reason: string,
  write: Write,
): Promise<DataOf<typeof decidePayment>> {
  requirePermission(paymentMachine, event, currentUser);
  const lateMs = (await numberOf(context, 'pay.order.lateHours', ORDER.lateHours)) * HOUR_MS;
  const outcome = await write(async (tx) => {
    const known = await paymentById(tx, paymentId);
    if (!known || known.channel !== OFFLINE_CHANNEL) throw paymentGone();
    const order = await orderIn(tx, known.orderId);
    const payment = await paymentById(tx, paymentId);
    if (!payment) throw paymentGone();
    await transitionPayment(tx, currentUser, payment, event, reason);
    if (event === 'rejectOffline') {
      if (payment.registeredBy !== null)
        await sendMessage(tx, {
          userId: payment.registeredBy,
          type: 'pay',
          title: `订单${order.orderNo}的收款登记被退回`,
          content: reason,
          link: `/pay/order?tab=offline&open=${payment.id}`,
        });
      return '已退回登记';
    }
    const paidAt = Date.parse(`${payment.receivedOn}T12:00:00+08:00`);
    return settle(tx, order, payment, { tradeNo: payment.paymentNo, amountFen: payment.amountFen, paidAt }, lateMs);
  });
  context.jobs.wake();
  return { outcome };
}

/** The voucher of registered money; the access is logged. */
export function voucherOf(caller: RequestCaller, paymentId: number): Promise<StoredUpload> {
  return withOperationLog(caller, { title: '查看收款凭证', business: 'other' }, async (tx) => {
    const row = await paymentById(tx, paymentId);
    const file = row && fileIn(row.voucher);
    if (!row || !file || row.registeredBy === null) throw noVoucher();
    return { ownerId: row.registeredBy, fileId: file.fileId };
  }).then(({ ownerId, fileId }) => fileOf(caller.context, ownerId, fileId));
}

/** Registers that the money of a failed refund was transferred. */
export async function registerTransferOf(
  currentUser: CurrentUser,
  refundId: number,
  body: z.output<typeof registerTransfer.body>,
  write: Write,
): Promise<void> {
  if (body.transferOn > wireDate(Date.now())) throw failed('转账日期不能晚于今天');
  await write(async (tx) => {
    const known = await refundById(tx, refundId);
    if (!known) throw refundGone();
    const order = await orderIn(tx, known.orderId);
    const row = await refundById(tx, refundId);
    if (row?.status !== 'failed') throw failed('只有退款失败的退款可以登记转账，请刷新后查看');
    if (row.transferBy !== null) throw failed('这笔退款的转账已登记，等待复核');
    if (await samePerson(tx, order.userId, currentUser.userId)) throw failed('不能登记本人的退款，请由另一位财务人员处理');
    const now = Date.now();
    await tx
      .updateTable('refund')
      .set({
        transferOn: body.transferOn,
        voucher: await keepVoucher(tx, body.voucher, currentUser),
        transferBy: currentUser.userId,
        updateTime: now,
        version: row.version + 1,
      })
      .where('id', '=', row.id)
      .execute();
    await logTransition(tx, currentUser, {
      entityType: 'refund',
      entityId: row.id,
      event: 'registerTransfer',
      fromStatus: 'failed',
      toStatus: 'failed',
      note: body.transferOn,
    });
  });
}

export function transferVoucherOf(caller: RequestCaller, refundId: number): Promise<StoredUpload> {
  return withOperationLog(caller, { title: '查看转账凭证', business: 'other' }, async (tx) => {
    const row = await refundById(tx, refundId);
    const file = row && fileIn(row.voucher);
    if (!row || !file || row.transferBy === null) throw noVoucher();
    return { ownerId: row.transferBy, fileId: file.fileId };
  }).then(({ ownerId, fileId }) => fileOf(caller.context, ownerId, fileId));
}
