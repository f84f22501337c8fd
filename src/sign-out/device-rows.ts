import { promisifyRequest } from 'idb-keyval';
import { isOwnBook } from '../../contract/reading/own-book-id.ts';
import { placeKey, PLACES_DATABASE, PLACES_STORE } from '../../sw/messages.ts';
import type { SavedPosition } from '../reading-progress/position-repository.ts';
import { deviceStore } from '../storage/device-store.ts';
import { readMemory, writeMemory } from '../storage/local-memory.ts';

/** Written ahead of the databases: `shuzhou.notes.ahead` is a list of `{ userId, object }`, `shuzhou.place` one position. */
const NOTES_AHEAD = 'shuzhou.notes.ahead';
const POSITION_AHEAD = 'shuzhou.place';

function parsed<T>(name: string, otherwise: T): T {
  try {
    return (JSON.parse(readMemory(name) ?? 'null') as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Removes the notes, vocabulary, reading days and settings of a user from this device, and the cursor: the next answer has them again. */
export async function removeNotes(userId: number): Promise<void> {
  const left = parsed<{ userId: number }[]>(NOTES_AHEAD, []).filter((one) => one.userId !== userId);
  writeMemory(NOTES_AHEAD, left.length > 0 ? JSON.stringify(left) : null);
  await deviceStore(`annotations-${userId}`, 'objects')('readwrite', (rows) => {
    rows.clear();
    return promisifyRequest(rows.transaction);
  });
}

/** The positions of a user in books of the user's own, which no server has. */
export async function ownPositions(userId: number): Promise<SavedPosition[]> {
  const all = await deviceStore(PLACES_DATABASE, PLACES_STORE)('readonly', (rows) => promisifyRequest<unknown[]>(rows.getAll()));
  return (all as SavedPosition[]).filter((place) => place.userId === userId && isOwnBook(place.publishId));
}

/** Removes the positions of a user in books from this device. */
export async function removePositions(userId: number): Promise<void> {
  if (parsed<{ userId: number | null }>(POSITION_AHEAD, { userId: null }).userId === userId) writeMemory(POSITION_AHEAD, null);
  await deviceStore(PLACES_DATABASE, PLACES_STORE)('readwrite', async (rows) => {
    for (const place of (await promisifyRequest<unknown[]>(rows.getAll())) as SavedPosition[])
      if (place.userId === userId) rows.delete(placeKey(userId, place.publishId));
    return promisifyRequest(rows.transaction);
  });
}
