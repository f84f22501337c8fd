import type { DailyReview } from '../../../contract/teaching/daily-review.ts';
import { classEnds, reviewCards } from '../../../contract/teaching/review-card.ts';
import { REVIEW_LIMITS, reviewOfDay, type ReviewLimits } from '../../../contract/teaching/review-queue.ts';
import type { AppContext } from '../../context.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { logOf } from '../../textbook/practice/practice-log.service.ts';
import { scoredPlaces } from '../../textbook/practice/practice.service.ts';
import { idsOf } from '../course/course.service.ts';
import { classesToReview, reviewLimitsOf, setReviewLimits } from './daily-review.queries.ts';

/** The queue of today: of the questions that are due, those that the user may practise now, within the limits of the user. */
export async function dailyReviewFor(context: AppContext, currentUser: CurrentUser): Promise<DailyReview> {
  const { userId } = currentUser;
  const classes = await classesToReview(context.db, userId);
  const ends = classes.flatMap(({ publishIds, endDate, termTo }) =>
    idsOf(publishIds).map((publishId) => ({ publishId, endDate: endDate || termTo })),
  );
  const limits = (await reviewLimitsOf(context.db, userId)) ?? REVIEW_LIMITS;
  const cards = [...reviewCards(await logOf(context, userId), classEnds(ends)).values()];
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
