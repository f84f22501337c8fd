import { z } from 'zod';
import { orderNo, ORDER_STATES } from './order.ts';

/** The order of a fee, for the page of what the fee is for: the one that paid it, or the newest. */
export const feeOrder = z.object({
  /** Empty for a viewer who is neither the buyer nor staff. */
  orderNo: z.union([orderNo, z.literal('')]),
  status: z.enum(ORDER_STATES),
  payFen: z.number(),
  refundedFen: z.number(),
  expireTime: z.string(),
  /** Money outside the channels has arrived, and a second person checks it. */
  registered: z.boolean(),
});
export type FeeOrder = z.output<typeof feeOrder>;
