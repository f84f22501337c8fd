import { createStore, get, set } from 'idb-keyval';

const own = createStore('shuzhou-worker', 'own');
const TIME = 'time';
/** Written down no oftener. */
const EVERY_MS = 60_000;
let written: Promise<number> | null = null;
let highest = 0;

/** The latest moment this device has seen: a clock that is put back makes nothing younger. */
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

/** The server knows better: it also puts right what a clock that ran ahead had written. */
export async function setServerTime(header: string | null): Promise<void> {
  const time = Date.parse(header ?? '');
  if (!Number.isFinite(time)) return;
  highest = time;
  written = Promise.resolve(time);
  await set(TIME, time, own).catch(() => undefined);
}

/** A page and the worker each know what they read when they began: what the other wrote since is not made younger. */
function note(time: number): Promise<void> {
  written = Promise.resolve(time);
  return get<number>(TIME, own)
    .then((before = 0) => set(TIME, Math.max(before, time), own))
    .catch(() => undefined);
}

/** Whether a right that ends at `validTo` (null: never) is over. That is written down at once: a clock that is put back the next minute does not undo it. */
export async function isExpired(validTo: number | null, now?: number): Promise<boolean> {
  if (validTo === null || validTo > (await latestTime(now))) return false;
  if (validTo > ((await written) ?? 0)) await note(highest);
  return true;
}
