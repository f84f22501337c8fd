import type { SiteScreens } from '../site-screens.ts';

export const reviewScreens: SiteScreens = {
  '/personalCenter/review': async () => (await import('./my-review.screen.tsx')).MyReviewScreen,
};
