import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { BOOK_FILE, SEARCH_FILE, SEARCH_TYPE, type PreparedBook } from '../../../contract/reading/prepared-book.ts';
import type { AppContext } from '../../context.ts';
import type { TextPiece } from '../../epub/text.ts';
import {
  addChapters,
  addFiles,
  addText,
  endedStages,
  isSourceUsed,
  removeEdition,
  removeTexts,
  runningNow,
  someTexts,
  stagedEditions,
} from './preparation.queries.ts';
import { putWords, removeWords, TEXT_WORDS } from '../search/search.queries.ts';

const ROWS_AT_ONCE = 100;
/** Characters of text indexed in one step: about 10 ms of the request thread. */
const CHARACTERS_AT_ONCE = 6_000;
const TEXTS_REMOVED_AT_ONCE = 20;

export const preparingFolder = (context: AppContext): string => join(context.settings.dataDir, 'preparing');
export const coverKey = (folder: string, small = false): string => `covers/${folder.split('/')[1]}${small ? '-240' : ''}.webp`;
export const sourceKey = (sha256: string): string => `sources/${sha256}.epub`;

/** Inserts the rows of a staged edition in small batches, so that other requests do not wait. */
export async function stageRows(context: AppContext, editionId: number, book: PreparedBook): Promise<void> {
  const made = { bytes: 0, type: 'application/json' };
  const files = [
    ...book.resources.map(({ path, type, bytes, document }) => ({ editionId, path, type, bytes, document })),
    { ...made, editionId, path: BOOK_FILE, document: 0 },
    { ...made, editionId, path: SEARCH_FILE, type: SEARCH_TYPE, document: book.spine.length },
  ];
  for (let at = 0; at < files.length; at += ROWS_AT_ONCE) {
    await addFiles(context.db, files.slice(at, at + ROWS_AT_ONCE));
    await setImmediate();
  }
  const chapters = book.spine.map(({ title, level, characters, href }, orderNum) => ({ editionId, orderNum, title, level, characters, href }));
  for (let at = 0; at < chapters.length; at += ROWS_AT_ONCE) {
    await addChapters(context.db, chapters.slice(at, at + ROWS_AT_ONCE));
    await setImmediate();
  }
}

/** Inserts texts and their index words in batches, from the file that the preparation wrote. */
export async function stageTexts(context: AppContext, editionId: number, place: string, proceed: () => void): Promise<void> {
  let waiting: TextPiece[] = [];
  let characters = 0;
  const flush = async (): Promise<void> => {
    const pieces = waiting;
    waiting = [];
    characters = 0;
    await context.db.transaction().execute(async (tx) => {
      for (const piece of pieces) {
        const id = await addText(tx, editionId, piece.document, piece.text);
        await putWords(tx, context.db.engine, TEXT_WORDS, id, piece.words);
      }
    });
    await setImmediate();
    proceed();
  };
  for await (const line of createInterface({ input: createReadStream(place), crlfDelay: Infinity })) {
    const piece = JSON.parse(line) as TextPiece;
    waiting.push(piece);
    characters += piece.text.length;
    if (characters >= CHARACTERS_AT_ONCE) await flush();
  }
  if (waiting.length > 0) await flush();
}

/** Deletes the texts of an edition and their index words in small batches, so that other requests do not wait. */
export async function removeTextsOf(context: AppContext, editionId: number): Promise<void> {
  for (;;) {
    const ids = await someTexts(context.db, editionId, TEXTS_REMOVED_AT_ONCE);
    if (ids.length === 0) return;
    await context.db.transaction().execute(async (tx) => {
      await removeWords(tx, context.db.engine, TEXT_WORDS, ids);
      await removeTexts(tx, ids);
    });
    await setImmediate();
  }
}

/** Removes everything that an unfinished preparation left: rows, book files, covers, the stored source, and its folder. */
export async function clearStage(context: AppContext, preparationId: number): Promise<void> {
  for (const { id, folder, sourceSha256 } of await stagedEditions(context.db, preparationId)) {
    await removeTextsOf(context, id);
    await context.files.removeAll(folder);
    await context.files.remove(coverKey(folder));
    await context.files.remove(coverKey(folder, true));
    if (!(await isSourceUsed(context.db, sourceSha256))) await context.files.remove(sourceKey(sourceSha256));
    await removeEdition(context.db, id);
  }
  await rm(join(preparingFolder(context), String(preparationId)), { recursive: true, force: true });
}

/** Removes what preparations left that no server works on any more. */
export async function clearLeftovers(context: AppContext, now: number): Promise<void> {
  for (const { id } of await endedStages(context.db)) await clearStage(context, id);
  const running = await runningNow(context.db, now);
  for (const name of await readdir(preparingFolder(context)).catch(() => [])) {
    if (!running.has(name)) await rm(join(preparingFolder(context), name), { recursive: true, force: true });
  }
}
