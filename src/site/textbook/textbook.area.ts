import type { SiteScreens } from '../site-screens.ts';

export const textbookScreens: SiteScreens = {
  '/cms/main/DigitalTeachingMaterials': async () => (await import('./textbook-list.screen.tsx')).TextbookListScreen,
};
