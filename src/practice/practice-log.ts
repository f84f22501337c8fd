import { ratingOf, REVIEW, type ReviewEntry, type ReviewKind, type ReviewVerdict } from '../../contract/textbook/review-log.ts';
import { currentPerson } from '../session/current-person.ts';
import { deviceId } from '../sync/device-id.ts';
import { newUuid } from '../api/new-uuid.ts';
import { putUnsent, release } from './practice-store.ts';
import { wakePractice } from './practice-sender.ts';

/** A question as practice shows it. */
export interface PracticeTarget {
  readonly questionId: number;
  readonly versionId: number;
  readonly setId: number | null;
  readonly publishId: number;
}

/** Milliseconds that the row of a missed question waits for the second try. */
const SECOND_TRY_MS = 120_000;
/** Milliseconds that the row of a right answer at review waits for 「太简单」. */
const EASY_MS = 600_000;

const entryFor = (target: PracticeTarget, kind: ReviewKind, more: Partial<ReviewEntry>): ReviewEntry => ({
  id: newUuid(),
  questionId: target.questionId,
  versionId: target.versionId,
  setId: target.setId,
  publishId: target.publishId,
  at: Date.now(),
  rating: 0,
  verdict: '',
  tries: 0,
  ms: 0,
  deviceId: deviceId(),
  kind,
  ...more,
});

/** The questions that are being practised, each with its row while it may change: by a second try, or by 「太简单」 at review. A visitor practises without a trace. */
export class PracticeSitting {
  readonly #open = new Map<number, ReviewEntry>();
  readonly #kind: 'practice' | 'review';

  constructor(kind: 'practice' | 'review' = 'practice') {
    this.#kind = kind;
  }

  /** Writes down a try. `ms`: since the question was shown. */
  async note(target: PracticeTarget, verdict: ReviewVerdict, tries: number, ms: number): Promise<void> {
    const userId = currentPerson();
    if (userId === null) return;
    const spent = Math.min(REVIEW.ms, Math.max(0, Math.round(ms)));
    const known = this.#open.get(target.questionId);
    const result = { rating: ratingOf(verdict, tries), verdict, tries: Math.min(tries, REVIEW.tries), ms: spent };
    const entry = known ? { ...known, ...result } : entryFor(target, this.#kind, result);
    const wait = tries > 1 ? 0 : verdict !== 'right' ? SECOND_TRY_MS : this.#kind === 'review' ? EASY_MS : 0;
    if (wait > 0) this.#open.set(target.questionId, entry);
    else this.#open.delete(target.questionId);
    await putUnsent(userId, { entry, heldUntil: wait > 0 ? Date.now() + wait : 0 }, known !== undefined);
    wakePractice();
  }

  /** §12: the question was answered at once and was too easy. */
  async tooEasy({ questionId }: PracticeTarget): Promise<void> {
    const userId = currentPerson();
    const known = this.#open.get(questionId);
    if (userId === null || known?.rating !== 3) return;
    this.#open.delete(questionId);
    await putUnsent(userId, { entry: { ...known, rating: 4 }, heldUntil: 0 }, true);
    wakePractice();
  }

  /** Leaves one question, or ends the sitting: nothing changes the rows any more. */
  async leave(target?: PracticeTarget): Promise<void> {
    const userId = currentPerson();
    const ids = [...this.#open].flatMap(([questionId, { id }]) => (target === undefined || target.questionId === questionId ? [id] : []));
    if (target) this.#open.delete(target.questionId);
    else this.#open.clear();
    if (userId === null || ids.length === 0) return;
    await release(userId, ids).catch(() => undefined);
    wakePractice();
  }
}

/** Puts a question into the wrong book or takes it out, by hand. */
export async function setInWrongBook(target: PracticeTarget, kind: 'add' | 'remove'): Promise<void> {
  const userId = currentPerson();
  if (userId === null) return;
  await putUnsent(userId, { entry: entryFor(target, kind, {}), heldUntil: 0 });
  wakePractice();
}
