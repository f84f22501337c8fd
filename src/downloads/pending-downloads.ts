import type { BookCard } from '../../contract/catalog/book.ts';
import type { Track } from '../../contract/media/track.ts';
import { recall, remember } from '../storage/local-memory.ts';

/** What somebody asked for and has not got yet: it outlives the page, also before its first byte came, where the storage takes it. */
export interface Wish {
  readonly work: BookCard;
  readonly track?: Track;
  readonly asked: 'run' | 'pause';
  /** Why it ended before it was whole: every tab says the same, and none tries what was just tried. */
  readonly failed?: string;
}

const keyOf = (userId: number): string => `shuzhou.download-wishes.${userId}`;

/** By the key a thing is kept under. */
export function wishesOf(userId: number | null): Record<string, Wish> {
  if (userId === null) return {};
  try {
    return JSON.parse(recall(keyOf(userId)) ?? '{}') as Record<string, Wish>;
  } catch {
    return {};
  }
}

function write(userId: number, wishes: Record<string, Wish>): void {
  remember(keyOf(userId), JSON.stringify(wishes));
}

export function noteWish(userId: number | null, key: string, wish: Wish): void {
  if (userId !== null) write(userId, { ...wishesOf(userId), [key]: wish });
}

export function dropWish(userId: number | null, key: string): void {
  const { [key]: gone, ...rest } = wishesOf(userId);
  if (userId !== null && gone) write(userId, rest);
}
