import { readMemory, writeMemory } from '../storage/local-memory.ts';

/** Whoever signs in later than that does not know any more what he had asked for. */
const CACHE_MS = 15 * 60_000;
const nameOf = (what: string): string => `shuzhou.want.${what}`;

/** What a visitor asked for that only a person can have: done once he comes back signed in. `value` goes as JSON. */
export const setPendingIntent = (what: string, value: unknown): void => writeMemory(nameOf(what), JSON.stringify({ value, at: Date.now() }));

/** What was wanted of this kind, where `mine` knows it; it is forgotten then. */
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
