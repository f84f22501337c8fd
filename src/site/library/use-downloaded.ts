import { useSnapshot } from 'valtio/react';
import { downloads } from '../../downloads/downloads.store.ts';
import type { Progressing } from '../../downloads/download-queue.ts';
import { trackDownloads } from '../../downloads/track-downloads.store.ts';

const bytesOf = (items: readonly Pick<Progressing, 'bytes'>[]): number => items.reduce((sum, { bytes }) => sum + bytes, 0);

/** Returns the number of complete books and tracks on this device, and the received bytes of each kind. */
export function useDownloaded(): { whole: number; books: number; media: number } {
  const books = Object.values(useSnapshot(downloads).items);
  const tracks = Object.values(useSnapshot(trackDownloads).items);
  const whole = [...books, ...tracks].filter(({ state }) => state === 'ready' || state === 'over').length;
  return { whole, books: bytesOf(books), media: bytesOf(tracks) };
}
