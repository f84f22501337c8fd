import type { ServerArea } from '../area.ts';
import { bannerRoutes } from './banner.routes.ts';
import { noticeRoutes } from './notice.routes.ts';
import { noticeSite } from './notice-subject.ts';
import { programBlockRoutes } from './program-block.routes.ts';
import { singlePageRoutes } from './single-page.routes.ts';
import { singlePageSubjects } from './single-page-subject.ts';
import { sloganRoutes } from './slogan.routes.ts';

export const contentArea: ServerArea = {
  routes: [bannerRoutes, sloganRoutes, programBlockRoutes, noticeRoutes, singlePageRoutes],
  site: { ...noticeSite, subjects: { ...noticeSite.subjects, ...singlePageSubjects } },
};
