import { readMemory, writeMemory } from '../storage/local-memory.ts';
import { currentPerson } from '../session/current-person.ts';

/** Works somebody wants collected, or let go, and the house has not heard of it yet. The last wish for a work stands. */
export type PendingFavorites = Readonly<Record<number, boolean>>;

/** How far a wish came: the house has heard it, or hears it once it can be reached, or once its person has signed in again. */
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

export function writeFavorites(userId: number, wishes: PendingFavorites): void {
  writeMemory(keyOf(userId), Object.keys(wishes).length > 0 ? JSON.stringify(wishes) : null);
}

/** The house has heard it, or never will. What was wished since stays. */
export function dropFavorite(userId: number, publishId: number, wanted: boolean): void {
  const { [publishId]: now, ...others } = pendingFavorites(userId);
  if (now === wanted) writeFavorites(userId, others);
}

/** What is wanted of a work here, before the house has heard it; undefined where nothing is. */
export const pendingFavorite = (publishId: number): boolean | undefined => pendingFavorites(currentPerson())[publishId];
