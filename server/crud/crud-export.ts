import { PassThrough, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import type { AnyCrud } from '../../contract/crud.ts';
import type { FieldMeta } from '../../contract/field.ts';
import { wireTime } from '../db/clock.ts';
import type { AppContext } from '../context.ts';
import { labelsOf, toCell } from './sheet-labels.ts';
import { SheetWriter } from './sheet-writer.ts';

export const SHEET_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Rows of one worksheet: the format ends at 1 048 576, with the heading. */
const SHEET_ROWS = 1_000_000;
/** Maximum unread bytes of a slow client before row production pauses. */
const AHEAD = 4 * 1024 * 1024;

type Make = (book: SheetWriter) => Promise<void>;

/** Writes a spreadsheet into `out`; an error of `make` ends it. */
function write(out: Writable, make: Make): void {
  const book = new SheetWriter(out);
  make(book)
    .then(() => book.end())
    .catch((error: unknown) => out.destroy(error as Error));
}

/** The name of the file of an export: its subject and the time. */
export const sheetFileName = (name: string, now: number): string => `${name}_${wireTime(now).replace(/\D/g, '')}.xlsx`;

/** Sends a spreadsheet while it is created. `name` comes before the time in the file name. */
export function sendSheet(reply: FastifyReply, name: string, make: Make): FastifyReply {
  const stream = new PassThrough({ highWaterMark: AHEAD });
  write(stream, make);
  const file = encodeURIComponent(sheetFileName(name, Date.now()));
  return reply
    .headers({
      'content-type': SHEET_MIME,
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
  return sendSheet(reply, crud.name, rowsInto(context, crud, parts));
}

/** Returns the same spreadsheet as a stream of bytes. */
export function sheetStream(context: Pick<AppContext, 'db'>, crud: AnyCrud, parts: Parts, most = SHEET_ROWS): PassThrough {
  const stream = new PassThrough();
  write(stream, rowsInto(context, crud, parts, most));
  return stream;
}

/** Returns the same spreadsheet as bytes, for clients that download it later by its name. */
export const sheetBytes = (context: Pick<AppContext, 'db'>, crud: AnyCrud, parts: Parts, most?: number): Promise<Buffer> =>
  buffer(sheetStream(context, crud, parts, most));

/** Writes the rows into one worksheet, and into further ones when there are more than `most`. */
function rowsInto(context: Pick<AppContext, 'db'>, crud: AnyCrud, parts: Parts, most = SHEET_ROWS): Make {
  const fields = Object.entries(crud.meta).filter(([, meta]) => !meta.secret && !meta.notInSheet && meta.kind !== 'html' && meta.kind !== 'password');
  const columns = [{ header: '编号', width: 10 }, ...fields.map(([, meta]) => ({ header: meta.label, width: widthOf(meta) }))];
  return async (book) => {
    const labels = await labelsOf(context.db, crud);
    await book.begin(crud.name, columns);
    let [sheets, written] = [1, 0];
    for await (const rows of parts) {
      for (const row of rows as readonly Readonly<Record<string, unknown>>[]) {
        if (written === most) {
          [sheets, written] = [sheets + 1, 0];
          await book.begin(`${crud.name}（${sheets}）`, columns);
        }
        written += 1;
        await book.row([Number(row[crud.key]), ...fields.map(([field, meta]) => toCell(meta, row[meta.shownAs ?? field], labels))]);
      }
      if (book.closed) return;
    }
  };
}

const widthOf = ({ kind, max = 0 }: FieldMeta): number => (kind === 'time' ? 20 : kind === 'long' || max > 100 ? 40 : 16);
