import type { SiteScreens } from '../site-screens.ts';

export const earningsScreens: SiteScreens = {
  '/authorBackground/revenue': async () => (await import('./revenue.screen.tsx')).RevenueScreen,
  '/personalCenter/revenue': async () => (await import('./payee.screen.tsx')).PayeeScreen,
  '/cms/main/statementCheck': async () => (await import('./statement-check.screen.tsx')).StatementCheckScreen,
};
