import { DAY_MS } from '../../contract/clock.ts';
import type { z } from 'zod';
import {
  CHANNEL_NAMES,
  lineName,
  NO_CHANNEL,
  OFFLINE_METHODS,
  ORDER,
  ORDER_CODES,
  type Channel,
  OFFLINE_CHANNEL,
} from '../../contract/commerce/order-limits.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { payOrder, placeOrder, type myOrders, type OrderCard, type orderChannels, type previewOrder } from '../../contract/commerce/order.ts';
import type { AppContext } from '../context.ts';
import type { Database, Tx } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';
import { AppError, failed, tooMany } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { once, requestHash, type Finish } from '../http/once.ts';
import { rateLimit, type RateLimit } from '../http/rate-limit.ts';
import { channelOf } from '../payment/channels.ts';
import { logTransition } from '../state-machine/transition-log.ts';
import { channelsFor, transferDays } from './offline-offer.service.ts';
import { orderKindOf } from './order-kind/order-kind.service.ts';
import { itemsOf, lastChannel, lockBuyer, orderByNo, ownPage, paymentsOf, unpaidItems, type OrderRow } from './order.queries.ts';
import { canHide, canPay, isBuyer, isRecalled, isRegistered } from './order.policy.ts';
import { cardsOf } from './order-card.service.ts';
import { finishLine, orderGone, orderIn, transitionOrder } from './order-step.service.ts';
import { ask, closeAttempt, deliver, numberOf, orderLink } from './payment.service.ts';
import { assertForSale, pricedLines, pricedSeats, seatRules, totalsOf } from './price.service.ts';
import { attribute } from './spread/click.service.ts';
import { timeNumber } from './refund-step.service.ts';

const ORDERS: RateLimit = { name: 'order', points: ORDER.perHour, windowMs: 3_600_000, message: '您下单太频繁了，请一小时后再试' };
const MINUTE_MS = 60_000;
/** VAT inside the price of works that are not services, basis points, unless the settings say another. */
const VAT_BP = 900;
/** Delay before the first status query of a new payment. */
const FIRST_ASK_MS = 10_000;
/** Names that buyers see, where the staff's name covers more. */
const BUYER_NAMES: Readonly<Record<string, string>> = { offline: OFFLINE_METHODS.transfer };

/** Copies of one work to hand out, or works for the buyer. */
const priced = (db: Database | Tx, userId: number, ids: readonly number[], seats: number | undefined) =>
  seats === undefined ? pricedLines(db, userId, ids) : pricedSeats(db, userId, ids, seats);

/** The channels that work for a sum; the one used last is first. */
async function choices(context: AppContext, { userId }: CurrentUser, payFen: number, transfer: boolean) {
  const last = await lastChannel(context.db, userId);
  const names = (await channelsFor(context, payFen, transfer)).toSorted((a, b) => Number(b === last) - Number(a === last));
  return names.map((channel) => ({ channel: channel as Channel, name: BUYER_NAMES[channel] ?? CHANNEL_NAMES[channel as Channel] }));
}

export async function preview(
  context: AppContext,
  currentUser: CurrentUser,
  body: z.output<typeof previewOrder.body>,
): Promise<DataOf<typeof previewOrder>> {
  const ids = body.lines.map(({ publishId }) => publishId);
  const lines = await priced(context.db, currentUser.userId, ids, body.seats);
  const sold = lines.filter(({ fault }) => fault === '');
  const totals = totalsOf(sold);
  return {
    lines,
    ...totals,
    seats: await seatRules(context.db),
    channels: await choices(context, currentUser, totals.payFen, orderKindOf(body.seats === undefined ? 'publication' : 'seats').transfer),
  };
}

type Placed = DataOf<typeof placeOrder>;

/** Places an order at the prices of the server. Repeating the request answers with the same order. */
export async function place(
  context: AppContext,
  currentUser: CurrentUser,
  body: z.output<typeof placeOrder.body>,
  /** The device, if it has opened a link of a promoter. */
  visit: string | null = null,
): Promise<Placed> {
  const { requestId, ...content } = body;
  const request = { userId: currentUser.userId, kind: 'order', key: requestId, call: placeOrder.key, body: content, keptMs: null };
  return once<Placed>(context.db, request, (finish) => placeNew(context, currentUser, body, visit, finish));
}

async function placeNew(
  context: AppContext,
  currentUser: CurrentUser,
  { requestId, ...content }: z.output<typeof placeOrder.body>,
  visit: string | null,
  finish: Finish<Placed>,
): Promise<Placed> {
  const { userId } = currentUser;
  await rateLimit(context, ORDERS, userId);
  const minutes = await numberOf(context, 'pay.order.expireMinutes', ORDER.expireMinutes);
  const ids = content.lines.map(({ publishId }) => publishId);
  if (new Set(ids).size < ids.length) throw failed('同一部作品只能购买一次，请去掉重复的');
  return context.db.transaction().execute(async (tx) => {
    await lockBuyer(tx, userId);
    const sold = await priced(tx, userId, ids, content.seats);
    const open = await openOrder(tx, userId, ids, content.seats);
    if (open) return finish(tx, open);
    assertForSale(sold, content.lines);
    const now = Date.now();
    const totals = totalsOf(sold);
    const orderNo = await timeNumber(tx, 'DD', now);
    const { id } = await tx
      .insertInto('order')
      .values({
        orderNo,
        userId,
        orderType: content.seats === undefined ? 'publication' : 'seats',
        ...totals,
        payTime: null,
        expireTime: now + minutes * MINUTE_MS,
        client: content.client,
        requestId,
        requestHash: requestHash(placeOrder.key, content),
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const attributed = await attribute(tx, userId, visit, sold);
    for (const [at, line] of sold.entries())
      await tx
        .insertInto('orderItem')
        .values({
          orderId: id,
          targetId: line.publishId,
          title: line.title,
          kind: content.seats === undefined ? 'publication' : 'seats',
          qty: line.qty,
          discountKind: line.discountKind,
          discountId: line.discountId,
          ...attributed[at],
          unitFen: line.unitFen,
          discountFen: line.discountFen,
          payFen: line.payFen,
          vatBp: await numberOf({ db: tx }, `pay.vat.${line.workKind}`, VAT_BP),
          openedAt: null,
          finishedAt: null,
        })
        .execute();
    await logTransition(tx, currentUser, { entityType: 'order', entityId: id, event: 'place', fromStatus: '', toStatus: 'unpaid', note: '' });
    if (content.fromCart) await tx.deleteFrom('cartItem').where('userId', '=', userId).where('publishId', 'in', ids).execute();
    if (totals.payFen === 0) {
      await deliver(tx, await orderIn(tx, id), null, 'pay', now);
      for (const line of await itemsOf(tx, [id])) await finishLine(tx, await orderIn(tx, id), line, now);
    }
    const { status } = await orderIn(tx, id);
    return finish(tx, { orderNo, status: status as Placed['status'] });
  });
}

/** An unpaid order with exactly these works is opened instead of a new one; one that shares a work stops the new one. */
async function openOrder(tx: Tx, userId: number, ids: readonly number[], seats: number | undefined): Promise<Placed | null> {
  const kind = seats === undefined ? 'publication' : 'seats';
  const rows = await unpaidItems(tx, userId);
  const orders = new Map<number, typeof rows>();
  for (const row of rows) orders.set(row.id, [...(orders.get(row.id) ?? []), row]);
  for (const lines of orders.values()) {
    const same = lines.length === ids.length && lines.every((line) => line.kind === kind && line.qty === (seats ?? 1) && ids.includes(line.targetId));
    if (same) return { orderNo: lines[0]?.orderNo ?? '', status: 'unpaid' };
    const shared = lines.find((line) => line.kind === kind && ids.includes(line.targetId));
    if (shared) throw new AppError(ORDER_CODES.unpaid, `您有一笔未支付的订单包含《${shared.title}》，请先支付或取消`);
  }
  if (orders.size >= ORDER.unpaid) throw tooMany(`您有${orders.size}笔未支付的订单，请先支付或取消`);
  return null;
}

async function ownOrder(context: AppContext, currentUser: CurrentUser, orderNo: string): Promise<OrderRow> {
  const order = await orderByNo(context.db, orderNo);
  if (!order || !isBuyer(order, currentUser)) throw orderGone();
  return order;
}

export async function channelsOf(context: AppContext, currentUser: CurrentUser, orderNo: string): Promise<DataOf<typeof orderChannels>> {
  const order = await ownOrder(context, currentUser, orderNo);
  if (!canPay(order, Date.now())) return { channels: [] };
  return { channels: await choices(context, currentUser, order.payFen, orderKindOf(order.orderType).transfer) };
}

/** Opens an attempt at a channel. What is about to be asked is committed first, the former attempts are closed, then the channel is called. */
export async function pay(
  context: AppContext,
  currentUser: CurrentUser,
  orderNo: string,
  body: z.input<typeof payOrder.body>,
  ip = '127.0.0.1',
): Promise<DataOf<typeof payOrder>> {
  const { requestId, ...content } = body;
  const found = await ownOrder(context, currentUser, orderNo);
  const call = payOrder.key.replace('{orderNo}', orderNo);
  // A run that was cut off left its attempt behind: the next one finds it by the number of the request.
  return once(context.db, { userId: currentUser.userId, kind: 'payment', key: requestId, call, body: content, keptMs: null }, () =>
    openAttempt(context, currentUser, found, body, ip),
  );
}

async function openAttempt(
  context: AppContext,
  currentUser: CurrentUser,
  found: OrderRow,
  body: z.input<typeof payOrder.body>,
  ip: string,
): Promise<DataOf<typeof payOrder>> {
  const { orderNo } = found;
  const rule = orderKindOf(found.orderType);
  const channel = (await channelsFor(context, found.payFen, rule.transfer)).includes(body.channel) ? channelOf(context, body.channel) : null;
  if (!channel) throw failed(NO_CHANNEL);
  const offline = channel.name === OFFLINE_CHANNEL;
  const days = await transferDays(context);
  const minutes = await numberOf(context, 'pay.order.expireMinutes', ORDER.expireMinutes);
  const attempt = await context.db.transaction().execute(async (tx) => {
    const order = await orderIn(tx, found.id);
    const now = Date.now();
    if (!canPay(order, now)) throw failed(order.status === 'unpaid' ? '订单已过期，请重新下单' : '订单现在不能支付，请刷新后查看');
    const recalled = (await itemsOf(tx, [order.id])).find(isRecalled);
    if (recalled) throw new AppError(ORDER_CODES.notSold, `《${recalled.title}》已召回，请取消这笔订单`);
    const all = await paymentsOf(tx, order.id);
    const known = all.find(({ requestId }) => requestId === body.requestId);
    if (known) return known;
    if (all.some(isRegistered)) throw failed('财务已登记这笔订单的收款，正在复核，不必再付');
    // A transfer waits for days; another channel chosen after it has the usual minutes.
    const until = offline ? now + days * DAY_MS : Math.min(order.expireTime ?? now, now + minutes * MINUTE_MS);
    if (!rule.ownTime) await tx.updateTable('order').set({ expireTime: until }).where('id', '=', order.id).execute();
    return tx
      .insertInto('payment')
      .values({
        orderId: order.id,
        paymentNo: await timeNumber(tx, 'ZF', now),
        channel: channel.name,
        amountFen: order.payFen,
        requestId: body.requestId,
        askAt: offline ? null : now + FIRST_ASK_MS,
        paidAt: null,
        registeredBy: null,
        registeredAt: null,
        confirmedBy: null,
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  for (const former of await paymentsOf(context.db, found.id))
    if (former.id < attempt.id && former.status === 'created') await closeAttempt(context, former);
  const now = await ownOrder(context, currentUser, orderNo);
  if (now.status !== 'unpaid') throw failed('订单已支付，请刷新后查看');
  const lines = await itemsOf(context.db, [found.id]);
  const opened = await channel.open({
    paymentNo: attempt.paymentNo,
    amountFen: attempt.amountFen,
    subject: `${lines[0] ? lineName(lines[0]) : ''}${lines.length > 1 ? `等${lines.length}部作品` : ''}`,
    userId: currentUser.userId,
    returnTo: orderLink(orderNo),
    // The channel closes the attempt after the usual minutes, also when the order waits longer.
    expiresAt: Math.min(now.expireTime ?? Date.now(), rule.ownTime ? Date.now() + minutes * MINUTE_MS : Infinity),
    device: body.device ?? 'mobile',
    ip,
  });
  return { paymentNo: attempt.paymentNo, address: '', qr: '', ...opened };
}

async function cardOf(context: AppContext, currentUser: CurrentUser, orderNo: string): Promise<OrderCard> {
  const [card] = await cardsOf(context.db, [await ownOrder(context, currentUser, orderNo)], Date.now());
  if (!card) throw orderGone();
  return card;
}
export const detail = cardOf;

/** Asks the channels about every open attempt before it answers. */
export async function check(context: AppContext, currentUser: CurrentUser, orderNo: string): Promise<OrderCard> {
  const order = await ownOrder(context, currentUser, orderNo);
  if (order.status === 'unpaid') for (const payment of await paymentsOf(context.db, order.id)) await ask(context, payment);
  return cardOf(context, currentUser, orderNo);
}

/** Cancels an unpaid order, after every channel has closed its attempt; an attempt that was paid meanwhile pays the order. */
export async function cancel(context: AppContext, currentUser: CurrentUser | null, order: OrderRow, reason: string): Promise<boolean> {
  let closed = true;
  for (const payment of await paymentsOf(context.db, order.id))
    if (payment.status === 'created') closed = (await closeAttempt(context, payment)) && closed;
  if (!closed) return false;
  return context.db.transaction().execute(async (tx) => {
    const row = await orderIn(tx, order.id);
    if (row.status !== 'unpaid') return false;
    await transitionOrder(tx, currentUser, row, currentUser ? 'cancel' : 'expire', reason);
    return true;
  });
}

export async function cancelOwn(context: AppContext, currentUser: CurrentUser, orderNo: string): Promise<OrderCard> {
  const order = await ownOrder(context, currentUser, orderNo);
  if ((await paymentsOf(context.db, order.id)).some(isRegistered)) throw failed('财务已登记这笔订单的收款，正在复核，不能取消');
  const done = await cancel(context, currentUser, order, '买家取消');
  const card = await cardOf(context, currentUser, orderNo);
  if (!done && card.status === 'unpaid') throw failed('支付渠道还没有确认关闭，请稍后再试');
  return card;
}

export async function mine({ db }: AppContext, currentUser: CurrentUser, query: z.output<typeof myOrders.query>) {
  const { total, rows } = await ownPage(db, currentUser.userId, query.tab, query.pageSize, (all) => offsetOf(query, all));
  return { total, rows: await cardsOf(db, rows, Date.now()) };
}

export async function hide(context: AppContext, currentUser: CurrentUser, orderNo: string): Promise<void> {
  const order = await ownOrder(context, currentUser, orderNo);
  if (!canHide(order)) throw failed('进行中的订单不能隐藏');
  await context.db.updateTable('order').set({ hidden: '1' }).where('id', '=', order.id).execute();
}
