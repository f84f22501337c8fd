import './claim.service.ts';
import type { ServerArea } from '../area.ts';
import { houseRoutes } from './house.routes.ts';
import { scholarRoutes } from './scholar.routes.ts';
import { scholarSite } from './scholar-subject.ts';
import { listOlderScholars } from './scholar.service.ts';
import { worksRoutes } from './works.routes.ts';

export const scholarArea: ServerArea = {
  routes: [scholarRoutes, worksRoutes, houseRoutes],
  lanes: [{ workers: [listOlderScholars], everyMs: 60_000 }],
  site: scholarSite,
};
