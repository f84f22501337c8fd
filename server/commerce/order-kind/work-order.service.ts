import type { Tx } from '../../db/database.ts';
import { addOrderRight, ownedWorks } from '../entitlement.queries.ts';
import { isRecalled } from '../order.policy.ts';
import type { ItemRow, OrderRow } from '../order.queries.ts';
import { campaignHolds } from '../price.service.ts';
import { addPool } from '../seat/seat.queries.ts';
import type { OrderKindRule } from './order-kind.service.ts';

const TOO_LATE = '作品已不能按原价交付';
const RECALLED = '订单里的作品已召回';
const isOwned = async (tx: Tx, { userId }: OrderRow, { targetId }: ItemRow): Promise<boolean> =>
  (await ownedWorks(tx, userId, [targetId], Date.now())).size > 0;
const soldAtPrice = ({ workStatus, isFree, salePriceFen, unitFen }: ItemRow): boolean =>
  workStatus === 'listed' && isFree !== '1' && salePriceFen === unitFen;

const works = {
  tooLate: TOO_LATE,
  finishes: 'afterDays',
  ownTime: false,
  paidTitle: (lines) => `《${lines[0]?.title ?? ''}》${lines.length > 1 ? `等${lines.length}部作品` : ''}购买成功`,
} as const satisfies Partial<OrderKindRule>;

/** A work that the buyer reads. */
export const publicationOrder: OrderKindRule = {
  ...works,
  transfer: false,
  async payFault(tx, order, line, late) {
    if (isRecalled(line)) return RECALLED;
    if (late) return soldAtPrice(line) && (await campaignHolds(tx, line)) && !(await isOwned(tx, order, line)) ? '' : TOO_LATE;
    return (await isOwned(tx, order, line)) ? '订单里的作品已由另一笔订单购买' : '';
  },
  paid: async (tx, order, line, now) => void (await addOrderRight(tx, order.userId, line.targetId, line.id, now)),
};

/** Copies of a work that the buyer hands out. */
export const seatOrder: OrderKindRule = {
  ...works,
  transfer: true,
  async payFault(tx, _order, line, late) {
    if (isRecalled(line)) return RECALLED;
    return late && !(soldAtPrice(line) && (await campaignHolds(tx, line))) ? TOO_LATE : '';
  },
  paid: async (tx, order, line, now) =>
    void (await addPool(tx, { orderItemId: line.id, publishId: line.targetId, ownerId: order.userId, n: line.qty }, now)),
};
