import type { FeeKind } from '../../../contract/commerce/order-limits.ts';
import type { Database, Tx } from '../../db/database.ts';

/** Orders of one fee, the oldest first. An order of a fee has one line. */
export const ordersOfFee = (db: Database | Tx, kind: FeeKind, targetId: number) =>
  db
    .selectFrom('orderItem')
    .innerJoin('order', 'order.id', 'orderItem.orderId')
    .selectAll('order')
    .select('orderItem.id as orderItemId')
    .where('orderItem.kind', '=', kind)
    .where('orderItem.targetId', '=', targetId)
    .orderBy('order.id')
    .execute();
export type FeeOrderRow = Awaited<ReturnType<typeof ordersOfFee>>[number];
