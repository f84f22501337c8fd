import type { ServerArea } from '../area.ts';
import { scholarSearch } from './search-source.ts';
import { scholarPersonalTables } from './personal-tables.ts';
import { claimEffect } from './claim.service.ts';
import { publicScholarRoutes } from './public-scholar.routes.ts';
import { mergeRoutes } from './merge.routes.ts';
import { scholarRoutes } from './scholar.routes.ts';
import { scholarSite } from './scholar-subject.ts';
import { listOlderScholars } from './scholar.service.ts';
import { worksRoutes } from './works.routes.ts';

export const scholarArea: ServerArea = {
  searchSources: [scholarSearch],
  personalTables: scholarPersonalTables,
  effects: [claimEffect],
  recycleKinds: {
    scholar: { bin: 'content', purge: 'delete' },
    scholarWorks: { bin: 'content', purge: 'delete' },
  },
  routes: [scholarRoutes, mergeRoutes, worksRoutes, publicScholarRoutes],
  lanes: [{ name: 'scholar-list', title: '补全学者名录', workers: [listOlderScholars], everyMs: 60_000 }],
  site: scholarSite,
};
