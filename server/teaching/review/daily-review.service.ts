import type { DailyReview } from '../../../contract/teaching/daily-review.ts';
import { classEnds, reviewCards } from '../../../contract/teaching/review-card.ts';
import { reviewDay, startOfReviewDay } from '../../../contract/teaching/review-day.ts';
import { REVIEW_LIMITS, reviewQueue, type ReviewLimits } from '../../../contract/teaching/review-queue.ts';
import type { AppContext } from '../../context.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { logOf } from '../../textbook/practice/practice-log.service.ts';
import { scoredPlaces } from '../../textbook/practice/practice.service.ts';
import { idsOf } from '../course/course.service.ts';
import { classesToReview, reviewLimitsOf, setReviewLimits } from './daily-review.queries.ts';

/** The queue of today: of the questions that are due, those that the user may practise now, within the limits of the user. */
export async function dailyReviewFor(context: AppContext, currentUser: CurrentUser): Promise<DailyReview> {
  const { userId } = currentUser;
  const now = Date.now();
  const classes = await classesToReview(context.db, userId);
  const ends = classes.flatMap(({ publishIds, endDate, termTo }) =>
    idsOf(publishIds).map((publishId) => ({ publishId, endDate: endDate || termTo })),
  );
  const limits = (await reviewLimitsOf(context.db, userId)) ?? REVIEW_LIMITS;
  const cards = [...reviewCards(await logOf(context, userId), classEnds(ends)).values()];
  const places = await scoredPlaces(context, currentUser, cards);
  const open = cards.filter(({ questionId }) => places.has(questionId));
  const queue = reviewQueue(open, limits, now);
  const today = reviewDay(now);
  return {
    items: queue.cards.flatMap(({ questionId, firstReview }) => {
      const place = places.get(questionId);
      return place
        ? [{ questionId, versionId: place.versionId, setId: place.set.setId, publishId: place.work.publishId, fresh: firstReview === null }]
        : [];
    }),
    limits,
    doneNew: queue.doneNew,
    doneReviews: queue.doneReviews,
    held: queue.held,
    closed: cards.filter(({ questionId, dueDay }) => dueDay <= today && !places.has(questionId)).length,
    tomorrow: reviewQueue(open, limits, startOfReviewDay(today + 1)).cards.length,
    cards: cards.length,
    ends: ends.filter(({ endDate }) => endDate !== ''),
  };
}

export async function saveLimitsFor({ db }: AppContext, { userId }: CurrentUser, limits: ReviewLimits): Promise<ReviewLimits> {
  await setReviewLimits(db, userId, limits);
  return limits;
}
