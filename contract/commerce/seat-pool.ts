import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, paging } from '../page.ts';
import { requiredText } from '../required-text.ts';
import { visible } from '../visible-text.ts';
import { SEATS } from './order-limits.ts';

export const SEAT_POOL_SOURCES = { order: '订单', offline: '线下订单', gift: '赠送' } as const;
export type SeatPoolSource = keyof typeof SEAT_POOL_SOURCES;
const sources = Object.keys(SEAT_POOL_SOURCES) as [SeatPoolSource, ...SeatPoolSource[]];

/** The longest time of a pool that staff make, years; the characters of a reason. */
export const SEAT_POOL_YEARS = 10;
export const SEAT_POOL_REASON = { least: 5, most: 200 } as const;

const seats = z.coerce
  .number<number | string>('席位数须为整数')
  .int('席位数须为整数')
  .min(1, `席位数须为1至${SEATS.most}`)
  .max(SEATS.most, `席位数须为1至${SEATS.most}`);
const reason = visible('请写明原因')
  .min(SEAT_POOL_REASON.least, `请写明原因，至少${SEAT_POOL_REASON.least}个字`)
  .max(SEAT_POOL_REASON.most, `原因不能超过${SEAT_POOL_REASON.most}个字`);

const row = z.object({
  poolId: z.number(),
  publishId: z.number(),
  publishTitle: z.string(),
  nickName: z.string(),
  userName: z.string(),
  /** Seats without those that were returned for a refund. */
  n: z.number(),
  given: z.number(),
  opened: z.number(),
  source: z.enum(sources),
  /** `yyyy-MM-dd`, or empty without an end. */
  endDate: z.string(),
  ended: z.boolean(),
  /** Closed by staff: it gives no seats any more, and those given stay to its end. */
  closed: z.boolean(),
  closeReason: z.string(),
  /** Staff may change its number or close it: it has no order and is not over. */
  mayChange: z.boolean(),
  createTime: z.string(),
});
export type SeatPoolRow = z.output<typeof row>;

/** B3: pools of seats for textbooks. */
export const seatPools = endpoint('GET /textbook/seatPool/list', {
  summary: '席位池',
  access: 'textbook:code:list',
  query: paging.extend({
    publishTitle: z.string().trim().max(100, '教材名称不能超过100个字').optional(),
    userName: z.string().trim().max(30, '用户名不能超过30个字').optional(),
  }),
  row,
});

/** Makes a pool for a teacher without an order. */
export const addSeatPool = endpoint('POST /textbook/seatPool', {
  summary: '新建席位池',
  access: 'textbook:code:issue',
  once: true,
  body: z.object({
    publishId: id,
    userName: requiredText('请填写老师的用户名').max(30, '用户名不能超过30个字'),
    n: seats,
    endDate: z.iso.date('请选择到期日，格式为yyyy-MM-dd'),
  }),
  data: row,
});

/** Changes the number of seats of a pool without an order, not below those that are given. The teacher gets a message. */
export const setSeatNumber = endpoint('PUT /textbook/seatPool/number/{poolId}', {
  summary: '调整席位数',
  access: 'textbook:code:issue',
  params: z.object({ poolId: id }),
  body: z.object({ n: seats, reason }),
  data: row,
});

/** Closes a pool without an order: it gives no seats any more, and those given stay to its end. */
export const closeSeatPool = endpoint('PUT /textbook/seatPool/close/{poolId}', {
  summary: '关闭席位池',
  access: 'textbook:code:issue',
  params: z.object({ poolId: id }),
  body: z.object({ reason }),
  data: row,
});
