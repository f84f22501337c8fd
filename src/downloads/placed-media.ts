import type { BookCard } from '../../contract/catalog/book.ts';
import { bookFolder } from '../../contract/reading/prepared-book.ts';
import { placedIn, type PlacedInBook } from '../../contract/textbook/placed.ts';
import { fileKey } from '../../sw/messages.ts';
import { call } from '../api/call.ts';
import type { DownloadedBooks } from './downloaded-books.ts';
import { startTrackDownload } from './track-downloads.store.ts';

/** File beside the book with what is placed in it. The worker answers it from the copy, as it does for the files of the book. */
const PLACED_FILE = 'placed.json';

/**
 * Stores what is placed in a textbook with its copy, encrypted as the book is, and starts the downloads of its recordings and films.
 * A recording of a textbook plays without a network from its own copy.
 */
export async function storePlaced(book: BookCard, editionId: number, kept: DownloadedBooks, signal: AbortSignal): Promise<void> {
  const { publishId } = book;
  const placed = await call(placedIn, { params: { publishId } }, { signal });
  const body = new TextEncoder().encode(JSON.stringify(placed)).buffer;
  await kept.write([[fileKey(publishId, editionId, PLACED_FILE), { type: 'application/json', body }]]);
  for (const { track } of placed.items) if (track) startTrackDownload(book, track);
}

/** Returns what is placed in the copy of a textbook on this device. Throws without one. */
export async function storedPlaced(publishId: number, editionId: number): Promise<PlacedInBook> {
  const response = await fetch(bookFolder(publishId, editionId) + PLACED_FILE);
  if (!response.ok) throw new Error(`${PLACED_FILE}: ${response.status}`);
  return (await response.json()) as PlacedInBook;
}
