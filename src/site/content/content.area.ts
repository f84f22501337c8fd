import type { SiteScreens } from '../site-screens.ts';

const notices = () => import('./notice-screens.ts');

export const contentScreens: SiteScreens = {
  '/cms/main/notice': async () => (await notices()).NoticeScreen,
  '/cms/main/noticeDetail': async () => (await notices()).NoticeDetailScreen,
  '/cms/main/information': async () => (await import('./information.screen.tsx')).InformationScreen,
};
