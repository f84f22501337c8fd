/**
 * Returns the logical clock of a write: later than every write this device has seen, and not behind its own time, so that
 * the latest reading wins even if a device's time is wrong.
 */
export const nextClock = (seen: number, now: number): number => Math.max(seen + 1, now);

/** Whether the value is a valid clock: a truncated or foreign response contains none. */
export const isClock = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** Returns the value that wins when two devices disagree. */
export function newer<T extends { clock: number }>(one: T | null, two: T | null): T | null {
  if (!one || !two) return one ?? two;
  return two.clock > one.clock ? two : one;
}

/** Milliseconds before the next retry; doubles up to one minute. */
export const backOff = (failures: number): number => Math.min(60_000, 1_000 * 2 ** Math.min(failures, 10));
