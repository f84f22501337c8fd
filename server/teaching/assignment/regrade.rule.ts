import type { RegradeChange } from '../../../contract/teaching/regrade.ts';
import type { BlankKey, KeyPart, QuestionKey, ShownQuestion } from '../../../contract/textbook/question-kind.ts';

/** Where a correction stands in the judging of an item: its key, its points, or full points without judging. */
export interface Correction {
  /** A version with the corrected key; null keeps the one of the attempt. */
  readonly versionId: number | null;
  readonly points: number | null;
  readonly full: 'all' | 'answered' | null;
}

/** What is stored with a regrade: the change, and the version that was made for it. */
export type StoredChange = RegradeChange & { readonly versionId?: number };

export const correctionOf = (change: StoredChange): Correction => ({
  versionId: change.versionId ?? null,
  points: change.kind === 'drop' ? 0 : change.kind === 'points' ? change.points : null,
  full: change.kind === 'full' ? change.who : null,
});

/** The corrections of an item in their order: the last one of each kind counts, and a new key ends full points that were given before. */
export const combined = (changes: readonly StoredChange[]): Correction =>
  changes.map(correctionOf).reduce<Correction>(
    (all, one) => ({
      versionId: one.versionId ?? all.versionId,
      points: one.points ?? all.points,
      full: one.full ?? (one.versionId === null ? all.full : null),
    }),
    { versionId: null, points: null, full: null },
  );

type Fill = Extract<KeyPart, { readonly kind: 'fill' }>;

/** The key with one more answer that counts; null where the kind of question has no such keys. */
export function acceptedKey(shown: ShownQuestion, key: QuestionKey, answer: string, share: number, blankId: string): QuestionKey | null {
  if (key.kind === 'single' && shown.kind === 'single') {
    if (!shown.options.some(({ id }) => id === answer)) return null;
    return share === 10_000 ? { ...key, right: [...new Set([...key.right, answer])] } : { ...key, shares: { ...key.shares, [answer]: share } };
  }
  if (key.kind !== 'fill' || shown.kind !== 'fill') return null;
  const at = shown.blanks.find(({ id }) => id === blankId) ?? (shown.blanks.length === 1 ? shown.blanks[0] : undefined);
  if (!at) return null;
  const more: BlankKey = at.type === 'number' ? { share, value: answer, hidden: true } : { share, text: answer, hidden: true };
  const blanks: Fill['blanks'] = key.blanks.map((blank) => (blank.id === at.id ? { ...blank, keys: [...blank.keys, more] } : blank));
  return { ...key, blanks };
}
