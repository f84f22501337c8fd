import { dailyReview, type DailyReview } from '../../contract/teaching/daily-review.ts';
import { classEnds, reviewCards } from '../../contract/teaching/review-card.ts';
import { reviewDay } from '../../contract/teaching/review-day.ts';
import { REVIEW_LIMITS, reviewOfDay } from '../../contract/teaching/review-queue.ts';
import type { PracticeQuestion } from '../../contract/textbook/practice.ts';
import { isScored } from '../../contract/textbook/question-kind.ts';
import { REVIEW } from '../../contract/textbook/review-log.ts';
import { call, isAway } from '../api/call.ts';
import { currentPerson } from '../session/current-person.ts';
import { loadQuestions, storedQuestions } from './practice-lists.ts';
import { syncPractice } from './practice-sender.ts';
import { hasPractice } from './practice-source.ts';
import { logOnDevice, putReviewPlan, reviewPlan, unsentOf } from './practice-store.ts';

/** `here`: only what is stored on this device, because there is no network. */
export interface DailyQueue extends DailyReview {
  readonly here: boolean;
}

/** The queue of the day: of the account, without a network of what this device has stored. */
export async function loadDailyReview(now = Date.now()): Promise<DailyQueue> {
  const person = currentPerson();
  await syncPractice();
  try {
    const found = await call(dailyReview, {}, { known: true });
    if (person === null) return { ...found, here: false };
    await putReviewPlan(person, { limits: found.limits, ends: found.ends });
    const waiting = new Set((await unsentOf(person)).map(({ entry }) => entry.questionId));
    return { ...found, items: found.items.filter(({ questionId }) => !waiting.has(questionId)), here: false };
  } catch (error) {
    if (!isAway(error) || person === null) throw error;
    const found = await dailyReviewHere(person, now);
    if (found.cards === 0 && !(await hasPractice())) throw error;
    return found;
  }
}

/** Computed like on the server. */
async function dailyReviewHere(person: number, now: number): Promise<DailyQueue> {
  const { limits, ends } = (await reviewPlan(person)) ?? { limits: REVIEW_LIMITS, ends: [] };
  const cards = [...reviewCards(await logOnDevice(person), classEnds(ends)).values()];
  const places = new Map(
    [...(await storedQuestions())].flatMap(([questionId, { shown, versionId, setId, publishId }]) =>
      isScored(shown) ? [[questionId, { versionId, setId, publishId }] as const] : [],
    ),
  );
  return { ...reviewOfDay(cards, places, limits, now), ends, here: true };
}

/** The questions of a queue in its order; a day may have more than one call takes. */
export async function loadQueue(questionIds: readonly number[]): Promise<PracticeQuestion[]> {
  const parts: number[][] = [];
  for (let at = 0; at < questionIds.length; at += REVIEW.questions) parts.push(questionIds.slice(at, at + REVIEW.questions));
  return (await Promise.all(parts.map((part) => loadQuestions(part)))).flat();
}

/** Days until a question comes again, by what this device knows of it; null when it does not. */
export async function nextReviewDays(questionId: number, now = Date.now()): Promise<number | null> {
  const person = currentPerson();
  if (person === null) return null;
  const log = (await logOnDevice(person)).filter((row) => row.questionId === questionId);
  const card = reviewCards(log, classEnds((await reviewPlan(person))?.ends ?? [])).get(questionId);
  return card ? card.dueDay - reviewDay(now) : null;
}
