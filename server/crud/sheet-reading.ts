import { fromBufferPromise } from 'yauzl';
import { MB } from '../../contract/limits.ts';
import { growsTooMuch } from '../files/archive-growth.rule.ts';
import { runIsolated } from '../files/run-isolated.ts';
import { concurrencyLimit } from '../files/concurrency-limit.ts';
import { failed, AppError } from '../http/app-error.ts';
import { csvLines } from './csv-lines.ts';
import type { Line } from './sheet-line.ts';
import type { SheetOrder } from './sheet-reading.worker.ts';

export const SHEET = { rows: 5_000, columns: 60, unpackedBytes: 60 * MB, csvHereBytes: MB / 8, entries: 200, heapMb: 256, ms: 30_000 } as const;

/** Each read uses a process with its full memory limit. */
const sheetTurn = concurrencyLimit(2);

const TOO_LARGE = '表格展开后过大，请删去图片和多余的工作表后重新上传';
const NOT_A_SHEET = '文件不是可以读取的表格，请用 Excel 或 WPS 另存为 .xlsx 后重新上传';

/**
 * Returns the lines of the first visible sheet, or of a file named `.csv`, without empty ones. Throws for a file that is not a
 * spreadsheet, that unpacks to more than 60 MB (counted while inflating), or that has more than 5 000 lines.
 */
export async function readSheet(bytes: Buffer, name = ''): Promise<readonly Line[]> {
  const rows = /\.csv$/i.test(name) ? await csvRows(bytes) : await xlsxRows(bytes);
  if (rows.length > SHEET.rows + 1) throw failed(`表格超过 ${SHEET.rows} 行，请拆成几个文件分别导入`);
  return rows;
}

/** A spreadsheet or a picture with the wrong extension contains NUL; a text does not. An archive may hold a text that is far larger than itself. */
async function csvRows(bytes: Buffer): Promise<readonly Line[]> {
  if (bytes.includes(0)) throw failed(NOT_A_SHEET);
  if (bytes.length > SHEET.unpackedBytes) throw failed(TOO_LARGE);
  return bytes.length <= SHEET.csvHereBytes ? csvLines(bytes, SHEET.rows + 1, SHEET.columns) : isolated(bytes, 'csv');
}

async function xlsxRows(bytes: Buffer): Promise<Line[]> {
  await rejectBomb(bytes);
  return isolated(bytes, 'xlsx');
}

async function isolated(bytes: Buffer, format: SheetOrder['format']): Promise<Line[]> {
  const order: SheetOrder = { bytes: new Uint8Array(bytes), format, rowsAtMost: SHEET.rows, columnsAtMost: SHEET.columns };
  return sheetTurn(() => runIsolated<Line[]>(new URL('./sheet-reading.worker.ts', import.meta.url), order, SHEET)).catch(() => {
    throw failed(NOT_A_SHEET);
  });
}

async function rejectBomb(bytes: Buffer): Promise<void> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true }).catch(() => {
    throw failed(NOT_A_SHEET);
  });
  if (zip.entryCount > SHEET.entries) throw failed(NOT_A_SHEET);
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        unpacked += (chunk as Buffer).length;
        if (unpacked > SHEET.unpackedBytes || growsTooMuch(unpacked, bytes.length)) throw failed(TOO_LARGE);
      }
    }
  } catch (error) {
    throw error instanceof AppError ? error : failed(NOT_A_SHEET);
  }
}
