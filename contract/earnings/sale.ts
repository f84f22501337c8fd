import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id, paging } from '../page.ts';
import type { EventOf, StateOf } from '../state-machine.ts';
import { saleBatchMachine } from './sale-batch.machine.ts';

export type SaleBatchState = StateOf<typeof saleBatchMachine>;
export type SaleBatchEvent = EventOf<typeof saleBatchMachine>;
export const SALE_BATCH_STATES = Object.keys(saleBatchMachine.states) as [SaleBatchState, ...SaleBatchState[]];
export const SALE_BATCH_EVENTS = ['confirm', 'withdraw'] as const;
/** The first row of the spreadsheet. */
export const SALE_HEADS = ['日期', '渠道', '形式', '出版物编号', '册数', '单价'] as const;

const batch = z.object({
  batchId: z.number(),
  batchNo: z.string(),
  period: z.string(),
  fileName: z.string(),
  rows: z.number(),
  copies: z.number(),
  status: z.enum(SALE_BATCH_STATES),
  importedBy: z.string(),
  confirmedBy: z.string(),
  createTime: z.string(),
  can: z.array(z.string()),
});
export type SaleBatchRow = z.output<typeof batch>;

export const saleBatches = endpoint('GET /earnings/sale/list', {
  summary: '渠道销售批次',
  access: 'earnings:sale:list',
  query: paging.extend({ batchId: id.optional() }),
  row: batch,
});

const imported = z.object({
  row: z.number(),
  text: z.string(),
  /** new, same (an equal row is in another batch), unknown (no such work), impossible (with the reason in `fault`). */
  kind: z.enum(['new', 'same', 'unknown', 'impossible']),
  fault: z.string(),
});

/** With `dry` set to 1 nothing is stored. A file with a faulty row is not stored at all. */
export const importSales = endpoint('POST /earnings/sale', {
  summary: '导入渠道销售',
  access: 'earnings:sale:import',
  query: z.object({ period: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, '账期格式为yyyy-MM'), dry: z.enum(['0', '1']).default('1') }),
  multipart: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
  data: z.object({ batchNo: z.string(), good: z.number(), bad: z.number(), copies: z.number(), rows: z.array(imported) }),
});

export const saleBatchEvent = endpoint('PUT /earnings/sale/{event}/{batchId}', {
  summary: '复核或撤回渠道销售',
  access: ['earnings:sale:confirm', 'earnings:sale:import'],
  params: z.object({ event: z.enum(SALE_BATCH_EVENTS, '没有这个操作'), batchId: id }),
  body: z.object({ reason: z.string().trim().max(200, '原因不能超过200个字符').default('') }),
});
