import type { ServerArea } from '../area.ts';
import { mediaPersonalTables } from './personal-tables.ts';
import { trackBin } from './track.service.ts';
import { linkRoutes } from './link.routes.ts';
import { placeRoutes } from './position.routes.ts';
import { textWorkRoutes } from './text-work.routes.ts';
import { trackRoutes } from './track.routes.ts';
import { workRoutes } from './work.routes.ts';
import { sweepFilmFolders, sweepMasterFolders, sweepTrackFolders } from './media-sweep.service.ts';
import { streamNextFilm } from './stream-run.service.ts';
import { prepareNextMaster, prepareNextTrack } from './track-run.service.ts';

export const mediaArea: ServerArea = {
  personalTables: mediaPersonalTables,
  recycleKinds: {
    media: trackBin,
  },
  routes: [workRoutes, trackRoutes, linkRoutes, placeRoutes, textWorkRoutes],
  lanes: [
    { name: 'track-preparation', title: '音视频制作', workers: [prepareNextTrack, sweepTrackFolders], everyMs: 5_000 },
    { name: 'master-preparation', title: '母版制作', workers: [prepareNextMaster, sweepMasterFolders], everyMs: 5_000 },
    { name: 'film-streams', title: '视频转码', workers: [streamNextFilm, sweepFilmFolders], everyMs: 5_000 },
  ],
};
