import { readMemory, writeMemory } from '../storage/local-memory.ts';
import { currentPerson } from '../session/current-person.ts';

/** Favourites that the user added (true) or removed (false) and that are not yet sent. The last choice for a work counts. */
export type PendingFavorites = Readonly<Record<number, boolean>>;

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
export function dropFavorite(userId: number, publishId: number, wanted: boolean): void {
  const { [publishId]: now, ...others } = pendingFavorites(userId);
  if (now === wanted) writeFavorites(userId, others);
}

/** Returns the unsent choice for a work; undefined without one. */
export const pendingFavorite = (publishId: number): boolean | undefined => pendingFavorites(currentPerson())[publishId];
