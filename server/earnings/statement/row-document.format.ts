import { groupedYuan } from '../../../contract/money.ts';
import { chinesePdf, textAt, widthOf } from '../../document/chinese-pdf.ts';

/** A row of a document about money: a label, how it is calculated, and fen; a head has no amount. */
export interface DocumentRow {
  readonly label: string;
  readonly formula: string;
  readonly fen: number | null;
  readonly head?: boolean;
}

export const headRow = (label: string): DocumentRow => ({ label, formula: '', fen: null, head: true });

/** A4, points. */
const [WIDTH, HEIGHT, MARGIN] = [595, 842, 56];
const [TITLE, TEXT, NOTE] = [20, 10, 8];
const STEP = 18;
const TOP = HEIGHT - 76;
const BOTTOM = 96;
const FORMULA_AT = 190;

const right = (text: string, y: number, size: number): string => textAt(text, WIDTH - MARGIN - widthOf(text, size), y, size);

/** Cuts a text into pieces of at most `width` points. */
function pieces(text: string, width: number, size: number): string[] {
  const found: string[] = [];
  let piece = '';
  for (const character of text) {
    if (widthOf(piece + character, size) > width) {
      found.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...found, piece];
}

/** What is printed above the rows, and how a copy is checked. */
export interface DocumentFacts {
  readonly no: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly check: readonly string[];
}

/** Label, calculation and amount in three columns, on as many pages as needed. */
export function rowsPdf(title: string, rows: readonly DocumentRow[], { no, facts, check }: DocumentFacts): Buffer {
  const pages: string[][] = [];
  let page: string[] = [];
  let y = TOP;
  const turn = (): void => {
    page = ['0.12 0.14 0.16 rg'];
    pages.push(page);
    y = TOP;
  };
  turn();
  page.push(textAt(title, (WIDTH - widthOf(title, TITLE)) / 2, y, TITLE));
  y -= 36;
  for (const [label, value] of facts) {
    for (const piece of pieces(`${label}：${value}`, WIDTH - 2 * MARGIN, TEXT)) {
      page.push(textAt(piece, MARGIN, y, TEXT));
      y -= STEP;
    }
  }
  for (const { label, formula, fen, head: isHead } of rows) {
    const labels = pieces(label, (isHead ? WIDTH - MARGIN : FORMULA_AT) - MARGIN - 6, TEXT);
    const words = pieces(formula, WIDTH - MARGIN - FORMULA_AT - 76, NOTE);
    const height = Math.max(labels.length * STEP, words.length * 11 + 7) + (isHead ? 6 : 0);
    if (y - height < BOTTOM) turn();
    if (isHead) {
      y -= 6;
      page.push(`0.6 w 0.75 G ${MARGIN} ${y + 14} m ${WIDTH - MARGIN} ${y + 14} l S`);
    }
    for (const [at, piece] of labels.entries()) page.push(textAt(piece, MARGIN, y - at * STEP, TEXT));
    for (const [at, piece] of words.entries()) if (piece) page.push(textAt(piece, FORMULA_AT, y - at * 11, NOTE));
    if (fen !== null) page.push(right(groupedYuan(fen), y, TEXT));
    y -= height - (isHead ? 6 : 0);
  }
  return chinesePdf(
    pages.map((parts, at) =>
      [
        ...parts,
        ...check.map((text, line) => textAt(text, MARGIN, 72 - line * 13, NOTE)),
        right(`第${at + 1}页，共${pages.length}页`, 46, NOTE),
      ].join('\n'),
    ),
    { width: WIDTH, height: HEIGHT, title: `${title} ${no}` },
  );
}

/** A cell that a spreadsheet program would run as a formula is kept as a text. */
export const plainCell = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
