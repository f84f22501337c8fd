import type { SiteScreens } from '../site-screens.ts';

const screens = () => import('./wechat-screens.ts');

export const wechatScreens: SiteScreens = {
  '/cms/main/wechatAccount': async () => (await screens()).RankScreen,
  '/cms/main/wechatArticle/:id': async () => (await screens()).ArticleScreen,
};
