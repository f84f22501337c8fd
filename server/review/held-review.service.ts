import { LEVEL_NAMES } from '../../contract/review/review.machine.ts';
import type { HeldWork } from '../identity/held-work.service.ts';
import { handOverReview } from './review-step.service.ts';
import { reviewsHeldBy } from './review.queries.ts';

/** Reviews that an auditor has not finished. */
export const heldReviews: HeldWork = {
  key: 'review',
  label: '审读',
  items: async (tx, userId) => (await reviewsHeldBy(tx, userId)).map(({ id, title, level }) => ({ id, title, note: LEVEL_NAMES[level] })),
  handOver: ({ tx, actor, reason }, id, to) => handOverReview(tx, actor, id, to, reason),
  release: ({ tx, actor, reason }, id) => handOverReview(tx, actor, id, null, reason),
};
