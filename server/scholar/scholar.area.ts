import './claim.service.ts';
import type { ServerArea } from '../area.ts';
import { publicScholarRoutes } from './public-scholar.routes.ts';
import { mergeRoutes } from './merge.routes.ts';
import { scholarRoutes } from './scholar.routes.ts';
import { scholarSite } from './scholar-subject.ts';
import { listOlderScholars } from './scholar.service.ts';
import { worksRoutes } from './works.routes.ts';

export const scholarArea: ServerArea = {
  routes: [scholarRoutes, mergeRoutes, worksRoutes, publicScholarRoutes],
  lanes: [{ workers: [listOlderScholars], everyMs: 60_000 }],
  site: scholarSite,
};
