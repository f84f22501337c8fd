import { page, type AdminArea } from '../ui/page-entry.ts';

export const wechatArea: AdminArea = {
  pages: {
    'cms/wechat/domain/index': page(async () => (await import('./domain.page.tsx')).DomainPage),
    'cms/wechat/account/index': page(async () => (await import('./account.page.tsx')).AccountPage),
    'cms/wechat/article/index': page(async () => (await import('./article.page.tsx')).ArticlePage),
    'cms/wechat/rank/index': page(async () => (await import('./rank.page.tsx')).RankPage),
  },
};
