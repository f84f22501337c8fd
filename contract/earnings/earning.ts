import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { AMOUNT_WORDS } from '../money-input.ts';
import { id, paging } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import type { EventOf, StateOf } from '../state-machine.ts';
import { earningMachine } from './earning.machine.ts';
import { PERIOD_PATTERN } from './earning-limits.ts';
import { settleRun, startedRun } from './settle-run.ts';
import { settlementMachine } from './settlement.machine.ts';

export type EarningState = StateOf<typeof earningMachine>;
export type EarningEvent = EventOf<typeof earningMachine>;
export const EARNING_STATES = Object.keys(earningMachine.states) as [EarningState, ...EarningState[]];
export const EARNING_STAFF_EVENTS = ['confirm', 'adjust', 'void', 'reverse'] as const;
export type SettlementState = StateOf<typeof settlementMachine>;
export type SettlementEvent = EventOf<typeof settlementMachine>;
export const SETTLEMENT_STATES = Object.keys(settlementMachine.states) as [SettlementState, ...SettlementState[]];
const SETTLEMENT_EVENTS = Object.keys(settlementMachine.events) as [SettlementEvent, ...SettlementEvent[]];

const period = z.string().regex(PERIOD_PATTERN, '账期格式为yyyy-MM');
const sums = z.object({ grossFen: z.number(), taxFen: z.number(), netFen: z.number(), count: z.number(), disputed: z.number(), pending: z.number() });

const earning = z.object({
  earningId: z.number(),
  earningNo: z.string(),
  period: z.string(),
  payee: z.string(),
  title: z.string(),
  source: z.string(),
  sourceName: z.string(),
  protocolNo: z.string(),
  grossFen: z.number(),
  taxFen: z.number(),
  netFen: z.number(),
  status: z.enum(EARNING_STATES),
  dispute: z.string(),
  settledAt: z.string(),
  /** Events that the viewer may take now. */
  can: z.array(z.string()),
});
export type EarningRow = z.output<typeof earning>;

/** One step of the arithmetic: what is calculated, how, and the result. */
const step = z.object({ label: z.string(), formula: z.string(), fen: z.number() });
export type EarningStep = z.output<typeof step>;

const detail = earning.extend({
  /** The lines of the work, before the share of the payee; their sum is `workFen`. */
  lines: z.array(step),
  /** From the sum of the work to what is paid. */
  steps: z.array(step),
  /** The payee is an organisation: its own invoice is registered before the settlement. */
  needsInvoice: z.boolean(),
  invoiceNo: z.string(),
  /** No settlement has fixed the deductions and the tax yet. */
  estimated: z.boolean(),
  log: z.array(z.object({ event: z.string(), note: z.string(), operatorName: z.string(), at: z.string() })),
});
export type EarningDetail = z.output<typeof detail>;

const settlement = sums.extend({
  /** 0 for a month that was not calculated yet. */
  settlementId: z.number(),
  period: z.string(),
  status: z.enum(SETTLEMENT_STATES),
  calculatedBy: z.string(),
  calculatedAt: z.string(),
  publishedBy: z.string(),
  /** Shares that are earned by authors without an account. */
  unpaid: z.array(z.object({ title: z.string(), name: z.string(), fen: z.number() })),
  can: z.array(z.enum(SETTLEMENT_EVENTS)),
  /** All pending lines may be settled together. */
  canSettle: z.boolean(),
  /** The sum of the pending lines. */
  pendingFen: z.number(),
  /** The last step that ran in the background, or still does. */
  run: settleRun.nullable(),
});
export type SettlementRow = z.output<typeof settlement>;

export const settlementList = endpoint('GET /earnings/settlement/list', {
  summary: '结算批次',
  access: 'earnings:yield:list',
  query: paging,
  row: settlement,
});

/** Calculating, publishing and closing run in the background; a retraction is done at once. */
export const settlementEvent = endpoint('PUT /earnings/settlement/{event}/{period}', {
  summary: '计算、公示或关账',
  access: ['earnings:yield:calculate', 'earnings:yield:settle'],
  params: z.object({ event: z.enum(SETTLEMENT_EVENTS, '没有这个操作'), period }),
  body: z.object({ reason: z.string().trim().max(200, '原因不能超过200个字符').default('') }),
  data: startedRun,
});

const filter = z.object({
  period: z.union([period, z.literal('')]).default(''),
  status: z.union([z.enum(EARNING_STATES), z.literal('')]).default(''),
  /** The month in which the tax of the lines counts. */
  taxMonth: z.union([period, z.literal('')]).default(''),
  keyword: searchTerm(60),
  earningId: id.optional(),
});

export const earningList = endpoint('GET /earnings/yield/list', {
  summary: '收益列表',
  access: 'earnings:yield:list',
  query: paging.extend(filter.shape),
  row: earning,
});

/** Sums of all lines of a filter. */
export const earningSums = endpoint('GET /earnings/yield/sums', {
  summary: '收益合计',
  access: 'earnings:yield:list',
  query: filter,
  data: sums,
});

/** The arithmetic of a line, for its payee and for the staff of earnings. */
export const earningDetail = endpoint('GET /earnings/yield/detail/{earningId}', {
  summary: '收益明细',
  access: 'signed-in',
  params: z.object({ earningId: id }),
  data: detail,
});

export const earningEvent = endpoint('PUT /earnings/yield/{event}', {
  summary: '收益流转',
  access: ['earnings:yield:settle', 'earnings:yield:edit'],
  params: z.object({ event: z.enum(EARNING_STAFF_EVENTS, '没有这个操作') }),
  body: z.object({
    earningIds: z.array(id).min(1, '请选择收益').max(500, '一次不能超过500行'),
    reason: z.string().trim().max(200, '原因不能超过200个字符').default(''),
    /** The new amount of `adjust`. */
    grossFen: z.number(AMOUNT_WORDS).int(AMOUNT_WORDS).min(0, AMOUNT_WORDS).max(Number.MAX_SAFE_INTEGER, AMOUNT_WORDS).nullable().default(null),
  }),
  data: z.object({ done: z.number(), skipped: z.array(z.object({ earningNo: z.string(), reason: z.string() })) }),
});

/** Registers the invoice that an organisation has given for a line. */
export const registerEarningInvoice = endpoint('POST /earnings/yield/invoice/{earningId}', {
  summary: '登记收款单位开具的发票',
  access: 'earnings:yield:edit',
  params: z.object({ earningId: id }),
  body: z.object({
    invoiceNo: z
      .string()
      .trim()
      .regex(/^(\d{8}|\d{20})$/, '发票号码须是8位或20位数字'),
  }),
});

export const ownEarnings = endpoint('GET /earnings/yield/mine', {
  summary: '我的收益',
  access: 'signed-in',
  query: paging,
  row: earning,
});

export const disputeEarning = endpoint('POST /earnings/yield/dispute/{earningId}', {
  summary: '对收益提出疑问',
  access: 'signed-in',
  once: true,
  params: z.object({ earningId: id }),
  body: z.object({ reason: z.string().trim().max(500, '疑问不能超过500个字') }),
});

const balance = z.object({ protocolId: z.number(), title: z.string(), advanceFen: z.number(), reserveFen: z.number(), carryFen: z.number() });

/** Sums that are balances of the ledger. */
export const wallet = endpoint('GET /earnings/wallet', {
  summary: '我的收益账户',
  access: 'signed-in',
  data: z.object({
    availableFen: z.number(),
    frozenFen: z.number(),
    totalFen: z.number(),
    withdrawnFen: z.number(),
    agreements: z.array(balance),
    /** Why nothing can be withdrawn now; empty when it can. */
    hold: z.string(),
  }),
});
