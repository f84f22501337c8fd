import { readMemory, writeMemory } from '../storage/local-memory.ts';

/** 15 minutes. After a later sign-in the user no longer expects the pending action. */
const CACHE_MS = 15 * 60_000;
const nameOf = (what: string): string => `shuzhou.want.${what}`;

/** Stores an action that needs a signed-in user; it runs once after the visitor has signed in. `value` is stored as JSON. */
export const setPendingIntent = (what: string, value: unknown): void => writeMemory(nameOf(what), JSON.stringify({ value, at: Date.now() }));

/** Returns the pending action of this kind if `mine` accepts it, and removes it. */
export function takePendingIntent<T>(what: string, mine: (value: T) => boolean): T | null {
  const kept = readMemory(nameOf(what));
  if (kept === null) return null;
  try {
    const { value, at } = JSON.parse(kept) as { value: T; at: number };
    if (Date.now() - at < CACHE_MS && !mine(value)) return null;
    writeMemory(nameOf(what), null);
    return Date.now() - at < CACHE_MS ? value : null;
  } catch {
    return null;
  }
}
