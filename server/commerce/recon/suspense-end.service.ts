import type { z } from 'zod';
import { OFFLINE_CHANNEL, ORDER_CODES } from '../../../contract/commerce/order-limits.ts';
import { orderMachine } from '../../../contract/commerce/order.machine.ts';
import type { OrderState } from '../../../contract/commerce/order.ts';
import { suspenseEndMachine } from '../../../contract/commerce/recon/suspense-end.machine.ts';
import type {
  decideEnd,
  finishReturn,
  proposeEnd,
  SuspenseEnd,
  SuspenseEndEvent,
  SuspenseEndState,
} from '../../../contract/commerce/recon/suspense-end.ts';
import { yuan } from '../../../contract/money.ts';
import { eventsFrom, inGroup } from '../../../contract/state-machine.ts';
import { withOperationLog, type Write } from '../../audit/operation-log.ts';
import type { RequestCaller } from '../../crud/crud-service.ts';
import type { Database, Tx } from '../../db/database.ts';
import { samePerson } from '../../db/same-person.ts';
import { AppError, failed, invalid, missing } from '../../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../../http/current-user.ts';
import { post } from '../../ledger/ledger.service.ts';
import { requirePermission, transition } from '../../state-machine/transition.ts';
import { fileOf, type StoredUpload } from '../../system/file/file.service.ts';
import { fileIn, keepVoucher } from '../money-file.service.ts';
import { orderByNo, paymentById, paymentByNo, type OrderRow } from '../order.queries.ts';
import { orderGone, orderIn } from '../order-step.service.ts';
import { deliverFound } from '../payment.service.ts';
import { timeNumber } from '../refund-step.service.ts';
import { canEnd } from './recon.policy.ts';
import { itemById, lockDay, type ItemRow } from './recon.queries.ts';
import { addEnd, endById, liveEndOf, resolveReturned, type EndCardRow, type EndRow } from './suspense-end.queries.ts';

const gone = (): AppError => missing('这笔待查款不存在，请刷新后重试');
const SECOND = '须由另一位财务人员处理';

/** The account of what is due to the payer of money in suspense. */
export const dueOfEnd = (endId: number): string => `suspense:${endId}`;

/** Throws when the money cannot buy the order. */
async function assertFits(tx: Tx, order: OrderRow, fen: number, currentUser: CurrentUser): Promise<void> {
  if (!inGroup(orderMachine, 'payable', order.status as OrderState)) throw failed('订单已支付，多付的钱请退回付款人');
  if (order.payFen !== fen) throw new AppError(ORDER_CODES.amount, `金额不一致：订单应付${yuan(order.payFen)}元，待查款${yuan(fen)}元`);
  if (await samePerson(tx, order.userId, currentUser.userId)) throw failed('不能办理本人的订单，请由另一位财务人员处理');
}

async function itemIn(tx: Tx, id: number): Promise<ItemRow> {
  const found = await itemById(tx, id);
  if (!found) throw gone();
  await lockDay(tx, found.reconDayId);
  return (await itemById(tx, id)) ?? found;
}

export async function propose(
  currentUser: CurrentUser,
  reconItemId: number,
  { kind, orderNo, reason }: z.output<typeof proposeEnd.body>,
  write: Write,
): Promise<void> {
  await write(async (tx) => {
    let order: OrderRow | null = null;
    if (kind === 'assign') {
      if (orderNo === '') throw invalid('请填写订单号');
      const found = await orderByNo(tx, orderNo);
      if (!found) throw orderGone();
      order = await orderIn(tx, found.id);
    }
    const item = await itemIn(tx, reconItemId);
    if (!canEnd(item) || (await liveEndOf(tx, item.id))) throw failed('这笔待查款现在不能处理，请刷新后查看');
    if (order) await assertFits(tx, order, item.suspenseFen, currentUser);
    const now = Date.now();
    const row = { reconItemId: item.id, channel: item.channel, kind, fen: item.suspenseFen, orderId: order?.id ?? null, reason };
    await addEnd(tx, { ...row, proposedBy: currentUser.userId, createBy: currentUser.userName, createTime: now, updateTime: now });
  });
}

const transitionEnd = transition<SuspenseEndState, SuspenseEndEvent, EndRow>(suspenseEndMachine, {
  table: 'suspenseEnd',
  stateOf: (row) => row.status as SuspenseEndState,
  target: ({ row }) => (row.kind === 'assign' ? 'assigned' : 'returning'),
  on: {
    confirm: {
      async guard({ tx, row, currentUser }) {
        if (currentUser && (await samePerson(tx, row.proposedBy, currentUser.userId))) throw new AppError(ORDER_CODES.second, SECOND);
      },
      columns: ({ currentUser }) => ({ confirmedBy: currentUser?.userId ?? null }),
      async after({ tx, row, to, currentUser, now }) {
        if (to === 'assigned' && currentUser) await assign(tx, row, currentUser, now);
        if (to === 'returning')
          await post(tx, { event: 'suspenseReturned', ...postingOf(row, now, currentUser), debit: row.channel, credit: dueOfEnd(row.id) });
      },
    },
    finish: {
      columns: ({ currentUser, now }) => ({ finishedBy: currentUser?.userId ?? null, finishedAt: now }),
      async after({ tx, row, currentUser, now }) {
        const credit = row.way === 'transfer' ? OFFLINE_CHANNEL : row.channel;
        await post(tx, { event: 'refundDone', ...postingOf(row, now, currentUser), debit: dueOfEnd(row.id), credit });
        if (row.way === 'channel') await resolveReturned(tx, row, now);
      },
    },
  },
});

const postingOf = (row: EndRow, at: number, currentUser: CurrentUser | null) => ({
  sourceType: 'suspenseEnd' as const,
  sourceId: row.id,
  fen: row.fen,
  at,
  operatorId: currentUser?.userId ?? null,
  reason: row.reason,
});

/** The money becomes a payment of the order, under the number that the channel knows it by when it has one. */
async function assign(tx: Tx, row: EndRow, currentUser: CurrentUser, now: number): Promise<void> {
  const order = await orderIn(tx, row.orderId ?? 0);
  await assertFits(tx, order, row.fen, currentUser);
  const item = await itemById(tx, row.reconItemId);
  if (!item) throw gone();
  const known = item.ourNo === '' || (await paymentByNo(tx, item.ourNo)) !== undefined;
  const { id } = await tx
    .insertInto('payment')
    .values({
      orderId: order.id,
      paymentNo: known ? await timeNumber(tx, 'ZF', now) : item.ourNo,
      channel: row.channel,
      amountFen: row.fen,
      requestId: `suspense:${row.id}`,
      askAt: null,
      paidAt: null,
      registeredBy: null,
      registeredAt: null,
      confirmedBy: null,
      suspenseEndId: row.id,
      createBy: currentUser.userName,
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const payment = await paymentById(tx, id);
  if (payment) await deliverFound(tx, order, payment, item.theirNo);
}

export async function decide(currentUser: CurrentUser, { event, endId }: z.output<typeof decideEnd.params>, write: Write): Promise<void> {
  requirePermission(suspenseEndMachine, event, currentUser);
  await write(async (tx) => void (await transitionEnd(tx, currentUser, await endIn(tx, endId), event)));
}

/** Locks the order first, as every change of an order does, then the day of the difference. */
async function endIn(tx: Tx, endId: number): Promise<EndRow> {
  const found = await endById(tx, endId);
  if (!found) throw gone();
  if (found.orderId !== null) await orderIn(tx, found.orderId);
  await itemIn(tx, found.reconItemId);
  return (await endById(tx, endId)) ?? found;
}

export async function finish(
  currentUser: CurrentUser,
  endId: number,
  { way, returnNo, voucher }: z.output<typeof finishReturn.body>,
  write: Write,
): Promise<void> {
  if (way === 'transfer' && voucher.length === 0) throw invalid('请上传转账凭证');
  await write(async (tx) => {
    const row = await endIn(tx, endId);
    const kept = { way, returnNo, voucher: await keepVoucher(tx, voucher, currentUser) };
    await transitionEnd(tx, currentUser, { ...row, ...kept }, 'finish');
    await tx.updateTable('suspenseEnd').set(kept).where('id', '=', row.id).execute();
  });
}

export async function endCard(db: Database, currentUser: CurrentUser, row: EndCardRow): Promise<SuspenseEnd> {
  const own = await samePerson(db, row.proposedBy, currentUser.userId);
  const events = eventsFrom(suspenseEndMachine, row.status as SuspenseEndState, (permission) => hasPermission(currentUser, permission));
  return {
    endId: row.id,
    kind: row.kind,
    status: row.status as SuspenseEndState,
    orderNo: row.orderNo ?? '',
    reason: row.reason,
    proposedBy: row.proposerName ?? '',
    confirmedBy: row.confirmerName ?? '',
    way: row.way,
    returnNo: row.returnNo,
    voucher: fileIn(row.voucher)?.name ?? '',
    events: events.filter((event) => !(own && event === 'confirm')),
  };
}

export function voucherOfEnd(caller: RequestCaller, endId: number): Promise<StoredUpload> {
  return withOperationLog(caller, { title: '查看退回凭证', business: 'other' }, async (tx) => {
    const row = await endById(tx, endId);
    const file = row && fileIn(row.voucher);
    if (!row || !file || row.finishedBy === null) throw missing('凭证不存在，请刷新后重试');
    return { ownerId: row.finishedBy, fileId: file.fileId };
  }).then(({ ownerId, fileId }) => fileOf(caller.context, ownerId, fileId));
}
