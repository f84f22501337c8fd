import type { DailyReview } from '../../../contract/teaching/daily-review.ts';
import { classEnds, reviewCards, type ReviewCard } from '../../../contract/teaching/review-card.ts';
import { REVIEW_LIMITS, reviewOfDay, type ReviewLimits } from '../../../contract/teaching/review-queue.ts';
import type { AppContext } from '../../context.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { logOf } from '../../textbook/practice/practice-log.service.ts';
import { scoredPlaces } from '../../textbook/practice/practice.service.ts';
import { idsOf } from '../course/course.service.ts';
import { classesToReview, reviewLimitsOf, setReviewLimits } from './daily-review.queries.ts';

/** The questions that a user reviews, and the ends of the classes. */
export async function reviewOf({ db }: AppContext, userId: number) {
  const ends = (await classesToReview(db, userId)).flatMap(({ publishIds, endDate, termTo }) =>
    idsOf(publishIds).map((publishId) => ({ publishId, endDate: endDate || termTo })),
  );
  const cards: ReviewCard[] = [...reviewCards(await logOf({ db }, userId), classEnds(ends)).values()];
  return { cards, ends };
}

/** The queue of today: of the questions that are due, those that the user may practise now, within the limits of the user. */
export async function dailyReviewFor(context: AppContext, currentUser: CurrentUser): Promise<DailyReview> {
  const { userId } = currentUser;
  const limits = (await reviewLimitsOf(context.db, userId)) ?? REVIEW_LIMITS;
  const { cards, ends } = await reviewOf(context, userId);
  const places = new Map(
    [...(await scoredPlaces(context, currentUser, cards))].map(([questionId, { work, set, versionId }]) => [
      questionId,
      { versionId, setId: set.setId, publishId: work.publishId },
    ]),
  );
  return { ...reviewOfDay(cards, places, limits, Date.now()), ends: ends.filter(({ endDate }) => endDate !== '') };
}

export async function saveLimitsFor({ db }: AppContext, { userId }: CurrentUser, limits: ReviewLimits): Promise<ReviewLimits> {
  await setReviewLimits(db, userId, limits);
  return limits;
}
