import type { SiteScreens } from '../site-screens.ts';

export const wechatScreens: SiteScreens = {
  '/cms/main/wechatAccount': async () => (await import('./rank.screen.tsx')).RankScreen,
  '/cms/main/wechatArticle/:id': async () => (await import('./article.screen.tsx')).ArticleScreen,
};
