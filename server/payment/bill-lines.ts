import { AMOUNT_WORDS, fenOf } from '../../contract/money-input.ts';
import { failed } from '../http/app-error.ts';

/** Rows of a bill at most. */
export const BILL_ROWS = 1_000_000;

/** An amount of a bill, which may have a sign and zeros after its second decimal: -0.35000. */
export function billFen(text: string, row: number, column: string): number {
  const [, minus = '', amount = ''] = /^(-?)(\d+(?:\.\d{1,2})?)0*$/.exec(text.trim()) ?? [];
  const fen = fenOf(amount);
  if (fen === null) throw failed(`账单第${row}行“${column}”不是金额：${AMOUNT_WORDS}`);
  return minus ? -fen : fen;
}

/** The cells of a line by the names of its columns. */
export interface BillTable {
  readonly cell: (cells: readonly string[], name: string) => string;
  readonly columns: number;
}

/** Reads the line of column names. Throws when a needed one is not there, for example after the file was saved by a spreadsheet program. */
export function billHead(cells: readonly string[], needed: readonly string[]): BillTable {
  const places = new Map(cells.map((name, place) => [name.trim(), place]));
  const missing = needed.filter((name) => !places.has(name));
  if (missing.length > 0) throw failed(`账单缺少“${missing.join('、')}”列，请上传渠道下载的原始文件`);
  return { cell: (line, name) => (line[places.get(name) ?? -1] ?? '').trim(), columns: cells.length };
}

/** Lines without their line ends; a byte order mark is removed. */
export function billLines(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.length > BILL_ROWS) throw failed(`账单超过${BILL_ROWS}行，请按天拆分`);
  return lines;
}

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
export function billTime(text: string, row: number): string {
  if (!TIME.test(text)) throw failed(`账单第${row}行的时间无法读取，请上传渠道下载的原始文件`);
  return text;
}
