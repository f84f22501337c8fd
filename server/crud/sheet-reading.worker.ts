import ExcelJS from 'exceljs';
import { runIsolatedWork } from '../files/run-isolated.ts';
import { cellText } from './cell-text.ts';
import { csvLines } from './csv-lines.ts';
import type { Line } from './sheet-line.ts';

export interface SheetOrder {
  readonly bytes: Uint8Array;
  readonly format: 'xlsx' | 'csv';
  readonly rowsAtMost: number;
  readonly columnsAtMost: number;
}

/** Reads a CSV, or the first visible sheet of a workbook, as text. Rows without text are left out. */
runIsolatedWork<SheetOrder>(async ({ bytes, format, rowsAtMost, columnsAtMost }): Promise<Line[]> => {
  if (format === 'csv') return csvLines(Buffer.from(bytes), rowsAtMost + 1, columnsAtMost);
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(bytes as never);
  const lines: Line[] = [];
  const sheet = book.worksheets.find(({ state }) => state === 'visible') ?? book.worksheets[0];
  sheet?.eachRow({ includeEmpty: false }, (row, number) => {
    if (lines.length > rowsAtMost) return;
    const read = Array.from({ length: Math.min(row.cellCount, columnsAtMost) }, (_, index) => cellText(row.getCell(index + 1)));
    const faults = Object.fromEntries(read.flatMap((cell, index) => ('fault' in cell ? [[index, cell.fault]] : [])));
    const cells = read.map((cell) => ('text' in cell ? cell.text : ''));
    if (cells.some((text) => text.trim() !== '') || Object.keys(faults).length > 0) lines.push({ number, cells, faults });
  });
  return lines;
});
