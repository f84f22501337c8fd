import { recall, remember } from '../storage/local-memory.ts';

/** Whoever signs in later than that does not know any more what he had asked for. */
const KEPT_MS = 15 * 60_000;
const nameOf = (what: string): string => `shuzhou.want.${what}`;

/** What a visitor asked for that only a person can have: done once he comes back signed in. `value` goes as JSON. */
export const want = (what: string, value: unknown): void => remember(nameOf(what), JSON.stringify({ value, at: Date.now() }));

/** What was wanted of this kind, where `mine` knows it; it is forgotten then. */
export function takeWanted<T>(what: string, mine: (value: T) => boolean): T | null {
  const kept = recall(nameOf(what));
  if (kept === null) return null;
  try {
    const { value, at } = JSON.parse(kept) as { value: T; at: number };
    if (Date.now() - at < KEPT_MS && !mine(value)) return null;
    remember(nameOf(what), null);
    return Date.now() - at < KEPT_MS ? value : null;
  } catch {
    return null;
  }
}
