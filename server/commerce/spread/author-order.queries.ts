import { SOLD_KINDS } from '../../../contract/commerce/order-limits.ts';
import { sql } from 'kysely';
import { DAY_MS, SHANGHAI_MS } from '../../../contract/clock.ts';
import type { Database } from '../../db/database.ts';

export const worksOfAuthor = (db: Database, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('publication')
        .select(['id', 'title', 'status', 'isFree', 'salePriceFen', 'coverUrl', 'drawing', 'coverColour', 'coverFormat'])
        .where('id', 'in', ids)
        .where('delFlag', '=', '0')
        .orderBy('id', 'desc')
        .execute();

/** Paid lines of works between two times, without what was returned, by day and buyer. Buyers never leave the server. */
export const salesByBuyer = (db: Database, ids: readonly number[], from: number, until: number) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('orderItem')
        .innerJoin('order', 'order.id', 'orderItem.orderId')
        .select(['orderItem.targetId', 'order.userId'])
        .select((eb) => [
          sql<number>`(${sql.ref('order.payTime')} + ${sql.lit(SHANGHAI_MS)}) / ${sql.lit(DAY_MS)}`.as('day'),
          eb.fn.sum<number>(eb('orderItem.qty', '-', eb.ref('orderItem.refundedQty'))).as('copies'),
          eb.fn.sum<number>(eb('orderItem.payFen', '-', eb.ref('orderItem.refundedFen'))).as('fen'),
        ])
        .where('orderItem.kind', 'in', SOLD_KINDS)
        .where('orderItem.targetId', 'in', ids)
        .where('order.payTime', '>=', from)
        .where('order.payTime', '<', until)
        .whereRef('orderItem.refundedFen', '<', 'orderItem.payFen')
        .groupBy(['orderItem.targetId', 'order.userId', 'day'])
        .execute();

/** The orders of a user with lines at the author's price. */
export const authorPriceOrders = (db: Database, userId: number, limit: number) =>
  db
    .selectFrom('orderItem')
    .innerJoin('order', 'order.id', 'orderItem.orderId')
    .select(['order.orderNo', 'order.createTime', 'order.status', 'orderItem.title', 'orderItem.qty', 'orderItem.payFen'])
    .where('order.userId', '=', userId)
    .where('orderItem.discountKind', '=', 'author')
    .orderBy('orderItem.id', 'desc')
    .limit(limit)
    .execute();
