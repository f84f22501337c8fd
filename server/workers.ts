import { prepareNext, sweepUploads } from './catalog/preparation-run.service.ts';
import { rebuildNext } from './catalog/search-rebuild.service.ts';
import type { AppContext } from './context.ts';
import { queueRebuild } from './catalog/preparation-rebuild.service.ts';
import { sweepFilmFolders, sweepTrackFolders } from './media/media-sweep.service.ts';
import { streamNextFilm } from './media/stream-run.service.ts';
import { prepareNextTrack } from './media/track-run.service.ts';
import { fireNext } from './monitor/job-run.service.ts';
import type { Lane } from './jobs/jobs.ts';

/** Scheduled jobs are due to the second. */
const CLOCK: Lane<AppContext> = { workers: [(context) => fireNext(context)], everyMs: 1_000 };

/**
 * The background work: books, search index slices, tracks and video streams one at a time each, and at most two scheduled jobs at once per
 * server.
 */
export const WORKERS: readonly Lane<AppContext>[] = [
  { workers: [prepareNext, sweepUploads, queueRebuild], everyMs: 5_000 },
  { workers: [rebuildNext], everyMs: 5_000 },
  { workers: [prepareNextTrack, sweepTrackFolders], everyMs: 5_000 },
  { workers: [streamNextFilm, sweepFilmFolders], everyMs: 5_000 },
  CLOCK,
  CLOCK,
];
