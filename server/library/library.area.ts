import type { ServerArea } from '../area.ts';
import { libraryJobs } from './scheduled-jobs.ts';
import { libraryPersonalTables } from './personal-tables.ts';
import { browseRoutes } from './browse.routes.ts';
import { downloadRoutes } from './download.routes.ts';
import { collectRoutes } from './favorite.routes.ts';
import { recordRoutes } from './record.routes.ts';
import { scoreRoutes } from './score.routes.ts';
import { shelfRoutes } from './shelf.routes.ts';

export const libraryArea: ServerArea = {
  jobs: libraryJobs,
  personalTables: libraryPersonalTables,
  routes: [collectRoutes, scoreRoutes, downloadRoutes, shelfRoutes, browseRoutes, recordRoutes],
};
