import type { SiteScreens } from '../site-screens.ts';

/** Pages of teachers: `textbook.area.ts` has the public ones. */
export const bankScreens: SiteScreens = {
  '/cms/main/teach/bank': async () => (await import('./bank.screen.tsx')).BankScreen,
};
