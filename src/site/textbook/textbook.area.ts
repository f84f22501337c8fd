import type { SiteScreens } from '../site-screens.ts';

export const textbookScreens: SiteScreens = {
  '/cms/main/DigitalTeachingMaterials': async () => (await import('./textbook-list.screen.tsx')).TextbookListScreen,
  '/cms/main/practice': async () => (await import('./practice.screen.tsx')).PracticeScreen,
  '/cms/main/teach/bank': async () => (await import('./bank.screen.tsx')).BankScreen,
};
