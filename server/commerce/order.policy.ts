import { DAY_MS } from '../../contract/clock.ts';
import { OPENED, ORDER } from '../../contract/commerce/order-limits.ts';
import type { OrderState } from '../../contract/commerce/order.ts';
import type { CurrentUser } from '../http/current-user.ts';

/** Who does what with an order: the only place that compares its people with a user. */
interface OrderFacts {
  readonly userId: number;
  readonly status: string;
  readonly payTime: number | null;
  readonly expireTime: number | null;
}

/** Money outside the channels has arrived, and a second person decides about it. */
export const isRegistered = ({ status, registeredBy }: { readonly status: string; readonly registeredBy: number | null }): boolean =>
  status === 'created' && registeredBy !== null;

/** Who hands out the copies of a pool. */
export const ownsPool = (pool: { readonly ownerId: number }, { userId }: Pick<CurrentUser, 'userId'>): boolean => pool.ownerId === userId;

/** Whose copy it is. */
export const holdsSeat = (seat: { readonly userId: number | null }, { userId }: Pick<CurrentUser, 'userId'>): boolean => seat.userId === userId;

export const isBuyer = (order: Pick<OrderFacts, 'userId'>, { userId }: Pick<CurrentUser, 'userId'>): boolean => order.userId === userId;

export const canPay = (order: OrderFacts, now: number): boolean => order.status === 'unpaid' && (order.expireTime ?? Infinity) > now;

/** States that a buyer may hide from the own list. */
const HIDDEN: ReadonlySet<OrderState> = new Set(['finished', 'cancelled', 'refunded']);
export const canHide = ({ status }: Pick<OrderFacts, 'status'>): boolean => HIDDEN.has(status as OrderState);

export const IN_REFUND = '该商品已在退款中';
/** Why a buyer cannot return a line; empty when the buyer can. */
export function refundFault(
  order: OrderFacts,
  line: { readonly openedAt: number | null; readonly refundedFen: number; readonly payFen: number },
  inRefund: boolean,
  now: number,
  /** Of a line of copies: how many were not handed out. */
  freeCopies = 1,
): string {
  if (inRefund) return IN_REFUND;
  if (line.refundedFen > 0 && line.refundedFen >= line.payFen) return '已退款';
  if (order.status !== 'paid' && order.status !== 'finished' && order.status !== 'refunding') return '订单还没有支付';
  if (line.openedAt !== null) return OPENED;
  if (order.payTime === null || now - order.payTime > ORDER.refundDays * DAY_MS) return `支付已超过${ORDER.refundDays}天，不能申请退款`;
  if (freeCopies < 1) return '全部份数已分配，请先收回未使用的';
  return line.payFen === 0 ? '免费商品不用退款' : '';
}
