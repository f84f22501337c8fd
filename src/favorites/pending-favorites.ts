import { recall, remember } from '../storage/local-memory.ts';
import { personHere } from '../session/current-person.ts';

/** Works somebody wants collected, or let go, and the house has not heard of it yet. The last wish for a work stands. */
export type CollectWishes = Readonly<Record<number, boolean>>;

/** How far a wish came: the house has heard it, or hears it once it can be reached, or once its person has signed in again. */
export type Reached = 'heard' | 'later' | 'ended';

const keyOf = (userId: number): string => `shuzhou.collect-wishes.${userId}`;

export function collectWishes(userId: number | null): CollectWishes {
  if (userId === null) return {};
  try {
    return JSON.parse(recall(keyOf(userId)) ?? '{}') as CollectWishes;
  } catch {
    return {};
  }
}

export function writeCollects(userId: number, wishes: CollectWishes): void {
  remember(keyOf(userId), Object.keys(wishes).length > 0 ? JSON.stringify(wishes) : null);
}

/** The house has heard it, or never will. What was wished since stays. */
export function dropCollect(userId: number, publishId: number, wanted: boolean): void {
  const { [publishId]: now, ...others } = collectWishes(userId);
  if (now === wanted) writeCollects(userId, others);
}

/** What is wanted of a work here, before the house has heard it; undefined where nothing is. */
export const collectWish = (publishId: number): boolean | undefined => collectWishes(personHere())[publishId];
