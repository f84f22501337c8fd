import { setImmediate } from 'node:timers/promises';
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

/** Bytes that are decoded before other work of the server gets its turn. */
const SLICE_BYTES = 32 * 1024;

/** Characters of one line at most. */
const LINE_CHARACTERS = 64 * 1024;

/** A line of a bill without its line end, and its number in the file. */
export interface BillLine {
  readonly row: number;
  readonly line: string;
}

/**
 * The lines of a bill. A bill of 100 000 rows has 10 MB: after each slice other requests get their turn. A byte order mark is removed.
 */
export async function* billLines(bytes: Buffer, encoding: 'utf-8' | 'gbk' = 'utf-8'): AsyncGenerator<BillLine> {
  const decoder = new TextDecoder(encoding);
  let row = 0;
  let rest = '';
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    const lines = (rest + decoder.decode(bytes.subarray(at, at + SLICE_BYTES), { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_CHARACTERS) throw failed(`账单第${row + lines.length + 1}行过长，请上传渠道下载的原始文件`);
    for (const line of lines) {
      row += 1;
      if (row > BILL_ROWS) throw failed(`账单超过${BILL_ROWS}行，请按天拆分`);
      yield { row, line: line.endsWith('\r') ? line.slice(0, -1) : line };
    }
    await setImmediate();
  }
  const line = rest + decoder.decode();
  if (line) yield { row: row + 1, line };
}

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
export function billTime(text: string, row: number): string {
  if (!TIME.test(text)) throw failed(`账单第${row}行的时间无法读取，请上传渠道下载的原始文件`);
  return text;
}
