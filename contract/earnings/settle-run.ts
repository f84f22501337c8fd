import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import { PERIOD_PATTERN } from './earning-limits.ts';

/** Steps of a month that run in the background. */
export const RUN_STEPS = { calculate: '计算', publish: '公示', settle: '结算', close: '关账' } as const;
export type RunStep = keyof typeof RUN_STEPS;
const STEPS = Object.keys(RUN_STEPS) as [RunStep, ...RunStep[]];

export const settleRun = z.object({
  runId: z.number(),
  step: z.enum(STEPS),
  startedBy: z.string(),
  startedAt: z.string(),
  doneRows: z.number(),
  totalRows: z.number(),
  finished: z.boolean(),
  /** Why it ended early, or why it waits. */
  error: z.string(),
  skippedRows: z.number(),
  /** The first lines that were not settled, with the reason. */
  skipped: z.array(z.object({ earningNo: z.string(), reason: z.string() })),
});
export type SettleRun = z.output<typeof settleRun>;

/** What a call that starts a run answers; null where the step was taken at once. */
export const startedRun = z.object({ runId: z.number().nullable() });

/** Settles every pending line of a published month; disputed ones stay. */
export const settleMonth = endpoint('POST /earnings/settlement/settle/{period}', {
  summary: '结算本月全部',
  access: 'earnings:yield:settle',
  params: z.object({ period: z.string().regex(PERIOD_PATTERN, '账期格式为yyyy-MM') }),
  data: startedRun,
});

export const runProgress = endpoint('GET /earnings/settlement/run/{runId}', {
  summary: '账期任务进度',
  access: 'earnings:yield:list',
  params: z.object({ runId: id }),
  data: settleRun,
});
