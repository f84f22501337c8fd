import './comment-target.ts';
import type { ServerArea } from '../area.ts';
import { bannerRoutes } from './banner.routes.ts';
import { informationRoutes } from './information.routes.ts';
import { informationSite } from './information-subject.ts';
import { noticeRoutes } from './notice.routes.ts';
import { noticeSite } from './notice-subject.ts';
import { programBlockRoutes } from './program-block.routes.ts';
import { sloganRoutes } from './slogan.routes.ts';

export const contentArea: ServerArea = {
  routes: [bannerRoutes, sloganRoutes, programBlockRoutes, noticeRoutes, informationRoutes],
  site: {
    subjects: { ...noticeSite.subjects, ...informationSite.subjects },
    siteMap: async (context) => informationSite.siteMap?.(context) ?? [],
    feeds: [...(noticeSite.feeds ?? []), ...(informationSite.feeds ?? [])],
  },
};
