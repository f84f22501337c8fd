import { createHash, randomInt } from 'node:crypto';
import type { Choice, KeyPart, QuestionKey, ShownPart, ShownQuestion } from '../../../contract/textbook/question-kind.ts';
import { formulaSource, withFormulaSource } from '../../../contract/textbook/formula-source.ts';
import { plainText } from '../../http/rich-text.ts';
import { cleanWithFormulas, formulaBudget } from './formula.format.ts';

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
/** Faults of formulas that are listed of one question. */
const FAULTS = 20;

const byId = <T extends { readonly id: string }>(list: readonly T[]): T[] => list.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Sanitises one text; `name` is its place for the message about a formula with a fault. */
type Clean = (html: string, name: string) => string;

const cleanChoices = (list: readonly Choice[], clean: Clean, name: string): Choice[] =>
  list.map((choice, at) => ({ ...choice, html: clean(choice.html, `${name}第${at + 1}项`) }));

function cleanPart(part: ShownPart, clean: Clean): ShownPart {
  const shown = { ...part, stem: clean(part.stem, '题干') };
  switch (shown.kind) {
    case 'single':
    case 'multi':
      return { ...shown, options: cleanChoices(shown.options, clean, '选项') };
    case 'fill':
      return {
        ...shown,
        blanks: shown.blanks.map((blank, at) =>
          blank.choices ? { ...blank, choices: byId(cleanChoices(blank.choices, clean, `第${at + 1}空的选项`)) } : blank,
        ),
      };
    case 'match':
      // In the order of their random ids: the order of the author would tell the pairs.
      return { ...shown, left: cleanChoices(shown.left, clean, '左边'), right: byId(cleanChoices(shown.right, clean, '右边')) };
    case 'order':
      return { ...shown, items: byId(cleanChoices(shown.items, clean, '排序')) };
    default:
      return shown;
  }
}

function cleanKeyPart(key: KeyPart, clean: Clean): KeyPart {
  const made = { ...key, explanation: clean(key.explanation, '解析') };
  if ((made.kind === 'single' || made.kind === 'multi') && made.feedback)
    return { ...made, feedback: Object.fromEntries(Object.entries(made.feedback).map(([id, html]) => [id, clean(html, '选项的反馈')])) };
  return made;
}

export interface CleanedContent {
  readonly content: QuestionContent;
  /** Formulas that stay as typed: where they are, what is wrong and what to do. */
  readonly faults: readonly string[];
}

/**
 * Sanitises all HTML of a question, replaces its formulas by MathML, and stores what would tell the key in an order that does not. Of content that
 * was cleaned before it changes nothing.
 */
export function cleanContent({ shown, key, points }: QuestionContent): CleanedContent {
  const budget = formulaBudget();
  const faults = new Set<string>();
  const cleanAs =
    (part: string): Clean =>
    (html, name) => {
      const found: string[] = [];
      const clean = cleanWithFormulas(html, budget, found).trim();
      for (const fault of found) if (faults.size < FAULTS) faults.add(`${part}${name}的${fault}`);
      return clean;
    };
  const clean = cleanAs('');
  // A fault of an explanation is named with the same number as its part.
  const ofPart = (id: string, parts: readonly { readonly id: string }[]): Clean =>
    cleanAs(`第${parts.findIndex((part) => part.id === id) + 1}小题：`);
  const content: QuestionContent = {
    points: shown.kind === 'text' ? 0 : points,
    shown:
      shown.kind === 'passage'
        ? {
            ...shown,
            stem: clean(shown.stem, '材料'),
            parts: shown.parts.map((part) => ({
              ...cleanPart(part, ofPart(part.id, shown.parts)),
              id: part.id,
              points: part.kind === 'text' ? 0 : part.points,
            })),
          }
        : cleanPart(shown, clean),
    key:
      key.kind === 'passage'
        ? {
            ...key,
            explanation: clean(key.explanation, '解析'),
            transcript: clean(key.transcript, '听力文稿'),
            parts: Object.fromEntries(
              Object.entries(key.parts).map(([id, part]) => [id, cleanKeyPart(part, shown.kind === 'passage' ? ofPart(id, shown.parts) : clean)]),
            ),
          }
        : cleanKeyPart(key, clean),
  };
  return { content, faults: [...faults] };
}

/** First characters of the stem for lists, with ____ for blanks and formulas as TeX. */
export const stemTextOf = (shown: ShownQuestion): string =>
  [...plainText(formulaSource(shown.stem).replace(/\[\[\w{1,16}\]\]/g, '____'))].slice(0, STEM_TEXT).join('');

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

/** Addresses of pictures and recordings: 24 hexadecimal digits are the sign of the content, the rest is different for each copy. */
const FILE_ADDRESS = /\/profile\/upload\/\d{4}\/\d\d\/\d\d\/q?([0-9a-f]{24})[0-9a-f]{8,16}\.\w{2,5}/g;
function withFileSigns<T>(value: T): T {
  if (typeof value === 'string') return value.replace(FILE_ADDRESS, 'file:$1') as T;
  if (Array.isArray(value)) return value.map(withFileSigns) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withFileSigns(one as unknown)])) as T;
}

/**
 * Hash of what a question is, without its random ids: the same question from the same file is found again. A formula counts as its TeX, so that the
 * MathML may be made again, and a picture as its content, because each import stores its own copy.
 */
export function hashOf(given: QuestionContent): string {
  const content = withFileSigns(withFormulaSource(given));
  const names = new Map<string, string>();
  namesIn(content.shown, names);
  const lists = JSON.stringify(named(content, names), (_key, value: unknown) =>
    Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && 'html' in one)
      ? value.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
      : value,
  );
  return createHash('sha256').update(lists).digest('hex').slice(0, 32);
}
