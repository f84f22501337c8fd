import {
  MULTI_POLICIES,
  ORDER_POLICIES,
  PART_POLICIES,
  QUESTION_KINDS,
  type Choice,
  type KeyPart,
  type ShownPart,
} from '../../../contract/textbook/question-kind.ts';
import { DOLLAR_HTML, formulaSource, withFormulaSource } from '../../../contract/textbook/formula-source.ts';
import { plainText } from '../../http/rich-text.ts';
import type { QuestionContent } from '../question/question-content.format.ts';
import { OPTION_LETTERS, SHEET_COLUMNS } from './question-sheet.parser.ts';

const WIDTHS: Readonly<Record<string, number>> = { 题干: 50, 答案: 24, 解析: 40, 章节: 16, 知识点: 20, 得分规则: 24 };
export const TEMPLATE_COLUMNS = SHEET_COLUMNS.map((header) => ({ header, width: WIDTHS[header] ?? 12 }));

interface Head {
  readonly code: string;
  readonly chapter: string;
  readonly tags: readonly string[];
  readonly difficulty: number;
}

/** The text of a cell: formulas as TeX, as they are typed. */
const cellOf = (html: string): string => plainText(formulaSource(html).replaceAll(DOLLAR_HTML, '\\$'));
const optionCells = (options: readonly Choice[]): string[] => [...OPTION_LETTERS].map((_letter, at) => cellOf(options[at]?.html ?? ''));
const lettersOf = (options: readonly Choice[], ids: readonly string[]): string =>
  ids.map((id) => OPTION_LETTERS.charAt(options.findIndex((one) => one.id === id))).join('');

interface Cells {
  readonly options: readonly Choice[];
  readonly answer: string;
  readonly policy: string;
}

function answerOf(shown: ShownPart, key: KeyPart): Cells {
  const none = { options: [], policy: '' };
  if ((shown.kind === 'single' || shown.kind === 'multi') && (key.kind === 'single' || key.kind === 'multi'))
    return { options: shown.options, answer: lettersOf(shown.options, key.right), policy: key.kind === 'multi' ? MULTI_POLICIES[key.policy] : '' };
  if (key.kind === 'judge') return { ...none, answer: key.right ? '对' : '错' };
  if (shown.kind === 'fill' && key.kind === 'fill') {
    const answer = shown.blanks
      .map(({ id, choices }) =>
        (key.blanks.find((one) => one.id === id)?.keys ?? [])
          .map((one) =>
            one.from === undefined
              ? (one.value ?? cellOf(choices?.find(({ id: choice }) => choice === one.text)?.html ?? one.text ?? ''))
              : `${one.from}-${one.to}`,
          )
          .join('；'),
      )
      .join('|');
    return { ...none, answer, policy: PART_POLICIES[key.policy] };
  }
  if (shown.kind === 'match' && key.kind === 'match') {
    const text = (list: readonly Choice[], id: string): string => cellOf(list.find((one) => one.id === id)?.html ?? '');
    const used = new Set(Object.values(key.pairs));
    const pairs = shown.left.map(({ id, html }) => `${cellOf(html)}=${text(shown.right, key.pairs[id] ?? '')}`);
    const others = shown.right.filter(({ id }) => !used.has(id)).map(({ html }) => `=${cellOf(html)}`);
    return { ...none, answer: [...pairs, ...others].join('；'), policy: PART_POLICIES[key.policy] };
  }
  if (shown.kind === 'order' && key.kind === 'order') {
    const items = key.order.flatMap((id) => shown.items.find((one) => one.id === id) ?? []);
    return { options: items, answer: lettersOf(items, key.order), policy: ORDER_POLICIES[key.policy] };
  }
  return { ...none, answer: key.kind === 'short' || key.kind === 'upload' ? key.hint : '' };
}

/** The row of a question in the template; null for a passage, which a row cannot hold. */
export function sheetRowOf({ code, chapter, tags, difficulty }: Head, { shown, key, points }: QuestionContent): (string | number)[] | null {
  if (shown.kind === 'passage' || key.kind === 'passage') return null;
  const { options, answer, policy } = answerOf(shown, key);
  const stem = cellOf(
    formulaSource(shown.stem)
      .replace(/<\/p>\s*<p>/g, ' ')
      .replace(/\[\[\w{1,16}\]\]/g, '____'),
  );
  return [
    QUESTION_KINDS[shown.kind],
    stem,
    ...optionCells(options),
    answer,
    points / 100,
    cellOf(key.explanation),
    chapter,
    difficulty,
    tags.join('、'),
    policy,
    code,
  ];
}

/** What a row of the template loses of a question. */
export const losses = ({ shown, key }: QuestionContent): string[] => {
  const html = JSON.stringify(withFormulaSource([shown, key]));
  return [...(/<(?:img|audio)\b/.test(html) ? ['图片和录音'] : []), ...(/<math\b/.test(html) ? ['没有 TeX 的公式'] : [])];
};
