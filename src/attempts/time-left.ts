import type { DeviceClocks } from '../../contract/teaching/attempt-time.ts';
import type { AttemptRecord } from './attempt-record.ts';

/**
 * Milliseconds until an attempt ends by its limit; null without one. The time that has passed is the longer one of the steady clock since the first
 * event of this start of the page and of the wall clock, which never counts back: neither sleep nor a changed clock gives time.
 */
export function limitLeft({ paper, events, latest, deviceId }: AttemptRecord, now: DeviceClocks): number | null {
  if (paper.limitMs === 0) return null;
  const own = events.filter((event) => event.deviceId === deviceId);
  const first = own[0];
  // Another device began it: its time runs by the clock of the server.
  const before = paper.begunAt > 0 ? Math.max(0, paper.serverNow - paper.begunAt) : 0;
  if (!first) return paper.limitMs - before;
  const wall = Math.max(latest, now.wallMs) - first.wallMs;
  const here = own.find(({ bootId }) => bootId === now.bootId);
  const steady = here ? now.monoMs - here.monoMs + Math.max(0, here.wallMs - first.wallMs) : 0;
  return Math.max(0, paper.limitMs - Math.max(wall, steady, own.length === 1 ? before : 0));
}
