import type { SourceLine } from './source-lines.ts';

/** What a text loses or changes on the way from the manuscript to the book. */
export const FINDING_KINDS = {
  hidden: '隐藏文字不进入书中',
  contents: '原稿的目录不照抄，书的目录按标题重新生成',
  pageNumber: '页码域不进入书中，阅读器自己显示页码',
  index: '索引按原样转为文字，其中的页码在电子版里不对应',
  picture: '图片不能转入，请先转成PNG或JPG',
  chart: '图表没有可用的替代图片，请先转成图片',
  symbol: '符号字体里的这个符号没有对应的文字，请换成通用字符或图片',
  object: '嵌入对象不能转入，请换成图片或表格',
  field: '这个域没有可显示的结果，请先更新域或改成文字',
  unknown: '这里的内容转换程序不认识，文字照原样保留，请核对',
  removed: '这部分内容没有随文档保存',
} as const;
export type FindingKind = keyof typeof FINDING_KINDS;

/** Kinds of which an editor decides before the book is built; the others only inform. */
export const DECIDED_KINDS: ReadonlySet<FindingKind> = new Set(['picture', 'chart', 'symbol', 'object', 'field', 'unknown']);

/** Identifies a line of the sheet, also after the text was converted again. */
export const findingKey = ({ kind, place, excerpt }: Pick<ImportFinding, 'kind' | 'place' | 'excerpt'>): string =>
  `${kind} ${place} ${excerpt}`.slice(0, 200);

/** One line of the import sheet. */
export interface ImportFinding {
  readonly kind: FindingKind;
  /** For example `正文第3段`, `脚注第2条`. */
  readonly place: string;
  /** The text concerned, cut to a line. */
  readonly excerpt: string;
  /** Characters of the manuscript that the book does not have. */
  readonly characters: number;
}

const EXCERPT = 60;
const FINDINGS_MOST = 500;

/** Collects the lines of an import sheet, and counts what goes and what stays. */
export class Findings {
  readonly lines: ImportFinding[] = [];
  /** Characters that are in no line and not in the book either: zero, or the converter is wrong. */
  left = 0;
  place = '';
  /** Each piece of text that is not in the book, with its place. */
  readonly pieces: SourceLine[] = [];
  readonly #dropped: ReadonlySet<string>;

  /** `dropped` are keys of lines whose text the editor took out. */
  constructor(dropped: ReadonlySet<string> = new Set()) {
    this.#dropped = dropped;
  }

  /** Notes content that the converter does not know; returns whether its text stays in the book. */
  unknown(text: string): boolean {
    const keeps = !this.#dropped.has(findingKey({ kind: 'unknown', place: this.place, excerpt: text.slice(0, EXCERPT) }));
    this.lines.push({ kind: 'unknown', place: this.place, excerpt: text.slice(0, EXCERPT), characters: keeps ? 0 : [...text].length });
    if (!keeps) {
      this.left += [...text].length;
      this.pieces.push({ place: this.place, text });
    }
    return keeps;
  }

  add(kind: FindingKind, text: string, left: boolean): void {
    const characters = left ? [...text].length : 0;
    this.left += characters;
    if (left) this.pieces.push({ place: this.place, text });
    const last = this.lines.at(-1);
    // Runs of one hidden passage are one line.
    if (last && last.kind === kind && last.place === this.place && kind !== 'picture' && kind !== 'chart')
      this.lines[this.lines.length - 1] = { ...last, excerpt: (last.excerpt + text).slice(0, EXCERPT), characters: last.characters + characters };
    else if (this.lines.length < FINDINGS_MOST) this.lines.push({ kind, place: this.place, excerpt: text.slice(0, EXCERPT), characters });
  }
}
