import type { BookCard } from '../../contract/catalog/book.ts';
import { keptExercises, type KeptExercises } from '../../contract/textbook/kept-exercise.ts';
import { placedIn, type PlacedInBook } from '../../contract/textbook/placed.ts';
import { fileKey } from '../../sw/messages.ts';
import { call } from '../api/call.ts';
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
