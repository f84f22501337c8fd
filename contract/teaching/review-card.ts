import { fsrs, State, type Card, type Grade } from 'ts-fsrs';
import { DAY_MS } from '../clock.ts';
import { inOrder, type ReviewEntry } from '../textbook/review-log.ts';
import { missed } from '../textbook/wrong-book.ts';
import { reviewDay, reviewDayOf } from './review-day.ts';

/** The longest time between two reviews, days. */
export const LONGEST_DAYS = 365;

/** Without fuzz, or two devices would compute two cards; without short terms no step is shorter than a day. */
const scheduler = fsrs({ request_retention: 0.9, maximum_interval: LONGEST_DAYS, enable_fuzz: false, enable_short_term: false });

/** §12: a question in the review, as the log says. Days are numbers of `reviewDay`. */
export interface ReviewCard {
  readonly questionId: number;
  readonly publishId: number;
  /** Epoch milliseconds at which the card was made. */
  readonly madeAt: number;
  /** Days until the probability of a right answer is 90 %; 0 before the first answer. */
  readonly stability: number;
  /** 1 to 10; 0 before the first answer. */
  readonly difficulty: number;
  readonly reps: number;
  /** Wrong answers after the first one. */
  readonly lapses: number;
  /** Of the last answer; null before the first one. */
  readonly lastDay: number | null;
  readonly dueDay: number;
  /** Of the first and of the last row of the kind `review`; null for a card that is new. */
  readonly firstReview: number | null;
  readonly lastReview: number | null;
}

/** Ends of the classes of a user by work, days of `reviewDay`. */
export type ClassEnds = ReadonlyMap<number, readonly number[]>;

/** Returns the ends of classes by work; one without a date has no end. */
export function classEnds(classes: Iterable<{ readonly publishId: number; readonly endDate: string }>): ClassEnds {
  const ends = new Map<number, number[]>();
  for (const { publishId, endDate } of classes) {
    const day = reviewDayOf(endDate);
    if (day !== null) ends.set(publishId, [...(ends.get(publishId) ?? []), day]);
  }
  return ends;
}

type Growing = { -readonly [K in keyof ReviewCard]: ReviewCard[K] } & { rating: number };

const made = ({ questionId, publishId, at }: ReviewEntry): Growing => ({
  questionId,
  publishId,
  madeAt: at,
  stability: 0,
  difficulty: 0,
  reps: 0,
  lapses: 0,
  lastDay: null,
  dueDay: reviewDay(at),
  firstReview: null,
  lastReview: null,
  rating: 0,
});

/** Days of the scheduler are those of UTC. */
const dateOf = (day: number): Date => new Date(day * DAY_MS);

/** The days until the next review, from the state before an answer. The scheduler keeps the four ratings a day apart, also beyond its longest interval. */
function daysAfter(before: Growing, day: number, rating: Grade): number {
  const card: Card = {
    due: dateOf(before.dueDay),
    stability: before.stability,
    difficulty: before.difficulty,
    elapsed_days: 0,
    scheduled_days: 0,
    learning_steps: 0,
    reps: before.reps,
    lapses: before.lapses,
    state: before.lastDay === null ? State.New : State.Review,
    ...(before.lastDay === null ? {} : { last_review: dateOf(before.lastDay) }),
  };
  return Math.min(LONGEST_DAYS, scheduler.next(card, dateOf(day), rating).card.scheduled_days);
}

/** The memory after an answer; the due day is computed for the last one only. */
function answered(card: Growing, row: ReviewEntry): void {
  const day = reviewDay(row.at);
  const rating = row.rating as Grade;
  const { lastDay, stability, difficulty } = card;
  const next = scheduler.next_state(lastDay === null ? null : { stability, difficulty }, lastDay === null ? 0 : day - lastDay, rating);
  if (lastDay !== null && rating === 1) card.lapses += 1;
  card.stability = next.stability;
  card.difficulty = next.difficulty;
  card.reps += 1;
  card.lastDay = day;
  card.publishId = row.publishId;
  if (row.kind !== 'review') return;
  card.firstReview ??= day;
  card.lastReview = day;
}

/** A class has its examination at its end: the question comes once more before, as long as there is a day for it. */
const beforeEnd = (dueDay: number, lastDay: number, ends: readonly number[]): number => Math.min(dueDay, ...ends.filter((end) => end > lastDay));

/**
 * Returns the cards of a log by question: a pure function of the set of its rows, whatever the order in which they arrived. A card is made by the first
 * answer that is not right at once, or by hand; taken out by hand it is gone until one of them happens again.
 */
export function reviewCards(log: Iterable<ReviewEntry>, ends: ClassEnds = new Map()): Map<number, ReviewCard> {
  const cards = new Map<number, Growing>();
  const before = new Map<number, Growing>();
  for (const row of inOrder(log)) {
    const known = cards.get(row.questionId);
    if (row.kind === 'remove') {
      cards.delete(row.questionId);
      before.delete(row.questionId);
    } else if (row.kind === 'add') {
      // A card that is there comes back today and keeps what it has learnt.
      if (known) known.dueDay = reviewDay(row.at);
      else cards.set(row.questionId, made(row));
      before.delete(row.questionId);
    } else if (known || missed(row)) {
      const card = known ?? made(row);
      before.set(row.questionId, { ...card, rating: row.rating });
      answered(card, row);
      cards.set(row.questionId, card);
    }
  }
  for (const [questionId, state] of before) {
    const card = cards.get(questionId);
    if (!card || card.lastDay === null) continue;
    const due = card.lastDay + daysAfter(state, card.lastDay, state.rating as Grade);
    card.dueDay = beforeEnd(due, card.lastDay, ends.get(card.publishId) ?? []);
  }
  return new Map([...cards].map(([questionId, { rating: _rating, ...card }]) => [questionId, card]));
}
