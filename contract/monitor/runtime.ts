import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const RUNTIME_STATES = { good: '正常', care: '注意', bad: '异常' } as const;
export type RuntimeState = keyof typeof RUNTIME_STATES;

const row = z.object({
  name: z.string(),
  state: z.enum(Object.keys(RUNTIME_STATES) as [RuntimeState, ...RuntimeState[]]),
  /** What it is now, in one line. */
  text: z.string(),
  /** Since when, or when it was last; empty when there is no such time. */
  time: z.string(),
  /** What an operator should do; empty when nothing is to be done. */
  advice: z.string(),
});
export type RuntimeRow = z.output<typeof row>;

const section = z.object({ title: z.string(), rows: z.array(row) });
export type RuntimeSection = z.output<typeof section>;

/** The state of the whole installation: servers, external systems, queues, background work, backups, the certificate and the version. */
export const getRuntime = endpoint('GET /monitor/runtime', { summary: '运行状态', access: 'monitor:runtime:list', data: z.array(section) });
