import { removedDownload } from '../../contract/library/download.ts';
import { call, isAway, isOffline } from '../api/call.ts';
import { readMemory, writeMemory } from '../storage/local-memory.ts';
import { currentPerson } from '../session/current-person.ts';
import { remove } from './downloads.store.ts';
import { pendingDownloadsOf } from './pending-downloads.ts';
import { downloadedBooks } from './downloaded-books.ts';
import { downloadedTracks } from './downloaded-tracks.ts';
import { removeTrack, trackDownloads } from './track-downloads.store.ts';

const keyOf = (userId: number): string => `shuzhou.download-removed.${userId}`;

function pending(userId: number): number[] {
  try {
    return JSON.parse(readMemory(keyOf(userId)) ?? '[]') as number[];
  } catch {
    return [];
  }
}

const write = (userId: number, works: readonly number[]): void => writeMemory(keyOf(userId), works.length > 0 ? JSON.stringify(works) : null);

/** Returns whether this device still stores a part of a work, or is about to. If the device cannot be read, it stores nothing. */
async function keepsSome(userId: number, publishId: number): Promise<boolean> {
  if (Object.values(pendingDownloadsOf(userId)).some(({ work }) => work.publishId === publishId)) return true;
  if (
    await downloadedBooks(userId)
      .get(publishId)
      .catch(() => null)
  )
    return true;
  const tracks = await downloadedTracks(userId)
    .list()
    .catch(() => []);
  return tracks.some(({ work }) => work.publishId === publishId);
}

/**
 * Reports to the server that this device stores nothing of `publishId` any more, so that the licence has a free device slot, and
 * sends earlier unsent reports. Works for which the server was not reached stay in the list for the next call.
 */
export async function reportRemoved(userId: number | null, publishId?: number): Promise<void> {
  if (userId === null) return;
  if (publishId !== undefined) write(userId, [...new Set([...pending(userId), publishId])]);
  for (const id of pending(userId)) {
    const heard =
      (await keepsSome(userId, id)) ||
      (await call(removedDownload, { body: { publishId: id } }).then(
        () => true,
        (error: unknown) => !isOffline(error) && !isAway(error),
      ));
    if (!heard) return;
    write(
      userId,
      pending(userId).filter((one) => one !== id),
    );
  }
}

/** Removes the copy of a book from this device, with the recordings that are placed in it, and reports it to the server. */
export async function removeBook(publishId: number): Promise<void> {
  const person = currentPerson();
  await remove(publishId);
  for (const { work, track } of Object.values(trackDownloads.items)) if (work.publishId === publishId) await removeTrack(track.mediaId);
  void reportRemoved(person, publishId);
}

/** Removes a track from this device, and reports it to the server if it was the last of its work. */
export async function removeKeptTrack(mediaId: number, publishId: number): Promise<void> {
  const person = currentPerson();
  await removeTrack(mediaId);
  void reportRemoved(person, publishId);
}

globalThis.addEventListener?.('online', () => void reportRemoved(currentPerson()));
