import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import type { StateOf } from '../state-machine.ts';
import { FEE_KINDS } from './order-limits.ts';
import { orderMachine } from './order.machine.ts';

type State = StateOf<typeof orderMachine>;

/** The order of a fee, for the page of what the fee is for: the one that paid it, or the newest. */
export const feeOrder = z.object({
  /** Empty for a viewer who is neither the buyer nor staff. */
  orderNo: z.string(),
  status: z.enum(Object.keys(orderMachine.states) as [State, ...State[]]),
  /** The state in words for who pays. */
  words: z.string(),
  payFen: z.number(),
  refundedFen: z.number(),
  expireTime: z.string(),
  /** Money outside the channels has arrived, and a second person checks it. */
  registered: z.boolean(),
});
export type FeeOrder = z.output<typeof feeOrder>;

/**
 * The order with which a fee can be paid now: the open one, or a new one when that has expired or was cancelled. For who pays the fee, and for the
 * staff whom its area names.
 */
export const openFee = endpoint('POST /pay/fee', {
  summary: '费用的订单',
  access: 'signed-in',
  body: z.object({ kind: z.enum(FEE_KINDS, { error: '没有这种费用' }), targetId: id }),
  data: z.object({ orderNo: z.string() }),
});
