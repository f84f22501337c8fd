import type { BookCard } from '../../contract/catalog/book.ts';
import type { Track } from '../../contract/media/track.ts';
import { readMemory, writeMemory } from '../storage/local-memory.ts';

/** A requested, unfinished download. It is stored beyond the page's lifetime, even before its first byte, if storage is available. */
export interface PendingDownload {
  readonly work: BookCard;
  readonly track?: Track;
  readonly asked: 'run' | 'pause';
  /** Why it ended before it was complete: every tab shows the same reason, and none repeats what just failed. */
  readonly failed?: string;
}

const keyOf = (userId: number): string => `shuzhou.download-wishes.${userId}`;

/** By storage key. */
export function pendingDownloadsOf(userId: number | null): Record<string, PendingDownload> {
  if (userId === null) return {};
  try {
    return JSON.parse(readMemory(keyOf(userId)) ?? '{}') as Record<string, PendingDownload>;
  } catch {
    return {};
  }
}

function write(userId: number, pendingItems: Record<string, PendingDownload>): void {
  writeMemory(keyOf(userId), JSON.stringify(pendingItems));
}

export function addPendingDownload(userId: number | null, key: string, pending: PendingDownload): void {
  if (userId !== null) write(userId, { ...pendingDownloadsOf(userId), [key]: pending });
}

export function removePendingDownload(userId: number | null, key: string): void {
  const { [key]: gone, ...rest } = pendingDownloadsOf(userId);
  if (userId !== null && gone) write(userId, rest);
}
