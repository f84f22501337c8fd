import type { PositionHint } from './position-hints.ts';

/**
 * Returns the work that this user read last on this device. Not in `position-hints.ts`, which every first page of a book loads. `null` as a
 * user is a visitor who is not signed in.
 */
export function lastRead(userId: number | null): { publishId: number; clock: number } | null {
  try {
    const kept = JSON.parse(localStorage.getItem('shuzhou.places') ?? '[]') as [publishId: number, hint: PositionHint][];
    const found = kept.find(([, hint]) => hint.userId === userId);
    return found ? { publishId: found[0], clock: found[1].clock } : null;
  } catch {
    return null;
  }
}
