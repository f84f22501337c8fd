import { DAY_MS } from '../../contract/clock.ts';
import { OFFLINE_CHANNEL, OPENED, ORDER } from '../../contract/commerce/order-limits.ts';
import { orderMachine } from '../../contract/commerce/order.machine.ts';
import type { OrderState, RefundEvent } from '../../contract/commerce/order.ts';
import { inGroup } from '../../contract/state-machine.ts';
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

/**
 * Whether a copy can be taken back after its reader has opened the work. True for seats of a class from a pool without an order. An opened copy of an
 * order cannot be taken back: it would be free again, and free copies can be refunded.
 */
export const endsOpened = (pool: { readonly orderItemId: number | null }, seat: { readonly classId: number | null }): boolean =>
  pool.orderItemId === null && seat.classId !== null;

/** Whether the rights of a pool have ended. */
export const isPoolEnded = ({ to }: { readonly to: number | null }, now: number): boolean => to !== null && to <= now;

/** Whether a pool gives no copies any more: it has ended, or staff have closed it. */
export const isPoolOver = (pool: { readonly to: number | null; readonly closedAt: number | null }, now: number): boolean =>
  pool.closedAt !== null || isPoolEnded(pool, now);

/** Whose copy it is. */
export const holdsSeat = (seat: { readonly userId: number | null }, { userId }: Pick<CurrentUser, 'userId'>): boolean => seat.userId === userId;

export const isBuyer = (order: Pick<OrderFacts, 'userId'>, { userId }: Pick<CurrentUser, 'userId'>): boolean => order.userId === userId;

/** Nobody reads the work of the line any more. */
export const isRecalled = ({ workStatus }: { readonly workStatus: string | null }): boolean => workStatus === 'recalled';

export const canPay = (order: OrderFacts, now: number): boolean => order.status === 'unpaid' && (order.expireTime ?? Infinity) > now;

export const canHide = ({ status }: Pick<OrderFacts, 'status'>): boolean => inGroup(orderMachine, 'ended', status as OrderState);

/**
 * Whether an event of a refund makes sense: a registered transfer is confirmed and not asked of the channel, money that came outside the channels is
 * never asked of one, and the refunds of a recall or by a rule are not rejected.
 */
export function canDecide(
  { transferBy, paidThrough, kind }: { readonly transferBy: number | null; readonly paidThrough: string | null; readonly kind: string },
  event: RefundEvent,
): boolean {
  if (event === 'byTransfer') return transferBy !== null;
  if (event === 'retry') return transferBy === null && paidThrough !== OFFLINE_CHANNEL;
  return event !== 'reject' || (kind !== 'recall' && kind !== 'rule');
}

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
  if (!inGroup(orderMachine, 'returnable', order.status as OrderState)) return '订单还没有支付';
  if (line.openedAt !== null) return OPENED;
  if (order.payTime === null || now - order.payTime > ORDER.refundDays * DAY_MS) return `支付已超过${ORDER.refundDays}天，不能申请退款`;
  if (freeCopies < 1) return '全部份数已分配，请先收回未使用的';
  return line.payFen === 0 ? '免费商品不用退款' : '';
}
