import { isPinnedText } from '../../../contract/textbook/display-order.ts';
import { plainOf } from '../../../contract/textbook/plain-html.ts';
import type { AnswerLanguage, BlankKey, Choice, KeyPart, PartPolicy, ShownPart } from '../../../contract/textbook/question-kind.ts';
import { QUESTION } from '../../../contract/textbook/question-limits.ts';
import { newPartId } from '../question/question-content.format.ts';

/** A part of a question with its key. */
export interface MadePart {
  readonly shown: ShownPart;
  readonly key: KeyPart;
}

export const FULL = 10_000;

export function choiceOf(html: string, fixed = false): Choice {
  return { id: newPartId(), html, ...(fixed || isPinnedText(plainOf(html)) ? { pinned: true } : {}) };
}

/** An option with its share of the points in 1/10000, and the HTML that a student sees after choosing it. */
export interface WeightedOption {
  readonly html: string;
  readonly share: number;
  readonly feedback?: string;
  readonly fixed?: boolean;
}

export const shareOf = (percent: number): number => Math.max(-FULL, Math.min(FULL, Math.round(percent * 100)));

/** Single choice: the best option is the key, other positive options are worth their shares. Several: each option is worth its share. */
export function optionsPart(stem: string, list: readonly WeightedOption[], explanation: string, several: boolean): MadePart {
  const options = list.map(({ html, fixed }) => choiceOf(html, fixed));
  const entries = list.map(({ share }, at): [string, number] => [options[at]?.id ?? '', share]);
  const feedback = Object.fromEntries(list.flatMap((one, at) => (one.feedback ? [[options[at]?.id ?? '', one.feedback]] : [])));
  const more = Object.keys(feedback).length > 0 ? { feedback } : {};
  if (several) {
    const right = entries.filter(([, share]) => share > 0).map(([id]) => id);
    return {
      shown: { kind: 'multi', stem, options },
      key: { kind: 'multi', explanation, right, policy: 'weights', shares: Object.fromEntries(entries), ...more },
    };
  }
  const most = Math.max(0, ...list.map(({ share }) => share));
  const best = most > 0 ? entries.find(([, share]) => share === most)?.[0] : undefined;
  const part = entries.filter(([id, share]) => share > 0 && id !== best);
  const shares = part.length > 0 ? { shares: Object.fromEntries(part) } : {};
  return { shown: { kind: 'single', stem, options }, key: { kind: 'single', explanation, right: best ? [best] : [], ...shares, ...more } };
}

/** Several options of which all right ones must be chosen. */
export function allOptionsPart(stem: string, list: readonly (WeightedOption & { readonly right: boolean })[], explanation: string): MadePart {
  const options = list.map(({ html, fixed }) => choiceOf(html, fixed));
  const right = options.filter((_one, at) => list[at]?.right).map(({ id }) => id);
  return { shown: { kind: 'multi', stem, options }, key: { kind: 'multi', explanation, right, policy: 'all' } };
}

/** Pairs of HTML. A pair without a left side is a distractor; equal right sides are one. */
export function pairsPart(
  stem: string,
  pairs: readonly (readonly [string, string])[],
  explanation: string,
  policy: PartPolicy = 'each',
  reusable?: boolean,
): MadePart {
  const left: Choice[] = [];
  const right: Choice[] = [];
  const byHtml = new Map<string, Choice>();
  const key: Record<string, string> = {};
  for (const [one, other] of pairs) {
    if (other === '') continue;
    let target = byHtml.get(other);
    if (!target) {
      target = { id: newPartId(), html: other };
      byHtml.set(other, target);
      right.push(target);
    }
    if (one === '') continue;
    const item = { id: newPartId(), html: one };
    left.push(item);
    key[item.id] = target.id;
  }
  const twice = new Set(Object.values(key)).size < left.length;
  return {
    shown: { kind: 'match', stem, left, right, reusable: reusable === true || twice },
    key: { kind: 'match', explanation, pairs: key, policy },
  };
}

/** HTML in the right order. */
export function orderPart(stem: string, list: readonly string[], explanation: string, policy: 'all' | 'position' | 'neighbours' = 'all'): MadePart {
  const items = list.map((html) => ({ id: newPartId(), html }));
  return { shown: { kind: 'order', stem, items }, key: { kind: 'order', explanation, order: items.map(({ id }) => id), policy } };
}

export const judgePart = (stem: string, right: boolean, explanation: string): MadePart => ({
  shown: { kind: 'judge', stem },
  key: { kind: 'judge', explanation, right },
});

export const writtenPart = (stem: string, explanation: string, hint: string, maxLength: number = QUESTION.shortAnswer): MadePart => ({
  shown: { kind: 'short', stem, maxLength: Math.min(QUESTION.shortAnswer, Math.max(1, maxLength)) },
  key: { kind: 'short', explanation, rubric: [], hint: hint.slice(0, 2_000) },
});

/** A blank with its keys; `choices` are HTML, and a key names one of them by its position. */
export interface MadeBlank {
  readonly id: string;
  readonly keys: readonly BlankKey[];
  readonly choices?: readonly Choice[];
  readonly exactCase?: boolean;
  readonly units?: readonly { readonly name: string; readonly factor: string }[];
  readonly unit?: 'optional' | 'required';
}

/** Text keys with `*` as a pattern are those of Moodle. */
export function fillPart(
  stem: string,
  blanks: readonly MadeBlank[],
  explanation: string,
  language: AnswerLanguage,
  policy: PartPolicy = 'each',
): MadePart {
  return {
    shown: {
      kind: 'fill',
      stem,
      blanks: blanks.map(({ id, keys, choices }) => ({
        id,
        type: choices ? 'choice' : keys.some(({ value, from }) => value !== undefined || from !== undefined) ? 'number' : 'text',
        ...(choices ? { choices } : {}),
      })),
    },
    key: {
      kind: 'fill',
      explanation,
      policy,
      language,
      blanks: blanks.map(({ id, keys, exactCase, units, unit }) => ({
        id,
        keys,
        ...(exactCase ? { rules: { case: 'exact' as const } } : {}),
        ...(units && units.length > 0 ? { number: { units, unit: unit ?? 'optional' } } : {}),
      })),
    },
  };
}

/** A text key in which `*` is any run of signs and `\*` a star. */
export function patternKey(text: string, share: number): BlankKey {
  const trimmed = text.trim();
  if (/(?:^|[^\\])\*/.test(trimmed)) return { share, text: trimmed, pattern: true };
  return { share, text: trimmed.replaceAll('\\*', '*') };
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
export const isNumber = (text: string): boolean => NUMBER.test(text.trim());

const FRACTION = /^1\/(\d+(?:\.\d+)?)$/;

/** The reciprocal of a factor, exact: Moodle divides the answer by the multiplier of a unit, here it is multiplied. */
export function reciprocal(factor: string): string {
  const text = factor.trim();
  const under = FRACTION.exec(text)?.[1];
  if (under) return under;
  if (!/^\d+(?:\.\d+)?$/.test(text) || Number(text) === 0) return text;
  const plain = text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
  if (plain === '1') return '1';
  // A power of ten has a short reciprocal.
  if (/^0\.0{0,15}1$/.test(plain)) return `1${'0'.repeat(plain.length - 2)}`;
  if (/^10{1,15}$/.test(plain)) return `0.${'0'.repeat(plain.length - 2)}1`;
  return `1/${plain}`;
}

/** A stem with a place for an answer at its end: inside of its last paragraph. */
export function withBlankAtEnd(stem: string, id: string): string {
  const end = /(\s*<\/p>\s*)$/.exec(stem);
  return end ? `${stem.slice(0, end.index)} [[${id}]]${end[0].trim()}` : `${stem} [[${id}]]`;
}

/** Points in hundredths of a grade; 0 and no number become `otherwise`. */
export function pointsOf(grade: string | number | null | undefined, otherwise: number = QUESTION.newPoints): number {
  const points = Math.round(Number(grade) * 100);
  return Number.isFinite(points) && points > 0 ? Math.min(points, QUESTION.points) : otherwise;
}

const LEVEL = /^难度\s*[:：]?\s*([1-5])$/;

/** Tags and difficulty of a list of words: `难度4` is a difficulty. */
export function tagsOf(words: readonly string[]): { readonly tags: string[]; readonly difficulty: number } {
  const trimmed = words.map((word) => word.trim()).filter(Boolean);
  const level = trimmed.map((word) => LEVEL.exec(word)?.[1]).find(Boolean);
  const tags = [...new Set(trimmed.filter((word) => !LEVEL.test(word)).map((word) => word.slice(0, QUESTION.tag)))].slice(0, QUESTION.tags);
  return { tags, difficulty: level ? Number(level) : 3 };
}

/** The last part of a path of categories: a double slash is a slash in a name. The places at the top are no chapter. */
export function chapterOfCategory(path: string): string {
  const parts = path
    .replaceAll('//', '\ue1ff')
    .split('/')
    .filter((part, at) => !/^\$\w+\$$/.test(part.trim()) && !(at < 2 && part.trim() === 'top'));
  return (parts.at(-1) ?? '').replaceAll('\ue1ff', '/').trim().slice(0, QUESTION.chapter);
}
