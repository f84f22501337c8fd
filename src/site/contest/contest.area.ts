import type { SiteScreens } from '../site-screens.ts';

export const contestScreens: SiteScreens = {
  '/cms/main/contest': async () => (await import('./contest-list.screen.tsx')).ContestListScreen,
  '/cms/main/contestDetail/:contestId': async () => (await import('./contest-detail.screen.tsx')).ContestDetailScreen,
  '/cms/main/certificate/:certificateNo': async () => (await import('./certificate.screen.tsx')).CertificateScreen,
  '/personalCenter/contests': async () => (await import('./my-contests.screen.tsx')).MyContestsScreen,
  '/personalCenter/preliminary': async () => (await import('./preliminary-list.screen.tsx')).PreliminaryListScreen,
  '/preliminary': async () => (await import('./preliminary.screen.tsx')).PreliminaryScreen,
  '/personReview': async () => (await import('./person-review.screen.tsx')).PersonReviewScreen,
};
