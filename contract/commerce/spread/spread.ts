import { z } from 'zod';
import { cover } from '../../catalog/book.ts';
import { endpoint } from '../../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../../limits.ts';
import { id, paging } from '../../page.ts';
import { searchTerm } from '../../search-term.ts';
import type { EventOf, StateOf } from '../../state-machine.ts';
import { ORDER_STATES } from '../order.ts';
import { MONTH_PATTERN, SPREAD } from './spread-limits.ts';
import { spreadMachine } from './spread.machine.ts';

export type SpreadState = StateOf<typeof spreadMachine>;
export type SpreadEvent = EventOf<typeof spreadMachine>;
export const SPREAD_STATES = Object.keys(spreadMachine.states) as [SpreadState, ...SpreadState[]];
export const SPREAD_EVENTS = ['approve', 'reject', 'pause', 'resume', 'end'] as const satisfies readonly SpreadEvent[];
/** What the promoter of a link does with it. */
export const OWN_SPREAD_EVENTS = ['pause', 'resume', 'end'] as const satisfies readonly SpreadEvent[];

const counts = {
  clickNum: z.number(),
  /** Paid orders with a line that counts for the link. */
  orderNum: z.number(),
  /** What was paid for those lines, without what was returned. */
  amountFen: z.number(),
  /** Commission of paid lines that are not finished yet. */
  pendingFen: z.number(),
  /** Commission of finished lines, less what refunds took back. */
  countedFen: z.number(),
};
const link = z.object({
  spreadId: z.number(),
  code: z.string(),
  /** Null for the whole site. */
  publishId: z.number().nullable(),
  title: z.string(),
  /** Path with the code. */
  path: z.string(),
  rateBp: z.number(),
  /** yyyy-MM-dd; empty without an end. */
  validTo: z.string(),
  status: z.enum(SPREAD_STATES),
  createTime: z.string(),
  can: z.array(z.enum(SPREAD_EVENTS)),
  ...counts,
});
export type OwnSpread = z.output<typeof link>;
const row = link.extend({ userName: z.string(), nickName: z.string(), createdBy: z.string(), approvedBy: z.string() });
export type SpreadRow = z.output<typeof row>;

const filter = z.object({
  code: searchTerm(8),
  promoter: searchTerm(30),
  title: searchTerm(50),
  status: z
    .union([z.enum(SPREAD_STATES), z.literal('')])
    .transform((value) => value || undefined)
    .optional(),
});
export const spreadList = endpoint('GET /pay/spread/list', {
  summary: '推广链接',
  access: 'pay:spread:list',
  query: paging.extend(filter.shape),
  row,
});
/** The sums of the filter, over all its pages. */
export const spreadSums = endpoint('GET /pay/spread/sums', {
  summary: '推广合计',
  access: 'pay:spread:list',
  query: filter,
  data: z.object({ links: z.number(), ...counts }),
});
export const exportSpread = endpoint('POST /pay/spread/export', {
  summary: '导出推广链接',
  access: 'pay:spread:export',
  body: filter,
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

const rateBp = z
  .number('佣金比例须为数字')
  .int('佣金比例最多两位小数')
  .min(1, '佣金比例须大于0')
  .max(SPREAD.maxBp, `佣金比例不能超过${SPREAD.maxBp / 100}%`);
const validTo = z.union([z.literal(''), z.iso.date('日期格式为yyyy-MM-dd')]).default('');

export const addSpread = endpoint('POST /pay/spread', {
  summary: '新增推广链接',
  access: 'pay:spread:add',
  body: z.object({
    userName: z.string().trim().min(1, '请填写推广人的用户名').max(30, '用户名不能超过30个字符'),
    publishId: id.nullable().default(null),
    rateBp,
    validTo,
  }),
  data: z.object({ spreadId: z.number(), code: z.string(), status: z.enum(SPREAD_STATES) }),
});
export const spreadEvent = endpoint('PUT /pay/spread/{event}/{spreadId}', {
  summary: '推广链接办理',
  access: ['pay:spread:edit', 'pay:spread:approve'],
  params: z.object({ event: z.enum(SPREAD_EVENTS), spreadId: id }),
  body: z.object({ reason: z.string().trim().max(200, '原因不能超过200个字符').default('') }),
});

export const ownSpreads = endpoint('GET /pay/spread/mine', { summary: '我的推广链接', access: 'signed-in', query: paging, row: link });
/** A link for an own work at the usual rate. */
export const addOwnSpread = endpoint('POST /pay/spread/mine', {
  summary: '新建我的推广链接',
  access: 'signed-in',
  body: z.object({ publishId: id }),
  data: z.object({ spreadId: z.number(), code: z.string(), path: z.string() }),
});
export const ownSpreadEvent = endpoint('PUT /pay/spread/mine/{event}/{spreadId}', {
  summary: '我的推广链接办理',
  access: 'signed-in',
  params: z.object({ event: z.enum(OWN_SPREAD_EVENTS), spreadId: id }),
});

/** What an author sees of the sales of own works: no buyers. */
export const authorOrders = endpoint('GET /pay/order/author', {
  summary: '作品订单',
  access: 'signed-in',
  query: z.object({ month: z.string().regex(MONTH_PATTERN, '月份格式为yyyy-MM').optional() }),
  data: z.object({
    month: z.string(),
    /** It is the present month: there is none after it. */
    last: z.boolean(),
    works: z.array(
      z.object({
        publishId: z.number(),
        title: z.string(),
        cover,
        salePriceFen: z.number(),
        /** What the author pays for a copy; null without a discount in the agreement. */
        authorFen: z.number().nullable(),
        /** The author reads it already: further copies are to hand out. */
        owned: z.boolean(),
        /** It is on sale: a link makes sense. */
        listed: z.boolean(),
      }),
    ),
    /** A day with enough buyers, or the rest of a week. The rows of a work add up to its month. */
    sales: z.array(
      z.object({
        publishId: z.number(),
        title: z.string(),
        kind: z.enum(['day', 'week']),
        from: z.string(),
        to: z.string(),
        copies: z.number(),
        payFen: z.number(),
      }),
    ),
    copies: z.number(),
    payFen: z.number(),
    /** The author's own orders at the author's price, newest first. */
    orders: z.array(
      z.object({
        orderNo: z.string(),
        createTime: z.string(),
        status: z.enum(ORDER_STATES),
        title: z.string(),
        qty: z.number(),
        payFen: z.number(),
      }),
    ),
  }),
});
