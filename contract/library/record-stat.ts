import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Longest period of a chart, in days. */
export const STAT_DAYS_MOST = 90;

const counted = z.object({ name: z.string(), count: z.number() });

const stat = z.object({
  total: z.number(),
  /** Different users. */
  people: z.number(),
  /** `MM-dd`, one for each day of the period. */
  days: z.array(z.string()),
  counts: z.array(z.number()),
  /** Shares: by type, kind, result or stars. */
  parts: z.array(counted),
  /** The works or pages with most records. */
  top: z.array(counted),
});
export type RecordStat = z.output<typeof stat>;

export type RecordKind = 'browse' | 'collect' | 'download' | 'score';

/** Defines the numbers behind the charts of one kind of record. */
export const recordStat = <K extends RecordKind>(kind: K, summary: string) =>
  endpoint(`GET /info/${kind}/stat`, {
    summary,
    access: `info:${kind}:list`,
    query: z.object({
      days: z.coerce
        .number<number | string>('天数不正确')
        .int('天数不正确')
        .min(7, '至少7天')
        .max(STAT_DAYS_MOST, `最多${STAT_DAYS_MOST}天`)
        .default(30),
    }),
    data: stat,
  });
