import { readMemory, writeMemory } from '../storage/local-memory.ts';
import { currentPerson } from '../session/current-person.ts';

/** A work by its id, or a scholar as `scholar:7`. */
export type FavoriteTarget = number | `scholar:${number}`;

/** Favourites that the user added (true) or removed (false) and that are not yet sent. The last choice for a target counts. */
export type PendingFavorites = Readonly<Record<string, boolean>>;

/** Result of sending: stored by the server, sent later once it can be reached, or sent after the next sign-in of the user. */
export type SendResult = 'heard' | 'later' | 'ended';

const keyOf = (userId: number): string => `shuzhou.collect-wishes.${userId}`;

export function pendingFavorites(userId: number | null): PendingFavorites {
  if (userId === null) return {};
  try {
    return JSON.parse(readMemory(keyOf(userId)) ?? '{}') as PendingFavorites;
  } catch {
    return {};
  }
}

export function writeFavorites(userId: number, pendingItems: PendingFavorites): void {
  writeMemory(keyOf(userId), Object.keys(pendingItems).length > 0 ? JSON.stringify(pendingItems) : null);
}

/** Removes an entry that the server has stored or will never accept. A newer choice stays. */
export function dropFavorite(userId: number, target: FavoriteTarget, wanted: boolean): void {
  const { [target]: now, ...others } = pendingFavorites(userId);
  if (now === wanted) writeFavorites(userId, others);
}

/** Returns the unsent choice for a target; undefined without one. */
export const pendingFavorite = (target: FavoriteTarget): boolean | undefined => pendingFavorites(currentPerson())[target];
