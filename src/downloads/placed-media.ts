import type { BookCard } from '../../contract/catalog/book.ts';
import { DOWNLOAD_TIMEOUT_MS, MB } from '../../contract/limits.ts';
import { keptExercises, type KeptExercises } from '../../contract/textbook/kept-exercise.ts';
import { placedFile, placedIn, type PlacedInBook, type PlacedItem } from '../../contract/textbook/placed.ts';
import { fileKey } from '../../sw/messages.ts';
import { call, request } from '../api/call.ts';
import { saveAs } from '../api/receive-file.ts';
import { currentPerson } from '../session/current-person.ts';
import { type DownloadedBooks, downloadedBooks } from './downloaded-books.ts';
import { startTrackDownload } from './track-downloads.store.ts';

/** File beside those of the book with what is placed in it. */
const PLACED_FILE = 'placed.json';
/** Its exercises with their keys, so that practice is judged without a network. */
const EXERCISES_FILE = 'exercises.json';

/**
 * Stores what is placed in a textbook with its copy, encrypted as the book is, and starts the downloads of its recordings and films.
 * A recording of a textbook plays without a network from its own copy.
 */
export async function storePlaced(book: BookCard, editionId: number, kept: DownloadedBooks, signal: AbortSignal): Promise<void> {
  const { publishId } = book;
  const placed = await call(placedIn, { params: { publishId } }, { signal });
  const exercises = placed.items.some(({ set }) => set) ? await call(keptExercises, { params: { publishId } }, { signal }) : [];
  const entry = (path: string, value: unknown) =>
    [fileKey(publishId, editionId, path), { type: 'application/json', body: new TextEncoder().encode(JSON.stringify(value)).buffer }] as const;
  await kept.write([entry(PLACED_FILE, placed), entry(EXERCISES_FILE, exercises)]);
  for (const { track } of placed.items) if (track) startTrackDownload(book, track);
  for (const { placedId, file } of placed.items) {
    if (!file || file.bytes > FILE_MOST) continue;
    const body = await placedFileBytes(placedId, signal);
    // Without the right to its chapter, or without a network now, the copy is complete without it.
    if (body) await kept.write([[fileKey(publishId, editionId, filePath(placedId)), { type: 'application/octet-stream', body }]]);
  }
}

/** Larger files stay on the server: a file of the copy is read at once. */
const FILE_MOST = 50 * MB;
const filePath = (placedId: number): string => `placed/${placedId}`;

async function placedFileBytes(placedId: number, signal: AbortSignal): Promise<ArrayBuffer | null> {
  const { status, data, headers } = await request({
    method: placedFile.method,
    path: placedFile.path.replace('{placedId}', String(placedId)),
    responseType: 'blob',
    timeout: DOWNLOAD_TIMEOUT_MS,
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    return { status: 0, data: null, headers: {} as Record<string, unknown> };
  });
  if (status !== 200 || String(headers['content-type'] ?? '').startsWith('application/json')) return null;
  return (data as Blob).arrayBuffer();
}

/** Saves a placed file from the copy of a textbook; returns false when the copy does not have it. */
export async function saveStoredFile(publishId: number, editionId: number, { placedId, file }: PlacedItem): Promise<boolean> {
  const person = currentPerson();
  const found = person === null || !file ? null : await downloadedBooks(person).file(publishId, editionId, filePath(placedId));
  if (!found || !file) return false;
  saveAs(new Blob([found.body]), file.name);
  return true;
}

async function stored<T>(publishId: number, editionId: number, path: string): Promise<T> {
  const person = currentPerson();
  const file = person === null ? null : await downloadedBooks(person).file(publishId, editionId, path);
  if (!file) throw new Error(`${path} is not stored`);
  return JSON.parse(await new Blob([file.body]).text()) as T;
}

/** What is placed in the copy of a textbook on this device, and its exercises. Both throw without a copy. */
export const storedPlaced = (publishId: number, editionId: number): Promise<PlacedInBook> => stored(publishId, editionId, PLACED_FILE);
export const storedExercises = (publishId: number, editionId: number): Promise<KeptExercises> => stored(publishId, editionId, EXERCISES_FILE);
