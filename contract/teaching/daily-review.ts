import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { REVIEW_LIMITS_MOST } from './review-queue.ts';

const limit = (name: string, most: number) =>
  z.number(`${name}须为整数`).int(`${name}须为整数`).min(0, `${name}不能小于0`).max(most, `${name}不能超过${most}`);

const limits = z.object({
  newMost: limit('每天的新题', REVIEW_LIMITS_MOST.newMost),
  reviewMost: limit('每天的复习', REVIEW_LIMITS_MOST.reviewMost),
});

const dueQuestion = z.object({
  questionId: z.number(),
  versionId: z.number(),
  setId: z.number(),
  publishId: z.number(),
  /** It was never reviewed. */
  fresh: z.boolean(),
});
export type DueQuestion = z.output<typeof dueQuestion>;

/** T4: the queue of the day of the caller, computed from the log of practice. Questions whose book the caller may not practise now are only counted. */
export const dailyReview = endpoint('GET /cms/review/daily', {
  summary: '今日复习',
  access: 'signed-in',
  data: z.object({
    items: z.array(dueQuestion),
    limits,
    /** What was done today. */
    doneNew: z.number(),
    doneReviews: z.number(),
    /** Due, but beyond the limits of the day. */
    held: z.number(),
    closed: z.number(),
    /** Questions in the queue of tomorrow, as things are. */
    tomorrow: z.number(),
    /** All questions in the review. */
    cards: z.number(),
    /** Ends of the classes of the caller, by work: a review is never later. `yyyy-MM-dd`. */
    ends: z.array(z.object({ publishId: z.number(), endDate: z.string() })),
  }),
});
export type DailyReview = z.output<typeof dailyReview.data>;

/** How many questions the queue of the day has. */
export const dailyCount = endpoint('GET /cms/review/dailyCount', {
  summary: '今日复习题数',
  access: 'signed-in',
  data: z.object({ total: z.number() }),
});

export const saveReviewLimits = endpoint('PUT /cms/review/limits', {
  summary: '每天复习多少',
  access: 'signed-in',
  body: limits,
  data: limits,
});
