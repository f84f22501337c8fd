import './comment-target.ts';
import type { ServerArea } from '../area.ts';
import { accountRoutes } from './account.routes.ts';
import { articleRoutes } from './article.routes.ts';
import { domainRoutes } from './domain.routes.ts';
import { rankRoutes } from './rank.routes.ts';
import { wechatSite } from './wechat-subject.ts';

export const wechatArea: ServerArea = {
  routes: [domainRoutes, accountRoutes, articleRoutes, rankRoutes],
  site: wechatSite,
};
