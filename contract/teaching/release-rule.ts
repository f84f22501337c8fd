import type { ShowTime } from './teaching-limits.ts';

export interface ShownParts {
  readonly score: boolean;
  readonly key: boolean;
}

interface Rules {
  readonly showScore: ShowTime;
  readonly showKey: ShowTime;
  readonly holdUntilLast: boolean;
  /** Since when everybody sees it; null before. */
  readonly scoreAt: number | null;
  readonly keyAt: number | null;
}

/**
 * What a student sees of an attempt. With `submit` the own score, and the key of the own attempt, are shown as soon as it is over; a key waits
 * nevertheless while anybody may still hand in, where the assignment says so.
 */
export const shownParts = (rules: Rules, ended: boolean): ShownParts => ({
  score: ended && (rules.scoreAt !== null || rules.showScore === 'submit'),
  key: ended && (rules.keyAt !== null || (rules.showKey === 'submit' && !rules.holdUntilLast)),
});

/** What becomes visible automatically when the last student can no longer submit; a part set to `manual` is shown only when the teacher releases it. */
export const shownAtEnd = ({ showScore, showKey }: Pick<Rules, 'showScore' | 'showKey'>): ShownParts => ({
  score: showScore !== 'manual',
  key: showKey !== 'manual',
});
