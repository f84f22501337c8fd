import type { AnswerLanguage } from '../../../../contract/textbook/question-kind.ts';
import { plainText } from '../../../http/rich-text.ts';
import { OPTION_LETTERS, questionOfCells } from '../question-sheet.parser.ts';
import { escapeHtml, noted, type ImportLine, type ReadFile, type ReadQuestion } from '../read-question.format.ts';
import { InlineText, narrow } from './inline-text.format.ts';
import type { PaperLine } from './paper-lines.parser.ts';

const HEADING = /^\s*(?:第?\s*[一二三四五六七八九十]{1,3}\s*(?:[、.,:]|大题|部分)|[(]\s*[一二三四五六七八九十]{1,3}\s*[)])\s*(.*)$/;
const DOTTED = /^\s*(\d{1,3})\s*[.、)](?!\d)\s*/;
const BRACKETED = /^\s*[([【]\s*(\d{1,3})\s*[)\]】]\s*/;
const OPTION = /^\s*[(]?([A-Ja-j])\s*[.、:)](?!\d{2})\s*/;
const FIELD =
  /^\s*(?:【\s*(参考答案|正确答案|标准答案|答案|解析|答案解析|试题解析|详解|分析|分值|难度|章节|知识点|考点|编号|题型|得分规则)\s*】\s*:?|(参考答案|正确答案|标准答案|答案|解析|答案解析|试题解析|详解|分析|分值|难度|章节|知识点|考点|编号|题型|得分规则)\s*:)\s*/;
const NEXT_FIELD =
  /[\s;。](?=(?:【\s*(?:解析|详解|分析|分值|难度|章节|知识点|考点|编号)\s*】|(?:解析|答案解析|详解|分值|难度|章节|知识点|考点|编号)\s*:))/;
const ANSWERS = /^\s*[【(]?\s*(?:参考答案|答案|标准答案)(?:与解析|及解析|及评分标准)?\s*[】)]?\s*:?\s*$/;

const FIELDS: Readonly<Record<string, string>> = {
  参考答案: '答案',
  正确答案: '答案',
  标准答案: '答案',
  答案解析: '解析',
  试题解析: '解析',
  详解: '解析',
  分析: '解析',
  考点: '知识点',
};
/** Fields that go on in the next line. */
const LONG: ReadonlySet<string> = new Set(['答案', '解析']);

const KIND_WORDS: readonly (readonly [RegExp, string])[] = [
  [/单项选择|单选/, '单选'],
  [/多项选择|多选|不定项/, '多选'],
  [/选择/, '选择'],
  [/判断|是非|对错/, '判断'],
  [/填空|完形|默写/, '填空'],
  [/连线|匹配|归类/, '连线'],
  [/排序/, '排序'],
  [/口语|录音/, '口语'],
  [/简答|问答|论述|作文|写作|计算|解答|应用|翻译|名词解释|综合|材料分析|案例/, '简答'],
];
const kindIn = (text: string): string => KIND_WORDS.find(([words]) => words.test(text))?.[1] ?? '';
const EACH = /每\s*(?:小?题|空)\s*(\d{1,3}(?:\.\d{1,2})?)\s*分/;

interface Section {
  readonly kind: string;
  readonly points: string;
  /** The points are for each blank. */
  readonly perBlank: boolean;
  readonly index: number;
}

interface Draft {
  readonly number: number;
  readonly line: number;
  readonly section: Section;
  readonly stem: string[];
  readonly options: string[][];
  readonly fields: Map<string, string[]>;
  /** What a line without a sign of its own continues. */
  current: string[];
}

const TRUTH = '对|错|√|×|✓|✗|正确|错误|T|F';
const IN_STEM = /[(]\s*([A-Ja-j](?:\s*[、,;]?\s*[A-Ja-j]){0,9})\s*[)]/g;
const TRUTH_IN_STEM = new RegExp(`[(]\\s*(${TRUTH})\\s*[)]`, 'g');
const BLANK = /_{2,}|\(\s*\)/;

/** The last place of a pattern in a text. */
const lastOf = (text: string, pattern: RegExp): RegExpMatchArray | undefined => [...text.matchAll(pattern)].at(-1);

/** Reads a paper: headings set kind and points, numbers begin questions, letters options. */
export class PaperReader {
  readonly #drafts: Draft[] = [];
  readonly #lines: ImportLine[] = [];
  /** By number of the section and of the question, from the list at the end. */
  readonly #answers = new Map<string, string>();
  readonly #explanations = new Map<string, string>();
  readonly #unit: string;
  #section: Section = { kind: '', points: '', perBlank: false, index: 0 };
  #sections = 0;
  #style: 'dotted' | 'bracketed' | '' = '';
  #draft: Draft | null = null;
  /** The list of answers at the end has begun. */
  #inAnswers = false;

  /** `unit` is that of the places: 行 or 段. */
  constructor(unit: '行' | '段') {
    this.#unit = unit;
  }

  read(lines: readonly PaperLine[], language: AnswerLanguage): ReadFile {
    for (const line of lines) this.#readLine(line);
    const questions = this.#drafts.map((draft, at) => this.#questionOf(draft, at, language));
    return { questions, lines: this.#lines };
  }

  #readLine({ html, number, isBlock }: PaperLine): void {
    if (isBlock) {
      if (this.#draft) this.#draft.current.push(html);
      else this.#skipped(number, '表格');
      return;
    }
    const inline = new InlineText(html);
    const text = narrow(inline.text);
    if (text.trim() === '') return;
    if (ANSWERS.test(text)) {
      this.#inAnswers = true;
      this.#sections = 0;
      return;
    }
    const heading = HEADING.exec(text);
    if (heading && (kindIn(heading[1] ?? '') !== '' || EACH.test(text) || this.#inAnswers)) return this.#begin(heading[1] ?? '', text);
    if (this.#inAnswers) return this.#answersIn(text);
    const field = FIELD.exec(text);
    if (field && this.#draft) return this.#field(inline, field);
    const start = this.#startOf(text);
    if (start) return this.#question(inline, text, start.number, start.length, number);
    if (this.#draft && OPTION.test(text)) return this.#options(inline, text, 0);
    if (this.#draft) this.#draft.current.push(html.trim());
    else if (!/^[\s\S]{0,60}$/.test(text) || /[?？]/.test(text)) this.#skipped(number, '文字');
  }

  #skipped(number: number, what: string): void {
    this.#lines.push(noted(`第${number}${this.#unit}`, `第一题之前的${what}没有导入`));
  }

  #begin(title: string, text: string): void {
    this.#sections += 1;
    this.#draft = null;
    this.#style = '';
    const points = EACH.exec(text);
    this.#section = { kind: kindIn(title), points: points?.[1] ?? '', perBlank: /每\s*空/.test(points?.[0] ?? ''), index: this.#sections };
  }

  /** The number at the beginning of a line, when it begins a question. */
  #startOf(text: string): { readonly number: number; readonly length: number } | null {
    const dotted = DOTTED.exec(text);
    const found = dotted ?? (this.#style === 'dotted' ? null : BRACKETED.exec(text));
    if (!found) return null;
    const number = Number(found[1]);
    const last = this.#draft?.number ?? 0;
    const ended = !this.#draft || this.#draft.options.length > 0 || this.#draft.fields.size > 0;
    // Inside of a question a smaller number is a list of its text.
    if (number <= last && !(ended && number === 1)) return null;
    this.#style = dotted ? 'dotted' : 'bracketed';
    return { number, length: found[0].length };
  }

  #question(inline: InlineText, text: string, number: number, from: number, line: number): void {
    const draft: Draft = { number, line, section: this.#section, stem: [], options: [], fields: new Map(), current: [] };
    draft.current = draft.stem;
    this.#draft = draft;
    this.#drafts.push(draft);
    // Options may stand on the line of the stem.
    const first = /[\s)。?？:](?=A\s*[.、])/.exec(text.slice(from));
    const rest = first ? text.slice(from + first.index) : '';
    if (first && /\sB\s*[.、]/.test(rest)) {
      draft.stem.push(inline.slice(from, from + first.index + 1));
      this.#options(inline, text, from + first.index + 1);
    } else draft.stem.push(inline.slice(from));
  }

  /** One option or several on a line, in the order of their letters. */
  #options(inline: InlineText, text: string, from: number): void {
    const draft = this.#draft;
    const first = OPTION.exec(text.slice(from));
    if (!draft || !first) return;
    const places: { readonly at: number; readonly end: number }[] = [{ at: from, end: from + first[0].length }];
    let letter = (first[1] ?? 'A').toUpperCase().charCodeAt(0);
    for (;;) {
      const before = places.at(-1)!.end;
      const next = new RegExp(`[\\s\\ufffc;]+[(]?${String.fromCharCode(letter + 1)}\\s*[.、:)]\\s*`).exec(text.slice(before));
      if (!next) break;
      const isObject = text.charAt(before + next.index) === '\ufffc' ? 1 : 0;
      places.push({ at: before + next.index + isObject, end: before + next.index + next[0].length });
      letter += 1;
    }
    for (const [at, { end }] of places.entries()) {
      const option = [inline.slice(end, places[at + 1]?.at)];
      draft.options.push(option);
      draft.current = option;
    }
  }

  #field(inline: InlineText, found: RegExpExecArray): void {
    const draft = this.#draft;
    if (!draft) return;
    const written = found[1] ?? found[2] ?? '';
    const name = FIELDS[written] ?? written;
    const rest = new InlineText(inline.slice(found[0].length));
    const line = narrow(rest.text);
    const next = NEXT_FIELD.exec(line);
    const value = [rest.slice(0, next ? next.index + (line.charAt(next.index) === '。' ? 1 : 0) : undefined)];
    draft.fields.set(name, [...(draft.fields.get(name) ?? []), ...value]);
    if (LONG.has(name)) draft.current = draft.fields.get(name) ?? [];
    if (!next) return;
    const after = new InlineText(rest.slice(next.index + 1));
    const field = FIELD.exec(narrow(after.text));
    if (field) this.#field(after, field);
  }

  /** A line of the list of answers: `1-5 ABCDA`, `6. 对 7. 错`, `8. 六；6`. */
  #answersIn(text: string): void {
    const note = (number: number, written: string): void => {
      const [answer = '', explanation = ''] = written
        .replace(/^\s*【?(?:参考)?答案】?\s*:?/, '')
        .split(/\s*【?(?:解析|详解|分析)】?\s*:?\s+|\s*【?(?:解析|详解|分析)】?\s*:/, 2);
      const place = `${this.#sections} ${number}`;
      this.#answers.set(place, answer.trim());
      if (explanation.trim() !== '') this.#explanations.set(place, explanation.trim());
    };
    let rest = text.replace(
      /(\d{1,3})\s*[-~—–至]\s*(\d{1,3})\s*[.、:]?\s*([A-Ja-j\s]{2,200})(?=\d|$|;)/g,
      (all, from: string, to: string, letters: string) => {
        const list = letters.replace(/\s/g, '');
        if (list.length !== Number(to) - Number(from) + 1) return all;
        for (const [at, letter] of [...list].entries()) note(Number(from) + at, letter);
        return ' ';
      },
    );
    const starts = [...rest.matchAll(/(?:^|\s)(\d{1,3})\s*[.、:)]\s*/g)];
    for (const [at, start] of starts.entries()) note(Number(start[1]), rest.slice(start.index + start[0].length, starts[at + 1]?.index));
    if (starts.length === 0 && rest.trim() !== '') {
      rest = rest.trim();
      if (!/^[\s)(,;。]*$/.test(rest)) this.#lines.push(noted('答案', `“${rest.slice(0, 40)}”没有对应到题目`, '请检查答案'));
    }
  }

  #answerOf(draft: Draft): string {
    const own = draft.fields.get('答案');
    return own ? own.join('\n') : this.#atEnd(this.#answers, draft);
  }

  /** What the list at the end has for a question, as HTML. */
  #atEnd(list: ReadonlyMap<string, string>, { section, number }: Draft): string {
    return escapeHtml(list.get(`${section.index} ${number}`) ?? list.get(`0 ${number}`) ?? '');
  }

  #questionOf(draft: Draft, at: number, language: AnswerLanguage): ReadQuestion {
    const place = `第${at + 1}题（第${draft.line}${this.#unit}）`;
    const answerHtml = this.#answerOf(draft);
    let answer = answerHtml.split('\n').map(plainText).join('\n').trim();
    let stem = draft.stem.map((piece) => (piece.startsWith('<table') ? piece : `<p>${piece}</p>`)).join('');
    const own = plainText(draft.fields.get('题型')?.join('') ?? '');
    let kind = own === '' ? draft.section.kind : kindIn(own) || own;
    const choice = kind === '单选' || kind === '多选' || kind === '选择' || (kind === '' && draft.options.length > 1);
    if (choice || kind === '判断' || kind === '') {
      const inline = new InlineText(stem);
      const text = narrow(inline.text);
      const inStem = choice ? lastOf(text, IN_STEM) : lastOf(text, TRUTH_IN_STEM);
      if (answer === '' && inStem) {
        answer = (inStem[1] ?? '').replace(/[\s、,;]/g, '');
        if (kind === '' && !choice) kind = '判断';
        stem = inline.replaced(inStem.index ?? 0, (inStem.index ?? 0) + inStem[0].length, '（　　）');
      }
    }
    if (kind === '选择' || (kind === '' && choice)) kind = narrow(answer).replace(/[^A-Ja-j]/g, '').length > 1 ? '多选' : '单选';
    if (kind === '')
      kind = new RegExp(`^(?:${TRUTH})$`, 'i').test(answer) ? '判断' : answer !== '' && BLANK.test(narrow(plainText(stem))) ? '填空' : '简答';
    const blanks = [...narrow(plainText(stem)).matchAll(new RegExp(BLANK, 'g'))].length;
    const points = plainText(draft.fields.get('分值')?.join('') ?? '') || ownPoints(stem) || scaled(draft.section, kind === '填空' ? blanks : 1);
    const cells = new Map<string, string>([
      ['题型', kind],
      ['题干', stem.replace(/(<p>[^<]*?)[(（]\s*\d{1,3}(?:\.\d{1,2})?\s*分\s*[)）]/, '$1')],
      ['答案', answer],
      [
        '解析',
        (draft.fields.get('解析') ?? [this.#atEnd(this.#explanations, draft)].filter(Boolean))
          .map((piece) => (piece.startsWith('<table') ? piece : `<p>${piece}</p>`))
          .join(''),
      ],
      ['分值', points],
      ...['章节', '难度', '知识点', '编号', '得分规则'].map((name): [string, string] => [name, plainText(draft.fields.get(name)?.join(' ') ?? '')]),
      ...draft.options.map((option, place2): [string, string] => [`选项${OPTION_LETTERS.charAt(place2)}`, option.filter(Boolean).join('<br>')]),
    ]);
    if (draft.options.length > OPTION_LETTERS.length) this.#lines.push(noted(place, `选项超过${OPTION_LETTERS.length}项，其余没有导入`));
    if (/<img|<table/.test(answerHtml)) this.#lines.push(noted(place, '答案里的图片和表格没有导入', '可以放到解析里'));
    const { question, lines } = questionOfCells({ place, language, cell: (label) => cells.get(label) ?? '', isHtml: true });
    this.#lines.push(...lines);
    return question;
  }
}

/** Points that stand at the beginning or the end of a stem: （3分）. */
const ownPoints = (stem: string): string => /[(（]\s*(?:本题)?\s*(\d{1,3}(?:\.\d{1,2})?)\s*分\s*[)）]/.exec(plainText(stem))?.[1] ?? '';
const scaled = ({ points, perBlank }: Section, blanks: number): string =>
  points === '' || !perBlank ? points : String(Number((Number(points) * Math.max(1, blanks)).toFixed(2)));

/** Whether a text is a paper: numbered lines with options or answers, and nothing of GIFT. */
export function isPaper(text: string): boolean {
  const head = narrow(text.slice(0, 200_000));
  if (/^\s*::|\{\s*(?:T|F|TRUE|FALSE|#|[=~])/im.test(head)) return false;
  const numbered = /^\s*(?:[一二三四五六七八九十]{1,3}\s*[、.]|\d{1,3}\s*[.、)]|\(\s*\d{1,3}\s*\))\s*\S/m.test(head);
  return (
    numbered && (/^\s*\(?[A-J]\s*[.、:)]\s*\S/m.test(head) || /(?:答案|解析)\s*】?\s*:?/.test(head) || /_{2,}|\(\s*[A-J√×对错]?\s*\)/.test(head))
  );
}
