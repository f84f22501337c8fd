import type { ServerArea } from '../area.ts';
import { newsSearch } from './extensions/search-source.ts';
import { contentPersonalTables } from './extensions/personal-tables.ts';
import { informationComments, noticeComments } from './extensions/comment-target.ts';
import { bannerRoutes } from './banner.routes.ts';
import { contentTodos } from './release-todo.service.ts';
import { informationRoutes } from './information.routes.ts';
import { homeLists } from './home-lists.ts';
import { informationSite } from './information-subject.ts';
import { noticeRoutes } from './notice.routes.ts';
import { noticeSite } from './notice-subject.ts';
import { programBlockRoutes } from './program-block.routes.ts';
import { singlePageRoutes } from './single-page.routes.ts';
import { singlePageSubjects } from './single-page-subject.ts';
import { sloganRoutes } from './slogan.routes.ts';

export const contentArea: ServerArea = {
  searchSources: [newsSearch],
  personalTables: contentPersonalTables,
  commentTargets: {
    information: informationComments,
    notice: noticeComments,
  },
  recycleKinds: {
    information: { bin: 'content', purge: 'delete' },
    banner: { bin: 'content', purge: 'delete' },
    slogan: { bin: 'content', purge: 'delete' },
  },
  routes: [bannerRoutes, sloganRoutes, programBlockRoutes, noticeRoutes, informationRoutes, singlePageRoutes],
  todoSources: contentTodos,
  site: {
    subjects: { ...noticeSite.subjects, ...informationSite.subjects, ...singlePageSubjects },
    lists: { ...noticeSite.lists, ...informationSite.lists, ...homeLists },
    siteMap: [...(noticeSite.siteMap ?? []), ...(informationSite.siteMap ?? [])],
    feeds: [...(noticeSite.feeds ?? []), ...(informationSite.feeds ?? [])],
  },
};
