import type { z } from 'zod';
import { CHANNEL_NAMES, KIND_NAMES, type Channel, type OrderKind } from '../../contract/commerce/order-limits.ts';
import { orderMachine } from '../../contract/commerce/order.machine.ts';
import type { orderList, PaymentState, staffOrderDetail, StaffOrder } from '../../contract/commerce/order.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { eventLabel } from '../../contract/state-machine.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import { offsetOf } from '../db/page-offset.ts';
import { postingsOf } from '../ledger/ledger.service.ts';
import { poolCounts } from './seat/seat-count.service.ts';
import {
  entriesIn,
  itemsOf,
  noticesOf,
  orderByNo,
  orderLog,
  paymentsOf,
  staffPage,
  staffSums,
  type OrderFilter,
  type StaffRow,
} from './order.queries.ts';
import { cardsOf } from './order-card.service.ts';
import { orderGone } from './order-step.service.ts';
import { refundsOf } from './refund.queries.ts';

const EVENT_NAMES: Readonly<Record<string, string>> = {
  paymentTaken: '收到付款',
  lineFinished: '确认收入',
  suspenseAssigned: '待查款归入订单',
  paymentReturned: '待退回的付款',
  refundBeforeFinish: '退款（未完成）',
  refundAfterFinish: '退款（已完成）',
  refundDone: '已退款',
};
const ACCOUNT_NAMES: Readonly<Record<string, string>> = { channel: '渠道', order: '订单', sales: '收入', refundDue: '应退款', suspense: '待查款' };

async function staffCards(context: AppContext, rows: readonly StaffRow[]): Promise<StaffOrder[]> {
  const cards = await cardsOf(context.db, rows, Date.now());
  return rows.flatMap((row, index) => {
    const card = cards[index];
    return card ? [{ ...card, can: [], userId: row.userId, userName: row.userName, nickName: row.nickName }] : [];
  });
}

export async function staffOrders(context: AppContext, query: z.output<typeof orderList.query>) {
  const { total, rows } = await staffPage(context.db, query, query.pageSize, (all) => offsetOf(query, all));
  return { total, rows: await staffCards(context, rows) };
}

export async function sumsOf({ db }: AppContext, filter: OrderFilter) {
  const sums = await staffSums(db, filter);
  return {
    orders: Number(sums.orders),
    totalFen: Number(sums.totalFen),
    discountFen: Number(sums.discountFen),
    payFen: Number(sums.payFen),
    paidFen: Number(sums.paidFen),
    refundedFen: Number(sums.refundedFen),
  };
}

export async function staffDetail(context: AppContext, orderNo: string): Promise<DataOf<typeof staffOrderDetail>> {
  const { db } = context;
  const order = await orderByNo(db, orderNo);
  if (!order) throw orderGone();
  const page = await staffPage(db, { orderNo }, 1, () => 0);
  const [card] = await staffCards(context, page.rows);
  if (!card) throw orderGone();
  const payments = await paymentsOf(db, order.id);
  const refundIds = (await refundsOf(db, [order.id])).map(({ id }) => String(id));
  const own = [{ kind: 'order', ref: String(order.id) }, ...refundIds.map((ref) => ({ kind: 'refundDue', ref }))];
  const touched = [...new Set((await postingsOf(db, own)).map(({ id }) => id))];
  const entries = touched.length === 0 ? [] : await entriesIn(db, touched);
  return {
    order: card,
    payments: payments.map((row) => ({
      paymentNo: row.paymentNo,
      channel: CHANNEL_NAMES[row.channel as Channel] ?? row.channel,
      amountFen: row.amountFen,
      status: row.status as PaymentState,
      tradeNo: row.tradeNo,
      payer: row.payer,
      counts: row.counts === '1',
      createTime: wireTime(row.createTime),
      paidAt: wireTime(row.paidAt),
    })),
    notices: (
      await noticesOf(
        db,
        payments.map(({ id }) => id),
      )
    ).map((row) => ({
      at: wireTime(row.at),
      channel: CHANNEL_NAMES[row.channel as Channel] ?? row.channel,
      verified: row.verified === '1',
      outcome: row.outcome,
    })),
    refunds: card.refunds,
    pools: [...(await poolCounts(db, await itemsOf(db, [order.id])))].map(([orderItemId, counts]) => ({ orderItemId, ...counts })),
    postings: entries.map((row) => ({
      at: wireTime(row.at),
      event: EVENT_NAMES[row.event] ?? row.event,
      account: accountName(row.kind, row.ref),
      fen: row.fen,
    })),
    log: (await orderLog(db, order.id)).map((row) => ({
      event: row.event === 'place' ? '下单' : eventLabel(orderMachine, row.event),
      at: wireTime(row.at),
      operatorName: row.nickName ?? '系统',
      note: row.note,
    })),
  };
}

function accountName(kind: string, ref: string): string {
  const detail = kind === 'channel' ? (CHANNEL_NAMES[ref as Channel] ?? ref) : kind === 'sales' ? (KIND_NAMES[ref as OrderKind] ?? ref) : '';
  return `${ACCOUNT_NAMES[kind] ?? kind}${detail ? `·${detail}` : ''}`;
}
