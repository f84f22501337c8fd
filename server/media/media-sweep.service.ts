import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '../context.ts';
import type { Worker } from '../jobs/jobs.ts';
import { clearTrack, filesAmong, filmsMadeNow, mastersMadeNow, streamsAmong, tracksMadeNow, unneededTracks } from './media-sweep.queries.ts';

const AT_ONCE = 50;
const SWEEP_EVERY_MS = 10 * 60_000;

/**
 * Releases the data of tracks that were permanently deleted before `before` (epoch milliseconds), alone or with their
 * work; returns their number. It changes only rows: the file sweep removes files that no row names. A repeated call continues.
 */
export async function releaseTracks(context: AppContext, before: number): Promise<number> {
  let gone = 0;
  for (;;) {
    const some = await unneededTracks(context.db, before, Date.now(), AT_ONCE);
    for (const { id } of some) await context.db.transaction().execute((tx) => clearTrack(tx, id));
    gone += some.length;
    if (some.length < AT_ONCE) return gone;
  }
}

/** Returns which of these folders contain the file of a track in use. */
export const tracksInUse = (context: AppContext, keys: readonly string[]): Promise<readonly string[]> => filesAmong(context.db, keys);

/** Returns which of these folders are named by a row, in use or not. */
export const tracksKnown = (context: AppContext, keys: readonly string[]): Promise<readonly string[]> => filesAmong(context.db, keys, true);

/** Returns which of these folders contain the segments of a video. */
export const streamsInUse = (context: AppContext, keys: readonly string[]): Promise<readonly string[]> => streamsAmong(context.db, keys);

/** Removes track folders that a killed server left on this machine. It runs in the track lane, so that no such folder is in use. */
export const sweepTrackFolders = sweeperOf('preparing-media', tracksMadeNow);

/** The same for masters, in their lane. */
export const sweepMasterFolders = sweeperOf('preparing-masters', mastersMadeNow);

/** The same for videos, in their lane. */
export const sweepFilmFolders = sweeperOf('preparing-streams', filmsMadeNow);

function sweeperOf(place: string, madeNow: (db: AppContext['db'], now: number) => Promise<number[]>): Worker<AppContext> {
  const swept = new WeakMap<AppContext, number>();
  return async (context) => {
    const now = Date.now();
    if (now - (swept.get(context) ?? 0) < SWEEP_EVERY_MS) return false;
    swept.set(context, now);
    const folder = join(context.settings.dataDir, place);
    const wanted = new Set((await madeNow(context.db, now)).map(String));
    for (const name of await readdir(folder).catch(() => [])) if (!wanted.has(name)) await rm(join(folder, name), { recursive: true, force: true });
    return false;
  };
}
