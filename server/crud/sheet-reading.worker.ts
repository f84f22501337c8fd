import ExcelJS from 'exceljs';
import { workApart } from '../files/apart.ts';

export interface SheetOrder {
  readonly bytes: Uint8Array;
  readonly rowsAtMost: number;
  readonly columnsAtMost: number;
}

/** Reads the first sheet of a spreadsheet as text. */
workApart<SheetOrder>(async ({ bytes, rowsAtMost, columnsAtMost }) => {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(bytes as never);
  const rows: string[][] = [];
  const [sheet] = book.worksheets;
  sheet?.eachRow({ includeEmpty: false }, (row, number) => {
    if (rows.length > rowsAtMost) return;
    rows.push([String(number), ...Array.from({ length: Math.min(row.cellCount, columnsAtMost) }, (_, index) => textOf(row.getCell(index + 1)))]);
  });
  return rows;
});

/** What a person sees in a cell; of a formula its result, never the formula. */
function textOf(cell: ExcelJS.Cell): string {
  const { value } = cell;
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '');
  if (typeof value === 'object' && value !== null && 'result' in value) return String(value.result ?? '');
  return cell.text;
}
