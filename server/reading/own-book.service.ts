import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { EPUB } from '../../contract/limits.ts';
import type { OwnBookSheet } from '../../contract/reading/own-book.ts';
import { LENGTH_BYTES } from '../../contract/reading/pack.ts';
import { BOOK_FILE, SEARCH_FILE, SEARCH_TYPE } from '../../contract/reading/prepared-book.ts';
import { prepareInProcess } from '../catalog/preparation/preparation-process.service.ts';
import type { AppContext } from '../context.ts';
import type { PreparedResult } from '../epub/book.ts';
import { COVER } from '../epub/cover.ts';
import { EpubError } from '../epub/problem.ts';
import { concurrencyLimit } from '../files/concurrency-limit.ts';
import { streamedPart } from '../files/multipart-file.ts';
import { failed } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { rateLimit, type RateLimit } from '../http/rate-limit.ts';

const OPENED: RateLimit = { name: 'own_book', points: 20, windowMs: 3_600_000, message: '打开自己的书过于频繁，请一小时后再试' };
/** A preparation may take 768 MB and a core, and the published works need both too. */
const turn = concurrencyLimit(1);
const WAITING_MOST = 6;
/** Longer than the slowest upload, preparation and answer together. */
const LEFT_BEHIND_MS = 2 * 3_600_000;
let working = 0;

const ownFolder = ({ settings }: AppContext): string => join(settings.dataDir, 'own-books');

/**
 * Prepares an EPUB of a reader's own, as a published work is prepared, and returns the prepared files. They are in a temporary folder,
 * which is deleted when the answer has been sent or was given up. Nothing is written to the database or to the file store.
 */
export async function preparedOwnBook(context: AppContext, { userId }: CurrentUser, request: FastifyRequest): Promise<Readable> {
  await rateLimit(context, OPENED, userId);
  if (working >= WAITING_MOST) throw failed('正在整理的书太多，请过几分钟再打开');
  await mkdir(ownFolder(context), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(ownFolder(context), 'book-'));
  working += 1;
  const end = (): Promise<void> => {
    working -= 1;
    return rm(folder, { recursive: true, force: true });
  };
  try {
    const result = await prepared(context, folder, request);
    const answer = Readable.from(framed(await sheetOf(folder, result)), { objectMode: false });
    answer.once('close', () => void end());
    return answer;
  } catch (error) {
    await end();
    throw error instanceof EpubError ? failed(error.message) : error;
  }
}

async function prepared(context: AppContext, folder: string, request: FastifyRequest): Promise<PreparedResult> {
  const part = await streamedPart(request, EPUB.fileBytes);
  if (extname(part.name).toLowerCase() !== '.epub') {
    part.stream.resume();
    throw failed('请选择EPUB格式的文件');
  }
  const source = join(folder, 'source.epub');
  await pipeline(part.stream, createWriteStream(source)).catch(() => {
    throw failed('文件没有传完，请重新打开');
  });
  part.finish();
  const result = await turn(() => prepareInProcess({ source, folder, fileName: part.name, former: [], ffmpeg: context.settings.ffmpeg }));
  await rm(source);
  return result;
}

interface Sheet extends OwnBookSheet {
  /** Where each listed file is. */
  readonly places: readonly string[];
}

async function sheetOf(folder: string, { book, hasCover }: PreparedResult): Promise<Sheet> {
  const inBook = (path: string): string => join(folder, 'book', path);
  const files = [
    { path: BOOK_FILE, type: 'application/json' },
    ...book.resources.map(({ path, type }) => ({ path, type })),
    { path: SEARCH_FILE, type: SEARCH_TYPE },
  ];
  // A name that the book does not use itself.
  let cover = hasCover ? 'own-cover.webp' : '';
  while (cover && files.some(({ path }) => path === cover)) cover = `x${cover}`;
  return {
    title: book.title,
    authorsText: book.creators.join('、'),
    language: book.language,
    cover,
    files: [...files, ...(cover ? [{ path: cover, type: 'image/webp' }] : [])],
    places: [...files.map(({ path }) => inBook(path)), ...(cover ? [join(folder, COVER)] : [])],
  };
}

/** Each file with its length in front, as in a pack. */
async function* framed({ places, ...sheet }: Sheet): AsyncGenerator<Buffer> {
  const head = Buffer.from(JSON.stringify(sheet satisfies OwnBookSheet));
  yield Buffer.concat([lengthOf(head.length), head]);
  for (const place of places) {
    yield lengthOf((await stat(place)).size);
    for await (const chunk of createReadStream(place)) yield chunk as Buffer;
  }
}

function lengthOf(bytes: number): Buffer {
  const head = Buffer.alloc(LENGTH_BYTES);
  head.writeUInt32BE(bytes);
  return head;
}

/** Removes what a server that was killed left behind. */
export async function sweepOwnBooks(context: AppContext): Promise<boolean> {
  const folders = await readdir(ownFolder(context)).catch(() => []);
  for (const name of folders) {
    const folder = join(ownFolder(context), name);
    const found = await stat(folder).catch(() => null);
    if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(folder, { recursive: true, force: true });
  }
  return false;
}
