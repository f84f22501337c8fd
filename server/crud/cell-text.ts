import type ExcelJS from 'exceljs';
import { DAY_MS } from '../../contract/clock.ts';
import { isDateFormat, isInexact, shownDate, shownNumber } from './cell-format.ts';

/** The text a cell shows, or why it cannot be read. */
export type CellText = { readonly text: string } | { readonly fault: string };

const NO_RESULT = '是没有算出结果的公式，请用 Excel 或 WPS 打开、保存后再导入';
const INEXACT = '是超过15位的数字，末尾几位已经丢失，请把单元格改成文本、重新填写后再导入';
/** Invisible characters: width and direction marks, soft hyphens, control characters. */
// oxlint-disable-next-line no-control-regex
const UNSEEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;
/** A zero-width joiner connects the parts of an emoji; elsewhere it is removed. */
const JOINER = /(?<!\p{Extended_Pictographic}\ufe0f?)\u200d|\u200d(?!\p{Extended_Pictographic})/gu;
const BLANKS = /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f]/g;

/** Returns a text without invisible characters and with every blank as a plain space. */
export const visible = (text: string): string => text.replace(UNSEEN, '').replace(JOINER, '').replace(BLANKS, ' ');

/** Returns what a person sees in a cell: the result of a formula, and a number or date in its format. */
export function cellText(cell: ExcelJS.Cell): CellText {
  // In cells that are merged across a row, only the first shows a value.
  if (cell.isMerged && cell.master !== cell && cell.master.row === cell.row) return { text: '' };
  const shown = textOf(cell.value, cell.numFmt);
  return 'text' in shown ? { text: visible(shown.text) } : shown;
}

function textOf(value: ExcelJS.CellValue, format: string | undefined): CellText {
  if (value === null || value === undefined) return { text: '' };
  if (typeof value === 'string') return { text: value };
  if (typeof value === 'boolean') return { text: value ? 'TRUE' : 'FALSE' };
  if (typeof value === 'number') return numberText(value, format);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? { text: '' } : { text: shownDate(value, format) };
  if ('error' in value) return { fault: `是公式错误 ${value.error}，请改正后再导入` };
  if ('richText' in value) return { text: value.richText.map((run) => run.text).join('') };
  if ('hyperlink' in value) return { text: linkText(value.text) };
  // An empty text may be a result; a missing one means that the file comes from a program that does not calculate.
  if (value.result === undefined || value.result === null) return { fault: NO_RESULT };
  return textOf(value.result as ExcelJS.CellValue, format);
}

function numberText(value: number, format: string | undefined): CellText {
  if (isInexact(value)) return { fault: INEXACT };
  if (format && isDateFormat(format.split(';')[0] ?? '')) {
    // Days since 1899-12-30, the epoch of spreadsheets.
    return { text: shownDate(new Date(Math.round((value - 25_569) * DAY_MS)), format) };
  }
  return { text: shownNumber(value, format) };
}

/** The text of a link may have several font runs. */
function linkText(text: unknown): string {
  if (typeof text === 'string') return text;
  const runs = (text as { richText?: { text: string }[] } | null)?.richText ?? [];
  return runs.map((run) => run.text).join('');
}
