import type { SiteScreens } from '../site-screens.ts';

const notices = () => import('./notice-screens.ts');

const pages = () => import('./single-page-screens.ts');

export const contentScreens: SiteScreens = {
  '/cms/main/continue': async () => (await import('./continue.screen.tsx')).ContinueScreen,
  '/cms/main/shared': async () => (await import('./share-target.screen.tsx')).ShareTargetScreen,
  '/cms/main/cmsLogoPage': async () => (await pages()).LogoScreen,
  '/cms/main/cmsIntroduction': async () => (await pages()).IntroductionScreen,
  '/cms/main/cmsAbout': async () => (await pages()).AboutScreen,
  '/cms/main/notice': async () => (await notices()).NoticeScreen,
  '/cms/main/noticeDetail': async () => (await notices()).NoticeDetailScreen,
  '/cms/main/information': async () => (await import('./information.screen.tsx')).InformationScreen,
};
