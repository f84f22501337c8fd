import { blanksOf } from '../../contract/textbook/key-problems.ts';
import type {
  AnswerLanguage,
  BlankKey,
  Choice,
  KeyPart,
  QuestionKey,
  QuestionKind,
  ShownPart,
  ShownQuestion,
} from '../../contract/textbook/question-kind.ts';
import { QUESTION } from '../../contract/textbook/question-limits.ts';

/** A question while it is edited. `points` are hundredths. */
export interface EditorValue {
  readonly shown: ShownQuestion;
  readonly key: QuestionKey;
  readonly points: number;
}
export interface PartValue {
  readonly shown: ShownPart;
  readonly key: KeyPart;
  readonly points: number;
}
export type PartKind = Exclude<QuestionKind, 'passage'>;

const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A random id of 8 characters, which tells nothing about order or key. */
export const newId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => SIGNS[byte % SIGNS.length]).join('');

export const newChoice = (html = ''): Choice => ({ id: newId(), html });
export const FULL: BlankKey = { share: 10_000, text: '' };
const twoChoices = (): Choice[] => [newChoice(), newChoice()];

/** An empty question of a kind that keeps stem, points and explanation of the one before. */
export function emptyPart(kind: PartKind, stem: string, explanation: string, language: AnswerLanguage): { shown: ShownPart; key: KeyPart } {
  switch (kind) {
    case 'single':
      return { shown: { kind, stem, options: [...twoChoices(), ...twoChoices()] }, key: { kind, explanation, right: [] } };
    case 'multi':
      return { shown: { kind, stem, options: [...twoChoices(), ...twoChoices()] }, key: { kind, explanation, right: [], policy: 'half' } };
    case 'judge':
      return { shown: { kind, stem }, key: { kind, explanation, right: true } };
    case 'fill':
      return { shown: { kind, stem, blanks: [] }, key: { kind, explanation, blanks: [], policy: 'each', language } };
    case 'match':
      return {
        shown: { kind, stem, left: twoChoices(), right: twoChoices(), reusable: false },
        key: { kind, explanation, pairs: {}, policy: 'each' },
      };
    case 'order': {
      const items = [...twoChoices(), newChoice()];
      return { shown: { kind, stem, items }, key: { kind, explanation, order: items.map(({ id }) => id), policy: 'all' } };
    }
    case 'short':
      return { shown: { kind, stem, maxLength: 500 }, key: { kind, explanation, rubric: [], hint: '' } };
    case 'upload':
      return { shown: { kind, stem, photos: 3, recording: false, files: 0 }, key: { kind, explanation, rubric: [], hint: '' } };
    case 'text':
      return { shown: { kind, stem }, key: { kind, explanation } };
  }
}

export function emptyQuestion(kind: QuestionKind, before: EditorValue | null, language: AnswerLanguage): EditorValue {
  const stem = before?.shown.stem ?? '';
  const explanation = before?.key.explanation ?? '';
  const points = kind === 'text' ? 0 : before?.points || QUESTION.newPoints;
  if (kind !== 'passage') return { ...emptyPart(kind, stem, explanation, language), points };
  const part = emptyPart('single', '', '', language);
  const id = newId();
  return {
    shown: { kind, stem, plays: 0, parts: [{ ...part.shown, id, points: QUESTION.newPoints }] },
    key: { kind, explanation, transcript: '', parts: { [id]: part.key } },
    points: QUESTION.newPoints,
  };
}

/** Adjusts the blanks of a question to the places in its stem: removed ones go, new ones get an empty key. */
export function withBlanksOf<V extends PartValue>(value: V): V {
  const { shown, key } = value;
  if (shown.kind !== 'fill' || key.kind !== 'fill') return value;
  const ids = [...new Set(blanksOf(shown.stem))];
  return {
    ...value,
    shown: { ...shown, blanks: ids.map((id) => shown.blanks.find((one) => one.id === id) ?? { id, type: 'text' }) },
    key: { ...key, blanks: ids.map((id) => key.blanks.find((one) => one.id === id) ?? { id, keys: [FULL] }) },
  };
}

/** Points of a text field, as hundredths; null for anything else. */
export function pointsOf(text: string): number | null {
  const found = /^(\d{1,4})(?:\.(\d{1,2}))?$/.exec(text.trim());
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : null;
}
