import type { BookCard } from '../../contract/catalog/book.ts';
import type { Track } from '../../contract/media/track.ts';
import { readMemory, writeMemory } from '../storage/local-memory.ts';

/** What somebody asked for and has not got yet: it outlives the page, also before its first byte came, where the storage takes it. */
export interface PendingDownload {
  readonly work: BookCard;
  readonly track?: Track;
  readonly asked: 'run' | 'pause';
  /** Why it ended before it was whole: every tab says the same, and none tries what was just tried. */
  readonly failed?: string;
}

const keyOf = (userId: number): string => `shuzhou.download-wishes.${userId}`;

/** By the key a thing is kept under. */
export function pendingDownloadsOf(userId: number | null): Record<string, PendingDownload> {
  if (userId === null) return {};
  try {
    return JSON.parse(readMemory(keyOf(userId)) ?? '{}') as Record<string, PendingDownload>;
  } catch {
    return {};
  }
}

function write(userId: number, wishes: Record<string, PendingDownload>): void {
  writeMemory(keyOf(userId), JSON.stringify(wishes));
}

export function addPendingDownload(userId: number | null, key: string, wish: PendingDownload): void {
  if (userId !== null) write(userId, { ...pendingDownloadsOf(userId), [key]: wish });
}

export function removePendingDownload(userId: number | null, key: string): void {
  const { [key]: gone, ...rest } = pendingDownloadsOf(userId);
  if (userId !== null && gone) write(userId, rest);
}
