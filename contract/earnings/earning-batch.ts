import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id, paging } from '../page.ts';
import { requiredText } from '../required-text.ts';
import type { EventOf, StateOf } from '../state-machine.ts';
import { earningBatchMachine } from './earning-batch.machine.ts';
import { PERIOD_PATTERN } from './earning-limits.ts';

export type EarningBatchState = StateOf<typeof earningBatchMachine>;
export type EarningBatchEvent = EventOf<typeof earningBatchMachine>;
export const EARNING_BATCH_STATES = Object.keys(earningBatchMachine.states) as [EarningBatchState, ...EarningBatchState[]];
export const EARNING_BATCH_EVENTS = ['confirm', 'withdraw'] as const;

/** Fees that no event of the system gives, and what a publisher that moves in owes and has paid in advance. */
export const BATCH_KINDS = { fee: '其他收益', opening: '期初余额' } as const;
export type BatchKind = keyof typeof BATCH_KINDS;
const kinds = Object.keys(BATCH_KINDS) as [BatchKind, ...BatchKind[]];
/** The first rows of the sheets. */
export const FEE_HEADS = ['用户名', '来源', '所得项目', '事由', '协议编号', '金额'] as const;
export const OPENING_HEADS = ['用户名', '协议编号', '项目', '金额'] as const;
/** Unpaid royalties before tax, the rest of an advance, and returns that are not set off yet. */
export const OPENING_ITEMS = { opening: '未付稿酬', advance: '待抵扣预付款', carry: '待抵扣退货' } as const;
export type OpeningItem = keyof typeof OPENING_ITEMS;

const period = z.string().regex(PERIOD_PATTERN, '账期格式为yyyy-MM');

const batch = z.object({
  batchId: z.number(),
  batchNo: z.string(),
  kind: z.enum(kinds),
  period: z.string(),
  fileName: z.string(),
  note: z.string(),
  rows: z.number(),
  fen: z.number(),
  status: z.enum(EARNING_BATCH_STATES),
  importedBy: z.string(),
  confirmedBy: z.string(),
  createTime: z.string(),
  can: z.array(z.string()),
});
export type EarningBatchRow = z.output<typeof batch>;

export const earningBatches = endpoint('GET /earnings/batch/list', {
  summary: '其他收益与期初余额',
  access: 'earnings:batch:list',
  query: paging.extend({ batchId: id.optional() }),
  row: batch,
});

const checked = z.object({
  row: z.number(),
  text: z.string(),
  fault: z.string(),
});

/** With `dry` set to 1 nothing is stored. A file with a faulty row is not stored at all. */
export const importEarnings = endpoint('POST /earnings/batch', {
  summary: '导入其他收益或期初余额',
  access: 'earnings:batch:import',
  query: z.object({
    kind: z.enum(kinds, '请选择导入的内容'),
    period,
    note: z.string().trim().max(200, '依据不能超过200个字符').default(''),
    dry: z.enum(['0', '1']).default('1'),
  }),
  multipart: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
  data: z.object({ batchNo: z.string(), good: z.number(), bad: z.number(), fen: z.number(), rows: z.array(checked) }),
});

/** One line by hand: the same batch with one row. */
export const addEarningByHand = endpoint('POST /earnings/batch/one', {
  summary: '新增一笔其他收益',
  access: 'earnings:batch:import',
  body: z.object({
    period,
    note: requiredText('请写明依据').max(200, '依据不能超过200个字符'),
    userName: requiredText('请填写收款人的用户名').max(60, '用户名不能超过60个字符'),
    source: requiredText('请选择来源').max(20, '来源不正确'),
    category: requiredText('请选择所得项目').max(20, '所得项目不正确'),
    title: requiredText('请填写事由').max(60, '事由不能超过60个字'),
    protocolNo: z.string().trim().max(40, '协议编号不能超过40个字符').default(''),
    yuan: requiredText('请填写金额').max(20, '金额不正确'),
  }),
  data: z.object({ batchNo: z.string() }),
});

export const earningBatchRows = endpoint('GET /earnings/batch/rows/{batchId}', {
  summary: '一批的明细',
  access: 'earnings:batch:list',
  params: z.object({ batchId: id }),
  query: paging,
  row: z.object({
    rowId: z.number(),
    sourceRow: z.number(),
    payee: z.string(),
    userName: z.string(),
    protocolNo: z.string(),
    itemName: z.string(),
    title: z.string(),
    fen: z.number(),
  }),
});

export const earningBatchEvent = endpoint('PUT /earnings/batch/{event}/{batchId}', {
  summary: '复核或撤回收益批次',
  access: ['earnings:batch:confirm', 'earnings:batch:import'],
  params: z.object({ event: z.enum(EARNING_BATCH_EVENTS, '没有这个操作'), batchId: id }),
  body: z.object({ reason: z.string().trim().max(200, '原因不能超过200个字符').default('') }),
});
