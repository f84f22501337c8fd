import {
  MULTI_POLICIES,
  ORDER_POLICIES,
  PART_POLICIES,
  type AnswerLanguage,
  type BlankKey,
  type Choice,
  type KeyPart,
  type ShownPart,
} from '../../../contract/textbook/question-kind.ts';
import { QUESTION } from '../../../contract/textbook/question-limits.ts';
import { headingAt, placesIn } from '../../crud/sheet-heading.ts';
import type { Line } from '../../crud/sheet-line.ts';
import { newPartId } from '../question/question-content.format.ts';
import { choiceOf } from './question-parts.format.ts';
import {
  escapeHtml,
  noted,
  paragraphs,
  rejected,
  type ImportLine,
  type ReadFile,
  type ReadQuestion,
  withoutControls,
} from './read-question.format.ts';

export const OPTION_LETTERS = 'ABCDEFGHIJ';
export const SHEET_COLUMNS = [
  '题型',
  '题干',
  ...[...OPTION_LETTERS].map((letter) => `选项${letter}`),
  '答案',
  '分值',
  '解析',
  '章节',
  '难度',
  '知识点',
  '得分规则',
  '编号',
] as const;

const KINDS: readonly (readonly [RegExp, ShownPart['kind']])[] = [
  [/^单(项|选)|^单选/, 'single'],
  [/^多(项|选)|^不定项/, 'multi'],
  [/^判断|^是非/, 'judge'],
  [/^填空|^完形/, 'fill'],
  [/^连线|^匹配|^归类/, 'match'],
  [/^排序/, 'order'],
  [/^简答|^问答|^论述|^作文/, 'short'],
  [/^上传|^口语/, 'upload'],
  [/^说明/, 'text'],
];
const RIGHT = new Set(['对', '正确', '√', '✓', 'T', 'TRUE', '是', 'Y']);
const WRONG = new Set(['错', '错误', '×', '✗', 'X', 'F', 'FALSE', '否', 'N']);
const BLANK = /_{2,}|（[\s　]*）|\([\s　]*\)/g;
const RANGE = /^(-?\d+(?:\.\d+)?)\s*[-–—～~]\s*(-?\d+(?:\.\d+)?)$/;
/** Parts of a cell, by Chinese and keyboard marks. */
const SPELLINGS = /[；;]/;

class Rejected extends Error {
  readonly advice: string;
  constructor(what: string, advice: string) {
    super(what);
    this.advice = advice;
  }
}

interface Row {
  readonly place: string;
  readonly cell: (label: string) => string;
  readonly language: AnswerLanguage;
  readonly note: (what: string, advice?: string) => void;
  /** Texts of stems, options and explanations as HTML, each in blocks or inside a line. */
  readonly block: (text: string) => string;
  readonly inline: (text: string) => string;
}

type Made = { readonly shown: ShownPart; readonly key: KeyPart };

const plainChoice = (text: string): Choice => choiceOf(escapeHtml(text));

/** ABD, A、B、D, ＡＢＤ and abd are the same letters. */
function lettersOf(answer: string): string[] {
  const letters = answer
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s,，、;；.]/g, '');
  if (letters === '') throw new Rejected('没有答案', '请填 A 到 J 的字母，例如 AC');
  if (!/^[A-J]+$/.test(letters)) throw new Rejected(`答案“${answer}”不是选项字母`, '请填 A 到 J 的字母，例如 AC');
  return [...new Set(letters)];
}

function policyOf<K extends string>(row: Row, of: Readonly<Record<K, string>>, fallback: K): K {
  const text = row.cell('得分规则');
  if (text === '') return fallback;
  const found = (Object.keys(of) as K[]).find((key) => key === text || of[key] === text);
  if (!found) row.note(`得分规则“${text}”读不懂`, `已用“${of[fallback]}”`);
  return found ?? fallback;
}

function optionsOf(row: Row): Choice[] {
  const texts = [...OPTION_LETTERS].map((letter) => row.cell(`选项${letter}`));
  const count = texts.findLastIndex((text) => text !== '') + 1;
  if (count < 2) throw new Rejected('选项不足两项', '请填写选项A、选项B');
  return texts.slice(0, count).map((text) => choiceOf(row.inline(text)));
}

function chosen(options: readonly Choice[], answer: string): string[] {
  return lettersOf(answer).map((letter) => {
    const option = options[OPTION_LETTERS.indexOf(letter)];
    if (!option) throw new Rejected(`答案里的${letter}没有对应的选项`, '请核对选项和答案');
    return option.id;
  });
}

function keyOf(text: string): BlankKey {
  const range = RANGE.exec(text.normalize('NFKC'));
  return range ? { share: 10_000, from: range[1] ?? '', to: range[2] ?? '' } : { share: 10_000, text };
}

/** Answers of the blanks: parts by | equal the blanks and spellings by ；, or parts by ； equal the blanks and spellings by /. */
function blankAnswers(row: Row, blanks: number): string[][] {
  const answer = row.cell('答案');
  const bars = answer.split(/[|｜]/);
  if (bars.length === blanks) return bars.map((part) => part.split(SPELLINGS));
  const marks = answer.split(SPELLINGS);
  if (marks.length === blanks) {
    row.note('答案按“；”分到各空，同一空的不同写法用“/”分开');
    return marks.map((part) => part.split('/'));
  }
  throw new Rejected(
    `题干有${blanks}个空，答案有${bars.length > 1 ? bars.length : marks.length}个`,
    '各空的答案用“|”分开，同一空的不同写法用“；”分开',
  );
}

function fillOf(row: Row, stem: string, explanation: string): Made {
  const ids: string[] = [];
  const marked = stem.replace(BLANK, () => {
    const id = newPartId();
    ids.push(id);
    return `[[${id}]]`;
  });
  if (ids.length === 0) throw new Rejected('题干里没有空', '用 ____ 或（　　）表示空');
  const answers = blankAnswers(row, ids.length).map((spellings) =>
    spellings
      .map((text) => text.trim())
      .filter(Boolean)
      .map(keyOf),
  );
  return {
    shown: {
      kind: 'fill',
      stem: row.block(marked),
      blanks: ids.map((id, at) => ({ id, type: answers[at]?.some(({ from }) => from !== undefined) ? 'number' : 'text' })),
    },
    key: {
      kind: 'fill',
      explanation,
      policy: policyOf(row, PART_POLICIES, 'each'),
      language: row.language,
      blanks: ids.map((id, at) => ({ id, keys: answers[at] ?? [] })),
    },
  };
}

/** Signs that part a cell, inside of formulas: hidden while it is taken apart. */
const PARTING = '=＝；;';
const hideInFormulas = (text: string): string =>
  text.replace(/\$[^$]*\$/g, (formula) => formula.replace(/[=＝；;]/g, (sign) => String.fromCharCode(0xe110 + PARTING.indexOf(sign))));
const shownAgain = (text: string): string => text.replace(/[\ue110-\ue113]/g, (sign) => PARTING.charAt(sign.charCodeAt(0) - 0xe110));

function matchOf(row: Row, stem: string, explanation: string): Made {
  const left: Choice[] = [];
  const right: Choice[] = [];
  const pairs: Record<string, string> = {};
  for (const pair of hideInFormulas(row.cell('答案')).split(SPELLINGS)) {
    const [one = '', other = ''] = pair.split(/[=＝]/, 2).map((text) => shownAgain(text).trim());
    if (other === '') continue;
    const target = right.find(({ html }) => html === escapeHtml(other)) ?? plainChoice(other);
    if (!right.includes(target)) right.push(target);
    if (one === '') continue;
    const item = plainChoice(one);
    left.push(item);
    pairs[item.id] = target.id;
  }
  if (left.length === 0) throw new Rejected('连线题没有配对', '答案写成 早=morning；晚=evening；=noon（左边空着是干扰项）');
  const reusable = new Set(Object.values(pairs)).size < left.length;
  return {
    shown: { kind: 'match', stem: row.block(stem), left, right, reusable },
    key: { kind: 'match', explanation, pairs, policy: policyOf(row, PART_POLICIES, 'each') },
  };
}

function orderOf(row: Row, stem: string, explanation: string): Made {
  const items = optionsOf(row).map(({ pinned: _pinned, ...item }) => item);
  const answer = row.cell('答案');
  const order = answer === '' ? items.map(({ id }) => id) : chosen(items, answer);
  return {
    shown: { kind: 'order', stem: row.block(stem), items },
    key: { kind: 'order', explanation, order, policy: policyOf(row, ORDER_POLICIES, 'all') },
  };
}

const uploadOf = (recording: boolean) => ({ recording, photos: recording ? 0 : 3, files: recording ? 0 : 1 });

function madeOf(row: Row): Made {
  const kindText = row.cell('题型').replace(/题$/, '');
  const kind = KINDS.find(([words]) => words.test(kindText))?.[1];
  const stem = row.cell('题干');
  if (!kind)
    throw new Rejected(
      kindText === '' ? '没有题型' : `题型“${row.cell('题型')}”不能用表格导入`,
      '可用：单选、多选、判断、填空、连线、排序、简答、上传、说明',
    );
  if (stem === '') throw new Rejected('题干是空的', '请填写题干');
  const explanation = row.block(row.cell('解析'));
  const answer = row.cell('答案');
  const html = row.block(stem);
  switch (kind) {
    case 'single':
    case 'multi': {
      const options = optionsOf(row);
      const right = chosen(options, answer);
      if (kind === 'single' && right.length > 1) throw new Rejected('单选题有多个答案', '请改为多选，或只留一个答案');
      return kind === 'single'
        ? { shown: { kind, stem: html, options }, key: { kind, explanation, right } }
        : { shown: { kind, stem: html, options }, key: { kind, explanation, right, policy: policyOf(row, MULTI_POLICIES, 'half') } };
    }
    case 'judge': {
      const word = answer.normalize('NFKC').trim().toUpperCase();
      if (!RIGHT.has(word) && !WRONG.has(word)) throw new Rejected(`答案“${answer}”不是对或错`, '请填 对 或 错');
      return { shown: { kind, stem: html }, key: { kind, explanation, right: RIGHT.has(word) } };
    }
    case 'fill':
      return fillOf(row, stem, explanation);
    case 'match':
      return matchOf(row, stem, explanation);
    case 'order':
      return orderOf(row, stem, explanation);
    case 'short':
      return { shown: { kind, stem: html, maxLength: 500 }, key: { kind, explanation, rubric: [], hint: answer } };
    case 'upload':
      return {
        shown: { kind, stem: html, ...uploadOf(/口语|录音/.test(row.cell('题型'))) },
        key: { kind, explanation, rubric: [], hint: answer },
      };
    case 'text':
      return { shown: { kind, stem: html }, key: { kind, explanation } };
  }
}

function pointsOf(row: Row): number {
  const text = row.cell('分值').normalize('NFKC').replace(/分$/, '').trim();
  if (text === '') return QUESTION.newPoints;
  const found = /^(\d{1,4})(?:\.(\d{1,2}))?$/.exec(text);
  if (!found) throw new Rejected(`分值“${text}”不是数`, '请填数字，最多两位小数');
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
}

/** Reads the rows of a sheet in our template. A cell is what a person sees in it. */
export function readQuestionSheet(lines: readonly Line[], language: AnswerLanguage): ReadFile {
  const at = headingAt(lines, SHEET_COLUMNS);
  const places = placesIn(lines[at]);
  const lacking = ['题型', '题干', '答案'].filter((label) => !places.has(label));
  if (lacking.length > 0) return { questions: [], lines: [rejected('表头', `缺少${lacking.join('、')}列`, '请下载模板，按模板填写')] };
  const found: ImportLine[] = [];
  const questions = lines.slice(at + 1).flatMap((line): ReadQuestion[] => {
    if (line.cells.every((cell) => cell.trim() === '')) return [];
    const cell = (label: string): string => withoutControls(line.cells[places.get(label) ?? -1] ?? '').trim();
    const read = questionOfCells({ place: `第${line.number}行`, language, cell, isHtml: false });
    found.push(...read.lines);
    return [read.question];
  });
  return { questions, lines: found };
}

/** A question as the cells of the template; the columns 题干, 选项A–J and 解析 are HTML or plain text. */
export interface QuestionCells {
  readonly place: string;
  readonly language: AnswerLanguage;
  readonly cell: (label: string) => string;
  readonly isHtml: boolean;
}

/** Makes a question of its cells; without content when they are wrong, which a line says. */
export function questionOfCells({ place, language, cell, isHtml }: QuestionCells): { readonly question: ReadQuestion; readonly lines: ImportLine[] } {
  const lines: ImportLine[] = [];
  const asIs = (text: string): string => text;
  const row: Row = {
    place,
    language,
    cell,
    note: (what, advice = '') => lines.push(noted(place, what, advice)),
    block: isHtml ? asIs : paragraphs,
    inline: isHtml ? asIs : escapeHtml,
  };
  const level = Number(row.cell('难度').normalize('NFKC')) || 3;
  const head = {
    place,
    code: row.cell('编号').slice(0, QUESTION.code),
    chapter: row.cell('章节').slice(0, QUESTION.chapter),
    tags: row
      .cell('知识点')
      .split(/[、，,；;]/)
      .map((tag) => tag.trim().slice(0, QUESTION.tag))
      .filter(Boolean)
      .slice(0, QUESTION.tags),
    difficulty: Math.min(5, Math.max(1, Math.round(level))),
  };
  try {
    const made = madeOf(row);
    return { question: { ...head, content: { ...made, points: made.shown.kind === 'text' ? 0 : pointsOf(row) } }, lines };
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    lines.push(rejected(place, error.message, error.advice));
    return { question: { ...head, content: null }, lines };
  }
}
