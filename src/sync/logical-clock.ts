/**
 * The logical clock of a write: later than every write this device has seen, and not behind its own time, so that
 * the newest reading wins even where a device's time is wrong.
 */
export const nextClock = (seen: number, now: number): number => Math.max(seen + 1, now);

/** Whether it can be compared: an answer that was cut short, or is somebody else's, says no clock. */
export const isClock = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** The one that stands where two devices disagree. */
export function newer<T extends { clock: number }>(one: T | null, two: T | null): T | null {
  if (!one || !two) return one ?? two;
  return two.clock > one.clock ? two : one;
}

/** Milliseconds before the next try; doubles up to a minute. */
export const backOff = (failures: number): number => Math.min(60_000, 1_000 * 2 ** Math.min(failures, 10));
