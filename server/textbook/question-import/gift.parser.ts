import type { AnswerLanguage, BlankKey } from '../../../contract/textbook/question-kind.ts';
import { QUESTION } from '../../../contract/textbook/question-limits.ts';
import { newPartId } from '../question/question-content.format.ts';
import { chapterOfCategory, FULL, optionsPart, pairsPart, type MadePart } from './question-parts.format.ts';
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

/** Escaped signs are kept as signs of the private use area while a question is taken apart. */
const ESCAPED = '~=#{}:\\';
const FIRST_PRIVATE = 0xe100;
const hide = (text: string): string =>
  text.replace(/\\([~=#{}:\\])/g, (_all, sign: string) => String.fromCharCode(FIRST_PRIVATE + ESCAPED.indexOf(sign))).replace(/\\n/g, '\n');
const reveal = (text: string): string => text.replace(/[\ue100-\ue106]/g, (sign) => ESCAPED.charAt(sign.charCodeAt(0) - FIRST_PRIVATE));

interface Block {
  readonly line: number;
  readonly text: string;
  readonly chapter: string;
  readonly open: boolean;
}

/** Splits a file at blank lines outside of braces. A missing brace ends at the next `::`. */
function blocksOf(file: string): Block[] {
  const blocks: Block[] = [];
  let chapter = '';
  let lines: string[] = [];
  let start = 0;
  let depth = 0;
  const end = (): void => {
    const text = lines.join('\n').trim();
    if (text !== '') blocks.push({ line: start, text, chapter, open: depth > 0 });
    lines = [];
    depth = 0;
  };
  for (const [at, raw] of file.split(/\r\n|\r|\n/).entries()) {
    if (/^\s*\/\//.test(raw)) continue;
    const category = /^\s*\$CATEGORY:\s*(.*)$/.exec(raw);
    if (category) {
      end();
      chapter = chapterOfCategory(category[1] ?? '');
      continue;
    }
    if (depth > 0 && /^\s*::/.test(raw)) end();
    if (raw.trim() === '' && depth === 0) {
      end();
      continue;
    }
    const hidden = hide(raw);
    if (lines.length === 0) start = at + 1;
    lines.push(hidden);
    for (const sign of hidden) depth += sign === '{' ? 1 : sign === '}' && depth > 0 ? -1 : 0;
  }
  end();
  return blocks;
}

interface Piece {
  readonly sign: '=' | '~';
  /** 1/10000, or null without a weight. */
  readonly weight: number | null;
  readonly text: string;
  readonly feedback: string;
}

/** Takes the answers of a block apart at = and ~. */
function piecesOf(body: string): Piece[] {
  return [...body.matchAll(/([=~])([^=~]*)/g)].map(([, sign, rest = '']) => {
    const weight = /^\s*%(-?\d{1,3}(?:\.\d{1,5})?)%/.exec(rest);
    const [text = '', feedback = ''] = rest.slice(weight?.[0].length ?? 0).split('#', 2);
    return {
      sign: sign === '=' ? '=' : '~',
      weight: weight ? Math.round(Number(weight[1]) * 100) : null,
      text: text.trim(),
      feedback: feedback.trim(),
    };
  });
}

const shareOf = ({ sign, weight }: Piece): number => Math.max(-10_000, Math.min(10_000, weight ?? (sign === '=' ? 10_000 : 0)));

type Made = MadePart | null;
type Html = (text: string) => string;

function choiceQuestion(stem: string, pieces: readonly Piece[], html: Html, explanation: string): Made {
  const options = pieces.map((piece) => ({
    html: html(reveal(piece.text)),
    share: shareOf(piece),
    ...(piece.feedback ? { feedback: escapeHtml(reveal(piece.feedback)) } : {}),
  }));
  return optionsPart(stem, options, explanation, !options.some(({ share }) => share === FULL));
}

function matchQuestion(stem: string, pieces: readonly Piece[], html: Html, explanation: string): Made {
  const pairs = pieces.map(({ text }): [string, string] => {
    const [one = '', other = ''] = text.split('->', 2).map((part) => html(reveal(part.trim())));
    return [one, other];
  });
  return pairsPart(stem, pairs, explanation);
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

function numberKey(text: string, share: number): BlankKey | null {
  const [from = '', to] = text.split('..', 2);
  if (to !== undefined) return NUMBER.test(from.trim()) && NUMBER.test(to.trim()) ? { share, from: from.trim(), to: to.trim() } : null;
  const [value = '', tolerance = ''] = text.split(':', 2).map((part) => part.trim());
  if (!NUMBER.test(value) || (tolerance !== '' && !NUMBER.test(tolerance))) return null;
  return { share, value, ...(tolerance === '' ? {} : { tolerance }) };
}

function numberQuestion(stem: string, id: string, body: string, language: AnswerLanguage, explanation: string): Made {
  const list = /[=~]/.test(body)
    ? piecesOf(body).map((piece) => ({ text: piece.text, share: shareOf(piece) }))
    : [{ text: body.split('#')[0] ?? '', share: 10_000 }];
  const keys = list.filter(({ share }) => share > 0).map(({ text, share }) => numberKey(reveal(text).trim(), share));
  if (keys.length === 0 || keys.some((key) => key === null)) return null;
  return {
    shown: { kind: 'fill', stem, blanks: [{ id, type: 'number' }] },
    key: { kind: 'fill', explanation, policy: 'each', language, blanks: [{ id, keys: keys.flatMap((key) => key ?? []) }] },
  };
}

function textQuestion(stem: string, id: string, pieces: readonly Piece[], language: AnswerLanguage, explanation: string): Made {
  const keys = pieces
    .filter((piece) => shareOf(piece) > 0)
    .map((piece) => ({ text: reveal(piece.text), share: shareOf(piece), ...(piece.text.includes('*') ? { pattern: true } : {}) }));
  return {
    shown: { kind: 'fill', stem, blanks: [{ id, type: 'text' }] },
    key: { kind: 'fill', explanation, policy: 'each', language, blanks: [{ id, keys }] },
  };
}

const TRUTH: Readonly<Record<string, boolean>> = { T: true, TRUE: true, F: false, FALSE: false };

/** Reads GIFT (docs.moodle.org/en/GIFT_format). Linear in the text. */
export function readGift(text: string, language: AnswerLanguage): ReadFile {
  const questions: ReadQuestion[] = [];
  const lines: ImportLine[] = [];
  for (const block of blocksOf(withoutControls(text.replace(/^\ufeff/, '')))) {
    const place = `第${block.line}行`;
    if (block.open) lines.push(noted(place, '少了右花括号“}”', '已读到下一题之前，请检查答案'));
    const made = readBlock(block, place, language, lines);
    questions.push(made);
    if (!made.content) lines.push(rejected(place, '答案的写法读不懂', '请按 GIFT 的格式修改后重新导入'));
  }
  return { questions, lines };
}

function readBlock({ text, chapter, open }: Block, place: string, language: AnswerLanguage, lines: ImportLine[]): ReadQuestion {
  const titled = /^::((?:[^:]|:(?!:))*)::/.exec(text);
  const rest = text.slice(titled?.[0].length ?? 0).trim();
  const format = /^\[(html|moodle|plain|markdown)\]/.exec(rest);
  const body = rest.slice(format?.[0].length ?? 0);
  const from = body.indexOf('{');
  const to = open ? body.length : body.lastIndexOf('}');
  const isHtml = format?.[1] === 'html';
  const blockHtml: Html = isHtml ? (one) => one : paragraphs;
  const inlineHtml: Html = isHtml ? (one) => one : escapeHtml;
  const head = {
    place,
    code: reveal(titled?.[1] ?? '')
      .trim()
      .slice(0, QUESTION.code),
    chapter,
    tags: [],
    difficulty: 3,
  };
  const withContent = (made: Made): ReadQuestion => ({
    ...head,
    content: made && { ...made, points: made.shown.kind === 'text' ? 0 : QUESTION.newPoints },
  });
  if (from < 0 || to < from) return withContent({ shown: { kind: 'text', stem: blockHtml(reveal(body)) }, key: { kind: 'text', explanation: '' } });
  const [before, after] = [body.slice(0, from), body.slice(to + 1)];
  const [answers = '', general = ''] = body.slice(from + 1, to).split('####', 2);
  const explanation = paragraphs(reveal(general));
  const given = answers.trim();
  const id = newPartId();
  const whole = blockHtml(reveal(`${before.trim()}${after.trim() === '' ? '' : ` ____ ${after.trim()}`}`));
  const withBlank = blockHtml(reveal(after.trim() === '' ? `${before.trim()} [[${id}]]` : `${before}[[${id}]]${after}`));
  if (given === '')
    return withContent({ shown: { kind: 'short', stem: whole, maxLength: 500 }, key: { kind: 'short', explanation, rubric: [], hint: '' } });
  const truth = TRUTH[(given.split('#')[0] ?? '').trim().toUpperCase()];
  if (truth !== undefined) return withContent({ shown: { kind: 'judge', stem: whole }, key: { kind: 'judge', explanation, right: truth } });
  if (given.startsWith('#')) return withContent(numberQuestion(withBlank, id, given.slice(1), language, explanation));
  const pieces = piecesOf(given);
  if (pieces.length === 0) return withContent(null);
  if (pieces.every(({ sign, text }) => sign === '=' && text.includes('->')))
    return withContent(matchQuestion(whole, pieces, inlineHtml, explanation));
  if (pieces.every(({ sign }) => sign === '=')) {
    if (pieces.some(({ feedback }) => feedback !== '')) lines.push(noted(place, '填空的逐个反馈没有导入'));
    return withContent(textQuestion(withBlank, id, pieces, language, explanation));
  }
  if (pieces.some(({ feedback }) => feedback !== '')) lines.push(noted(place, '选项的反馈已导入，答对或第二次作答后显示'));
  return withContent(choiceQuestion(whole, pieces, inlineHtml, explanation));
}
