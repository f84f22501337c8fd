import { PassThrough, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type ExcelJS from 'exceljs';
import type { FastifyReply } from 'fastify';
import type { AnyCrud } from '../../contract/crud.ts';
import type { FieldMeta } from '../../contract/field.ts';
import { wireTime } from '../db/clock.ts';
import type { AppContext } from '../context.ts';
import { labelsOf, toCell } from './sheet-labels.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Rows between two pauses of the event loop: about 10 ms of work. */
const SLICE = 200;
/** Rows of one worksheet: the format ends at 1 048 576, with the heading. */
const SHEET_ROWS = 1_000_000;
/** Maximum unread bytes of a slow client before row production pauses. */
const AHEAD = 4 * 1024 * 1024;

type Book = ExcelJS.stream.xlsx.WorkbookWriter;

/** The spreadsheet library loads at the first export: it takes a tenth of the server's start. */
async function newBook(stream: Writable): Promise<Book> {
  const { default: library } = await import('exceljs');
  return new library.stream.xlsx.WorkbookWriter({ stream, useStyles: false, useSharedStrings: false });
}

/** Sends a spreadsheet while it is created. `name` comes before the time in the file name. */
export function sendSheet(reply: FastifyReply, name: string, make: (sheet: Book) => Promise<void>): FastifyReply {
  const stream = new PassThrough({ highWaterMark: AHEAD });
  newBook(stream)
    .then((book) => make(book).then(() => book.commit()))
    .catch((error: unknown) => stream.destroy(error as Error));
  const file = encodeURIComponent(`${name}_${wireTime(Date.now()).replace(/\D/g, '')}.xlsx`);
  return reply
    .headers({
      'content-type': TYPE,
      'content-disposition': `attachment; filename*=UTF-8''${file}`,
      'download-filename': file,
      'access-control-expose-headers': 'Content-Disposition,download-filename',
      // Already compressed.
      'content-encoding': 'identity',
    })
    .send(stream);
}

type Parts = AsyncIterable<readonly object[]>;

/** Returns the same parts with the first one already loaded, so that an error is thrown before the file begins. */
export async function begun<T>(parts: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await parts.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* parts;
  })();
}

/** Sends all rows in parts as a spreadsheet with labels as headings; codes become labels, secrets are left out. */
export function sendRows(reply: FastifyReply, context: AppContext, crud: AnyCrud, parts: Parts): FastifyReply {
  return sendSheet(reply, crud.name, rowsInto(reply.raw, context, crud, parts));
}

/** Returns the same spreadsheet as bytes, for clients that download it later by its name. */
export async function sheetBytes(context: Pick<AppContext, 'db'>, crud: AnyCrud, parts: Parts, most = SHEET_ROWS): Promise<Buffer> {
  const stream = new PassThrough();
  const book = await newBook(stream);
  const [bytes] = await Promise.all([buffer(stream), rowsInto(stream, context, crud, parts, most)(book).then(() => book.commit())]);
  return bytes;
}

/** Writes the rows into one worksheet, and into further ones when there are more than `most`. */
function rowsInto(stream: Writable, context: Pick<AppContext, 'db'>, crud: AnyCrud, parts: Parts, most = SHEET_ROWS): (book: Book) => Promise<void> {
  const fields = Object.entries(crud.meta).filter(([, meta]) => !meta.secret && !meta.notInSheet && meta.kind !== 'html' && meta.kind !== 'password');
  return async (book) => {
    const labels = await labelsOf(context.db, crud);
    const begin = (number: number): ReturnType<Book['addWorksheet']> => {
      const made = book.addWorksheet(number === 1 ? crud.name : `${crud.name}（${number}）`, { views: [{ state: 'frozen', ySplit: 1 }] });
      made.columns = [{ header: '编号', width: 10 }, ...fields.map(([, meta]) => ({ header: meta.label, width: widthOf(meta) }))];
      return made;
    };
    let [sheet, sheets, written] = [begin(1), 1, 0];
    for await (const rows of parts) {
      for (const [index, row] of (rows as readonly Readonly<Record<string, unknown>>[]).entries()) {
        if (written === most) {
          sheet.commit();
          [sheet, sheets, written] = [begin(sheets + 1), sheets + 1, 0];
        }
        written += 1;
        sheet.addRow([row[crud.key], ...fields.map(([field, meta]) => toCell(meta, row[meta.shownAs ?? field], labels))]).commit();
        if (index % SLICE === SLICE - 1) await setImmediate();
      }
      if (stream.destroyed) return;
      if (stream.writableNeedDrain) await Promise.race([once(stream, 'drain'), once(stream, 'close')]);
    }
    sheet.commit();
  };
}

const widthOf = ({ kind, max = 0 }: FieldMeta): number => (kind === 'time' ? 20 : kind === 'long' || max > 100 ? 40 : 16);
