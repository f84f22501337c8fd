import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const statement = z.object({
  /** With signs for its parameters: no value stands in it. */
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

/** The database as this process has used it since its start. */
export const getDruid = endpoint('GET /monitor/druid', {
  summary: '数据监控',
  access: 'monitor:druid:list',
  data: z.object({
    version: z.string(),
    /** Bytes of the database. */
    bytes: z.number(),
    since: z.string(),
    pool: z.object({ max: z.number(), open: z.number(), idle: z.number(), waiting: z.number() }),
    count: z.number(),
    failures: z.number(),
    /** Those that took the most time in all, at most fifty. */
    statements: z.array(statement),
  }),
});
