import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../../limits.ts';
import { id, paging } from '../../page.ts';
import type { StateOf } from '../../state-machine.ts';
import { CHANNELS } from '../order-limits.ts';
import { reconDayMachine } from './recon-day.machine.ts';
import { suspenseEnd } from './suspense-end.ts';

export type ReconState = StateOf<typeof reconDayMachine>;
export const RECON_STATES = Object.keys(reconDayMachine.states) as [ReconState, ...ReconState[]];
export const RECON_KINDS = ['matched', 'ours_only', 'theirs_only', 'amount_differs', 'status_differs'] as const;
export type ReconKind = (typeof RECON_KINDS)[number];
export const RECON_KIND_NAMES: Readonly<Record<ReconKind, string>> = {
  matched: '一致',
  ours_only: '仅我方有',
  theirs_only: '仅渠道有',
  amount_differs: '金额不同',
  status_differs: '状态不同',
};
/** Largest bill that a person uploads. */
export const BILL_MB = 128;
const day = z.iso.date('日期格式为yyyy-MM-dd');
const billChannel = z.enum(CHANNELS, { error: '请选择渠道' });

const reconDay = z.object({
  reconDayId: z.number(),
  day: z.string(),
  channel: z.enum(CHANNELS),
  status: z.enum(RECON_STATES),
  fileName: z.string(),
  hash: z.string(),
  rows: z.number(),
  payFen: z.number(),
  refundFen: z.number(),
  feeFen: z.number(),
  transferFen: z.number(),
  /** Differences that are not repaired. */
  open: z.number(),
  canBalance: z.boolean(),
});
export type ReconDay = z.output<typeof reconDay>;

/** The days of a month, or one day by its id. */
export const reconList = endpoint('GET /pay/recon/list', {
  summary: '对账日历',
  access: 'pay:recon:list',
  query: z.object({
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份格式为yyyy-MM')
      .optional(),
    reconDayId: id.optional(),
  }),
  data: z.object({
    days: z.array(reconDay),
    /** Channels whose bills can be imported, with the sums of yesterday's bill. */
    channels: z.array(z.object({ channel: z.enum(CHANNELS), name: z.string(), byCall: z.boolean(), payFen: z.number(), imported: z.boolean() })),
    /** Differences over all days, and how long the oldest waits. */
    open: z.number(),
    oldestDay: z.string(),
    /** Money at the channels that no order explains; negative: money that is missing there. */
    suspenseFen: z.number(),
  }),
});

export const ITEM_EVENTS = ['ask', 'adopt', 'confirm', 'withdraw'] as const;
export type ReconItemEvent = (typeof ITEM_EVENTS)[number];
const reconItem = z.object({
  reconItemId: z.number(),
  reconDayId: z.number(),
  day: z.string(),
  side: z.enum(['pay', 'refund', 'transfer']),
  kind: z.enum(RECON_KINDS),
  ourNo: z.string(),
  theirNo: z.string(),
  /** Null: this side does not have it. */
  ourFen: z.number().nullable(),
  theirFen: z.number().nullable(),
  ourState: z.string(),
  orderNo: z.string(),
  billAt: z.string(),
  open: z.boolean(),
  /** What was done about it, in words. */
  outcome: z.string(),
  adoptFen: z.number(),
  adoptBy: z.string(),
  adoptReason: z.string(),
  /** The events that may repair it now, for this viewer. */
  events: z.array(z.enum(ITEM_EVENTS)),
  /** The viewer may propose the end of this money in suspense. */
  canEnd: z.boolean(),
  /** What was proposed or done last with the money in suspense. */
  end: suspenseEnd.nullable(),
});
export type ReconItem = z.output<typeof reconItem>;

export const reconItems = endpoint('GET /pay/recon/item/list', {
  summary: '对账差异',
  access: 'pay:recon:list',
  query: paging.extend({
    reconDayId: id.optional(),
    reconItemId: id.optional(),
    /** `differences`: open ones first, then repaired ones; `open`: only those; `suspense`: what is in the suspense account. */
    shown: z.enum(['differences', 'open', 'all', 'suspense']).default('differences'),
  }),
  row: reconItem,
});

export const importBill = endpoint('POST /pay/recon/import/{channel}/{day}', {
  summary: '导入账单',
  access: 'pay:recon:import',
  params: z.object({ channel: billChannel, day }),
  multipart: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
  data: z.object({ importId: z.number() }),
});

/** Fetches the bill of a day from its channel again. */
export const fetchBill = endpoint('POST /pay/recon/fetch/{channel}/{day}', {
  summary: '获取账单',
  access: 'pay:recon:import',
  params: z.object({ channel: billChannel, day }),
  data: z.object({ importId: z.number() }),
});

export const billProgress = endpoint('GET /pay/recon/import/{importId}', {
  summary: '账单导入进度',
  access: 'pay:recon:import',
  params: z.object({ importId: id }),
  data: z.object({ doneRows: z.number(), totalRows: z.number(), finished: z.boolean(), error: z.string() }),
});

export const balanceDay = endpoint('PUT /pay/recon/{event}/{reconDayId}', {
  summary: '平账',
  access: 'pay:recon:resolve',
  params: z.object({ event: z.enum(['balance']), reconDayId: id }),
});

/** Repairs one difference. `adopt` moves its amount to or from the suspense account, after another person has confirmed it. */
export const repairItem = endpoint('PUT /pay/recon/item/{event}/{reconItemId}', {
  summary: '处理差异',
  access: ['pay:recon:resolve', 'pay:order:confirm'],
  params: z.object({ event: z.enum(ITEM_EVENTS), reconItemId: id }),
  body: z.object({ reason: z.string().trim().max(200, '原因不能超过200个字符').default('') }),
  /** What became of it, in words. */
  data: z.object({ outcome: z.string() }),
});
