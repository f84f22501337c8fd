import { reviewDay, startOfReviewDay } from './review-day.ts';
import type { ReviewCard } from './review-card.ts';

/** The limits of a day; a user may change them. */
export interface ReviewLimits {
  /** New questions: those that were never reviewed. */
  readonly newMost: number;
  /** Questions and words that come again. */
  readonly reviewMost: number;
}
export const REVIEW_LIMITS: ReviewLimits = { newMost: 20, reviewMost: 100 };
export const REVIEW_LIMITS_MOST: ReviewLimits = { newMost: 100, reviewMost: 500 };

/** The queue of a day. */
export interface ReviewQueue<C extends ReviewCard = ReviewCard> {
  /** What comes again first, the longest overdue at the front, then what is new. */
  readonly cards: readonly C[];
  /** Of the queue. */
  readonly fresh: number;
  /** What was done today. */
  readonly doneNew: number;
  readonly doneReviews: number;
  /** Due, but beyond the limits of the day. */
  readonly held: number;
}

const longest = (one: ReviewCard, two: ReviewCard): number =>
  one.dueDay - two.dueDay || (one.lastDay ?? 0) - (two.lastDay ?? 0) || one.madeAt - two.madeAt || one.questionId - two.questionId;

/** Returns the queue of the day of `now` from the cards that can be shown. */
export function reviewQueue<C extends ReviewCard>(cards: Iterable<C>, limits: ReviewLimits, now: number): ReviewQueue<C> {
  const all = [...cards];
  const today = reviewDay(now);
  const doneNew = all.filter(({ firstReview }) => firstReview === today).length;
  const doneReviews = all.filter(({ firstReview, lastReview }) => lastReview === today && firstReview !== today).length;
  const due = all.filter(({ dueDay }) => dueDay <= today).toSorted(longest);
  const again = due.filter(({ firstReview }) => firstReview !== null);
  const fresh = due.filter(({ firstReview }) => firstReview === null);
  const shownAgain = again.slice(0, Math.max(0, limits.reviewMost - doneReviews));
  const shownFresh = fresh.slice(0, Math.max(0, limits.newMost - doneNew));
  return {
    cards: [...shownAgain, ...shownFresh],
    fresh: shownFresh.length,
    doneNew,
    doneReviews,
    held: due.length - shownAgain.length - shownFresh.length,
  };
}

/** Where a question can be practised now. */
interface Place {
  readonly versionId: number;
  readonly setId: number;
  readonly publishId: number;
}

/** The review of the day: the queue of the cards whose question can be practised now, by `places`, and counts of the others. */
export function reviewOfDay(cards: Iterable<ReviewCard>, places: ReadonlyMap<number, Place>, limits: ReviewLimits, now: number) {
  const all = [...cards];
  const open = all.filter(({ questionId }) => places.has(questionId));
  const queue = reviewQueue(open, limits, now);
  const today = reviewDay(now);
  return {
    items: queue.cards.flatMap(({ questionId, firstReview }) => {
      const place = places.get(questionId);
      return place ? [{ questionId, ...place, fresh: firstReview === null }] : [];
    }),
    limits,
    doneNew: queue.doneNew,
    doneReviews: queue.doneReviews,
    held: queue.held,
    closed: all.filter(({ questionId, dueDay }) => dueDay <= today && !places.has(questionId)).length,
    tomorrow: reviewQueue(open, limits, startOfReviewDay(today + 1)).cards.length,
    cards: all.length,
  };
}

/** How many words fit into the day beside the questions that come again, done or not. */
export const roomForWords = (again: number, doneReviews: number, { reviewMost }: ReviewLimits): number =>
  Math.max(0, reviewMost - doneReviews - again);

/** Mixes words evenly into the questions. */
export function mixed<A, B>(questions: readonly A[], words: readonly B[]): (A | B)[] {
  const place = (at: number, count: number): number => (at + 0.5) / count;
  const both = [
    ...questions.map((one, at) => ({ one: one as A | B, place: place(at, questions.length) })),
    ...words.map((one, at) => ({ one: one as A | B, place: place(at, words.length) })),
  ];
  return both.toSorted((a, b) => a.place - b.place).map(({ one }) => one);
}
