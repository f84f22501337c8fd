import { z } from 'zod';
import { cover, KINDS } from '../catalog/book.ts';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import { SEATS } from './order-limits.ts';
import { seatCounts } from './order.ts';

/** A link that was not used, a copy given to a reader, one that its reader has opened. */
export const SEAT_STATES = { link: '待领取', given: '已分配', opened: '已开始阅读' } as const;
type SeatState = keyof typeof SEAT_STATES;
const states = Object.keys(SEAT_STATES) as [SeatState, ...SeatState[]];

const pool = seatCounts.extend({
  poolId: z.number(),
  publishId: z.number(),
  title: z.string(),
  seats: z.array(
    z.object({
      seatId: z.number(),
      state: z.enum(states),
      /** The reader; empty for a link that nobody has used. */
      nickName: z.string(),
      userName: z.string(),
      byLink: z.boolean(),
      givenAt: z.string(),
    }),
  ),
});
export type SeatPool = z.output<typeof pool>;

export const seatPool = endpoint('GET /pay/seat/pool/{orderItemId}', {
  summary: '我购买的席位',
  access: 'signed-in',
  params: z.object({ orderItemId: id }),
  data: pool,
});

/** Hands copies out by user name, or as links that work once. The code of a link is answered once and only its hash is stored. */
export const giveSeats = endpoint('POST /pay/seat/give/{poolId}', {
  summary: '分配席位',
  access: 'signed-in',
  params: z.object({ poolId: id }),
  body: z.object({
    userNames: z.array(z.string().trim().min(1).max(30)).max(SEATS.atOnce, `一次最多分配${SEATS.atOnce}份`).default([]),
    links: z.number().int().min(0).max(SEATS.atOnce, `一次最多生成${SEATS.atOnce}个链接`).default(0),
  }),
  data: z.object({ pool, codes: z.array(z.string()), skipped: z.array(z.object({ userName: z.string(), reason: z.string() })) }),
});

/** Takes back a copy that its reader has not opened, or a link that nobody has used. */
export const takeSeat = endpoint('POST /pay/seat/take/{seatId}', {
  summary: '收回席位',
  access: 'signed-in',
  params: z.object({ seatId: id }),
  data: pool,
});

const code = z.object({ code: z.string().regex(/^[\w-]{22}$/, '领取链接不完整，请重新复制') });
const offered = z.object({
  publishId: z.number(),
  title: z.string(),
  workKind: z.enum(KINDS),
  cover,
  giver: z.string(),
  /** Why the viewer cannot claim it; empty when possible. */
  fault: z.string(),
});

/** What a link offers. The code is in the body, so it is in no log of addresses. */
export const seatOffer = endpoint('POST /pay/seat/offer', { summary: '查看领取链接', access: 'signed-in', body: code, data: offered });
export const claimSeat = endpoint('POST /pay/seat/claim', { summary: '领取席位', access: 'signed-in', body: code, data: offered });
