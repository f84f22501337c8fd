import { DAY_MS } from '../../../contract/clock.ts';
import type { FeedbackState } from '../../../contract/system/feedback.ts';

export const CLOSES_AFTER_MS = 15 * DAY_MS;

/** A replied feedback that is not reopened within 15 days is closed. */
export const stateAt = (row: { status: string; replyTime: number | null }, now: number): FeedbackState =>
  row.status === 'replied' && row.replyTime !== null && row.replyTime + CLOSES_AFTER_MS <= now ? 'closed' : (row.status as FeedbackState);
