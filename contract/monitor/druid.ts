import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const statement = z.object({
  /** SQL with placeholders for parameters; it contains no values. */
  sql: z.string(),
  count: z.number(),
  failures: z.number(),
  /** Milliseconds. */
  average: z.number(),
  max: z.number(),
  total: z.number(),
  lastTime: z.string(),
});
export type Statement = z.output<typeof statement>;

/** Database usage of this process since its start. */
export const getDruid = endpoint('GET /monitor/druid', {
  summary: '数据监控',
  access: 'monitor:druid:list',
  data: z.object({
    version: z.string(),
    /** Size of the database in bytes. */
    bytes: z.number(),
    since: z.string(),
    pool: z.object({ max: z.number(), open: z.number(), idle: z.number(), waiting: z.number() }),
    count: z.number(),
    failures: z.number(),
    /** The statements with the highest total time, at most fifty. */
    statements: z.array(statement),
  }),
});
