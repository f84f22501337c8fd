import { DAY_MS } from '../../contract/clock.ts';
import { MANIFEST } from './backup-manifest.ts';
import { below, type Place } from './place/place.ts';
import { type Keep, noLongerKept } from './thinning.rule.ts';

/** Names of backups in a folder of backups: the time in UTC, `20261130-020000`. */
const STAMP = /^(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})$/;

export const stampOf = (time: number): string => new Date(time).toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);

/** Returns the time of a stamp in epoch milliseconds; null for another name. */
export function timeOf(stamp: string): number | null {
  const [, year, month, day, hour, minute, second] = STAMP.exec(stamp)?.map(Number) ?? [];
  return second === undefined ? null : Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
}

/** Returns the stamps of the complete backups of a folder, oldest first. */
export async function completeBackups(place: Place): Promise<string[]> {
  const complete: string[] = [];
  for (const name of (await place.names('')).toSorted())
    if (timeOf(name) !== null && (await below(place, name).names('')).includes(MANIFEST)) complete.push(name);
  return complete;
}

/** Removes what the rule no longer keeps, and interrupted backups that are older than `now` by a day. Returns their stamps. */
export async function thinOut(place: Place, keep: Keep, now: number): Promise<string[]> {
  const complete = await completeBackups(place);
  const old = new Set(
    noLongerKept(
      complete.map((stamp) => timeOf(stamp) ?? 0),
      keep,
    ),
  );
  const removed: string[] = [];
  for (const name of await place.names('')) {
    const time = timeOf(name);
    if (time === null) continue;
    const interrupted = !complete.includes(name) && time < now - DAY_MS;
    if (!interrupted && !(complete.includes(name) && old.has(time))) continue;
    await place.remove(name);
    removed.push(name);
  }
  return removed;
}

/** A folder of backups stands for its newest complete one. */
export async function newestIn(place: Place): Promise<Place> {
  const newest = (await completeBackups(place)).at(-1);
  return newest === undefined ? place : below(place, newest);
}
