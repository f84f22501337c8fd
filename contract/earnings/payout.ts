import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id, paging } from '../page.ts';
import type { EventOf, StateOf } from '../state-machine.ts';
import { payoutMachine } from './payout.machine.ts';

export type PayoutState = StateOf<typeof payoutMachine>;
export type PayoutEvent = EventOf<typeof payoutMachine>;
export const PAYOUT_STATES = Object.keys(payoutMachine.states) as [PayoutState, ...PayoutState[]];
export const PAYOUT_PLAIN_EVENTS = ['close', 'cancel'] as const;
/** Columns that the file of the bank may have, in any order. */
export const PAYOUT_COLUMNS = ['提现单号', '收款户名', '收款账号', '开户银行', '金额', '用途'] as const;
export const PAYOUT_FORMATS = ['xlsx', 'gbk', 'utf-8'] as const;
export type PayoutFormat = (typeof PAYOUT_FORMATS)[number];
/** The first row of the bank's results. */
export const RESULT_HEADS = ['提现单号', '收款账号', '金额', '结果', '失败原因'] as const;
export const PAYOUT_MOST = 500;

const row = z.object({
  payoutId: z.number(),
  payoutNo: z.string(),
  status: z.enum(PAYOUT_STATES),
  rows: z.number(),
  fen: z.number(),
  /** Withdrawals that the bank has answered. */
  paid: z.number(),
  failed: z.number(),
  /** SHA-256 of the file that was exported last; empty before. */
  fileHash: z.string(),
  madeBy: z.string(),
  exportedBy: z.string(),
  createTime: z.string(),
  can: z.array(z.string()),
});
export type PayoutRow = z.output<typeof row>;

export const payoutList = endpoint('GET /earnings/payout/list', {
  summary: '打款批次',
  access: 'earnings:withdraw:list',
  query: paging.extend({ payoutId: id.optional() }),
  row,
});

/** Collects approved withdrawals that this user may pay; without a choice, all of them. */
export const addPayout = endpoint('POST /earnings/payout', {
  summary: '建打款批次',
  access: 'earnings:withdraw:pay',
  once: true,
  body: z.object({ withdrawIds: z.array(id).max(PAYOUT_MOST, `一批不能超过${PAYOUT_MOST}笔`).default([]) }),
  data: z.object({ payoutNo: z.string(), rows: z.number(), fen: z.number() }),
});

export const exportPayout = endpoint('POST /earnings/payout/export/{payoutId}', {
  summary: '导出银行文件',
  access: 'earnings:withdraw:pay',
  confirm: true,
  params: z.object({ payoutId: id }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** Each row is its own transaction; one that does not fit is skipped with its reason. */
export const importPayout = endpoint('POST /earnings/payout/import/{payoutId}', {
  summary: '导入银行回盘',
  access: 'earnings:withdraw:pay',
  params: z.object({ payoutId: id }),
  multipart: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
  data: z.object({ done: z.number(), failed: z.number(), skipped: z.array(z.object({ row: z.number(), reason: z.string() })) }),
});

export const payoutEvent = endpoint('PUT /earnings/payout/{event}/{payoutId}', {
  summary: '完成或撤销打款批次',
  access: 'earnings:withdraw:pay',
  params: z.object({ event: z.enum(PAYOUT_PLAIN_EVENTS, '没有这个操作'), payoutId: id }),
  body: z.object({ reason: z.string().trim().max(200, '原因不能超过200个字符').default('') }),
});
