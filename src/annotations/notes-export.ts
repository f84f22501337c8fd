import { inTitleMarks } from '../../contract/catalog/title-marks.ts';
import { percentWords } from '../reading-progress/percent.ts';
import type { StoredMark, StoredWord } from './annotation-record.ts';

const COLOUR_NAMES = { yellow: '黄', green: '绿', blue: '蓝', pink: '粉', purple: '紫' } as const;
export const colourName = (colour: StoredMark['colour']): string => COLOUR_NAMES[colour];
const TYPE_NAMES = { bookmark: '书签', highlight: '划线', note: '笔记' } as const;

export interface Work {
  readonly title: string;
  readonly authorsText: string;
}

/** Escapes characters that would start or end Markdown markup. */
const plain = (text: string): string =>
  text
    .replace(/\s*\n\s*/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#|&~]/g, '\\$&')
    .replace(/^([-+=])|^(\d{1,9})([.)])/, (_whole, sign?: string, number?: string, mark?: string) => (sign ? `\\${sign}` : `${number}\\${mark}`));

/** Keeps lines and paragraphs, each preceded by `before`. */
const written = (text: string, before = ''): string =>
  text
    .trim()
    .split('\n')
    .map((line, at, all) => `${before}${plain(line)}${line.trim() && all[at + 1]?.trim() ? '\\' : ''}`.trimEnd())
    .join('\n');

/** Returns the notes of a book as Markdown, by chapter. */
export function notesMarkdown(work: Work, marks: readonly StoredMark[]): string {
  const lines = [`# ${inTitleMarks(plain(work.title))}读书笔记`, '', `${plain(work.authorsText)} · 共 ${marks.length} 条`, ''];
  let chapter: string | null = null;
  for (const mark of marks) {
    if (mark.chapterTitle !== chapter) {
      chapter = mark.chapterTitle;
      lines.push(`## ${plain(chapter || '正文')}`, '');
    }
    if (mark.type === 'bookmark') lines.push(`- 书签（${percentWords(mark.percent)}）`, '');
    else lines.push(written(mark.text, '> '), '');
    for (const note of [mark.note, ...mark.twins.map((twin) => twin.note)]) if (note) lines.push(written(note), '');
    if (mark.type !== 'bookmark') lines.push(`*${mark.createTime.slice(0, 16)} · ${colourName(mark.colour)}*`, '');
  }
  return lines.join('\n');
}

/** A cell that a spreadsheet does not read as a formula. */
const cell = (text: string): string => `"${(/^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** With a byte order mark, so that Excel reads it as UTF-8. */
const table = (rows: readonly (readonly string[])[]): string => `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

export function notesCsv(work: Work, marks: readonly StoredMark[]): string {
  const head = ['书名', '章', '类型', '颜色', '摘录', '笔记', '进度', '时间'];
  const rows = marks.map((mark) => [
    work.title,
    mark.chapterTitle,
    TYPE_NAMES[mark.type],
    mark.type === 'bookmark' ? '' : colourName(mark.colour),
    mark.text,
    [mark.note, ...mark.twins.map((twin) => twin.note)].filter(Boolean).join('\n'),
    percentWords(mark.percent),
    mark.createTime,
  ]);
  return table([head, ...rows]);
}

/** Returns the reader's vocabulary as CSV for flash card programs. `titleOf`: the title of the work that contains the word. */
export const wordsCsv = (words: readonly StoredWord[], titleOf: (publishId: number) => string): string =>
  table([
    ['生词', '释义', '例句', '书名', '章', '记忆级', '时间'],
    ...words.map((word) => [word.text, word.meaning, word.sentence, titleOf(word.publishId), word.chapterTitle, String(word.box), word.createTime]),
  ]);
