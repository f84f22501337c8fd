import { createStore, get, set } from 'idb-keyval';

const own = createStore('shuzhou-worker', 'own');
const TIME = 'time';
/** Minimum milliseconds between two writes. */
const EVERY_MS = 60_000;
let written: Promise<number> | null = null;
let highest = 0;

/** Returns the latest time this device has seen, so that setting the clock back does not renew a license. */
export async function latestTime(now: number = Date.now()): Promise<number> {
  written ??= get<number>(TIME, own).then(
    (time) => time ?? 0,
    () => 0,
  );
  highest = Math.max(highest, now);
  const before = await written;
  const time = Math.max(before, highest);
  if (time - before > EVERY_MS) await note(time);
  return time;
}

/** The server's time takes precedence: it also corrects the time written by a clock that ran ahead. */
export async function setServerTime(header: string | null): Promise<void> {
  const time = Date.parse(header ?? '');
  if (!Number.isFinite(time)) return;
  highest = time;
  written = Promise.resolve(time);
  await set(TIME, time, own).catch(() => undefined);
}

/** A page and the service worker each cache the time they read at start; a write must not set back what the other has written since. */
function note(time: number): Promise<void> {
  written = Promise.resolve(time);
  return get<number>(TIME, own)
    .then((before = 0) => set(TIME, Math.max(before, time), own))
    .catch(() => undefined);
}

/**
 * Returns whether a license that ends at `validTo` (null: never) has expired. The expiry is stored at once, so that setting the clock back
 * a minute later does not undo it.
 */
export async function isExpired(validTo: number | null, now?: number): Promise<boolean> {
  if (validTo === null || validTo > (await latestTime(now))) return false;
  if (validTo > ((await written) ?? 0)) await note(highest);
  return true;
}
