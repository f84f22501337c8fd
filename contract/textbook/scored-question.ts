import type { ShownQuestion } from './question-kind.ts';

const BY_HAND: readonly string[] = ['short', 'upload'];

/** Whether the program can judge the answer: practice of other questions leaves no trace, because nobody marks it. */
export const isScored = (shown: ShownQuestion): boolean =>
  shown.kind === 'passage'
    ? shown.parts.some(({ kind }) => kind !== 'text') && !shown.parts.some(({ kind }) => BY_HAND.includes(kind))
    : shown.kind !== 'text' && !BY_HAND.includes(shown.kind);
