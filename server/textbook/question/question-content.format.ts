import { createHash, randomInt } from 'node:crypto';
import type { Choice, KeyPart, QuestionKey, ShownPart, ShownQuestion } from '../../../contract/textbook/question-kind.ts';
import { cleanQuestionHtml, plainText } from '../../http/rich-text.ts';

/** Content of one version. `points` are hundredths of a point. */
export interface QuestionContent {
  readonly shown: ShownQuestion;
  readonly key: QuestionKey;
  readonly points: number;
}

const ID_SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A random id of a choice, a blank or a part: 8 characters that tell nothing about order or key. */
export const newPartId = (): string => Array.from({ length: 8 }, () => ID_SIGNS[randomInt(ID_SIGNS.length)]).join('');

const STEM_TEXT = 200;

const byId = <T extends { readonly id: string }>(list: readonly T[]): T[] => list.toSorted((a, b) => (a.id < b.id ? -1 : 1));
const cleanChoices = (list: readonly Choice[]): Choice[] => list.map((choice) => ({ ...choice, html: cleanQuestionHtml(choice.html).trim() }));

function cleanPart(part: ShownPart): ShownPart {
  const shown = { ...part, stem: cleanQuestionHtml(part.stem).trim() };
  switch (shown.kind) {
    case 'single':
    case 'multi':
      return { ...shown, options: cleanChoices(shown.options) };
    case 'fill':
      return { ...shown, blanks: shown.blanks.map((blank) => (blank.choices ? { ...blank, choices: byId(cleanChoices(blank.choices)) } : blank)) };
    case 'match':
      // In the order of their random ids: the order of the author would tell the pairs.
      return { ...shown, left: cleanChoices(shown.left), right: byId(cleanChoices(shown.right)) };
    case 'order':
      return { ...shown, items: byId(cleanChoices(shown.items)) };
    default:
      return shown;
  }
}

function cleanKeyPart(key: KeyPart): KeyPart {
  const made = { ...key, explanation: cleanQuestionHtml(key.explanation).trim() };
  if ((made.kind === 'single' || made.kind === 'multi') && made.feedback)
    return { ...made, feedback: Object.fromEntries(Object.entries(made.feedback).map(([id, html]) => [id, cleanQuestionHtml(html)])) };
  return made;
}

/** Sanitises all HTML of a question, and stores what would tell the key in an order that does not. */
export function cleanContent({ shown, key, points }: QuestionContent): QuestionContent {
  return {
    points: shown.kind === 'text' ? 0 : points,
    shown:
      shown.kind === 'passage'
        ? {
            ...shown,
            stem: cleanQuestionHtml(shown.stem).trim(),
            parts: shown.parts.map((part) => ({ ...cleanPart(part), id: part.id, points: part.kind === 'text' ? 0 : part.points })),
          }
        : cleanPart(shown),
    key:
      key.kind === 'passage'
        ? {
            ...key,
            explanation: cleanQuestionHtml(key.explanation).trim(),
            transcript: cleanQuestionHtml(key.transcript).trim(),
            parts: Object.fromEntries(Object.entries(key.parts).map(([id, part]) => [id, cleanKeyPart(part)])),
          }
        : cleanKeyPart(key),
  };
}

/** First characters of the stem for lists, with ____ for blanks. */
export const stemTextOf = (shown: ShownQuestion): string =>
  [...plainText(shown.stem.replace(/\[\[\w{1,16}\]\]/g, '____'))].slice(0, STEM_TEXT).join('');

/** Replaces random ids by what they stand for, so that the same question read twice has one form. */
function named(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return names.get(value) ?? value.replace(/\[\[(\w{1,16})\]\]/g, (all, id: string) => names.get(id) ?? all);
  if (Array.isArray(value)) return value.map((one) => named(one, names));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => [names.get(key) ?? key, named(one, names)]);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function namesIn(value: unknown, names: Map<string, string>): void {
  if (Array.isArray(value)) for (const one of value) namesIn(one, names);
  else if (typeof value === 'object' && value !== null) {
    if ('id' in value && typeof value.id === 'string') names.set(value.id, 'html' in value ? `=${String(value.html)}` : `#${names.size}`);
    for (const one of Object.values(value)) namesIn(one, names);
  }
}

/** Hash of what a question is, without its random ids: the same question from the same file is found again. */
export function hashOf(content: QuestionContent): string {
  const names = new Map<string, string>();
  namesIn(content.shown, names);
  const lists = JSON.stringify(named(content, names), (_key, value: unknown) =>
    Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && 'html' in one)
      ? value.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
      : value,
  );
  return createHash('sha256').update(lists).digest('hex').slice(0, 32);
}
