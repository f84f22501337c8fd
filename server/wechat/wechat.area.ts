import type { ServerArea } from '../area.ts';
import { accountSearch } from './search-source.ts';
import { wechatJobs } from './scheduled-jobs.ts';
import { articleComments } from './comment-target.ts';
import { accountRoutes } from './account.routes.ts';
import { articleRoutes } from './article.routes.ts';
import { domainRoutes } from './domain.routes.ts';
import { rankRoutes } from './rank.routes.ts';
import { wechatSite } from './wechat-subject.ts';

export const wechatArea: ServerArea = {
  searchSources: [accountSearch],
  jobs: wechatJobs,
  commentTargets: {
    wechatArticle: articleComments,
  },
  recycleKinds: {
    wechatArticle: { bin: 'content', purge: 'mark' },
    // Rankings and articles keep referring to it.
    wechatAccount: { bin: 'content', purge: 'mark' },
  },
  routes: [domainRoutes, accountRoutes, articleRoutes, rankRoutes],
  site: wechatSite,
};
