import { prepareNext, sweepUploads } from '../catalog/preparation-run.service.ts';
import { rebuildNext } from '../catalog/search-rebuild.service.ts';
import type { AppContext } from '../context.ts';
import { queueRebuild } from '../catalog/preparation-rebuild.service.ts';
import { sweepFilmFolders, sweepTrackFolders } from '../media/media-sweep.service.ts';
import { streamNextFilm } from '../media/stream-run.service.ts';
import { prepareNextTrack } from '../media/track-run.service.ts';
import { fireNext } from '../monitor/job-run.service.ts';
import type { Lane } from './jobs.ts';

/** The clock's jobs are to the second. */
const CLOCK: Lane<AppContext> = { workers: [(context) => fireNext(context)], everyMs: 1_000 };

/** What runs after answers: books one at a time, the search index in slices, tracks one at a time, streams of films one at a time, and at most two jobs of the clock at once on one server. */
export const WORKERS: readonly Lane<AppContext>[] = [
  { workers: [prepareNext, sweepUploads, queueRebuild], everyMs: 5_000 },
  { workers: [rebuildNext], everyMs: 5_000 },
  { workers: [prepareNextTrack, sweepTrackFolders], everyMs: 5_000 },
  { workers: [streamNextFilm, sweepFilmFolders], everyMs: 5_000 },
  CLOCK,
  CLOCK,
];
