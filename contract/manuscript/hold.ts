import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { paging } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import { HOLD_REASONS } from './manuscript-limits.ts';
import { MANUSCRIPT_STATES } from './manuscript.machine.ts';

const holdRow = z.object({
  holdId: z.number(),
  archiveId: z.number(),
  archiveNo: z.string(),
  title: z.string(),
  reasonType: z.enum(HOLD_REASONS),
  reason: z.string(),
  fromStatus: z.enum(MANUSCRIPT_STATES),
  heldByName: z.string(),
  heldAt: z.string(),
  /** Whole days held. */
  days: z.number(),
  resumePlan: z.string(),
  overdue: z.boolean(),
  resumedByName: z.string(),
  resumedAt: z.string(),
  result: z.enum(['holding', 'resumed', 'cancelled']),
});
export type HoldRow = z.output<typeof holdRow>;

/** #86: manuscripts on hold, the longest first; with `result` the ended ones. */
export const holdList = endpoint('GET /press/hold/list', {
  summary: '搁置列表',
  access: 'press:hold:list',
  query: paging.extend({ result: z.enum(['holding', 'resumed', 'cancelled'], '没有这一栏').default('holding'), keyword: searchTerm(120) }),
  row: holdRow,
});
