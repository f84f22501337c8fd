import type { SiteScreens } from '../site-screens.ts';

const rare = () => import('./rare-screens.ts');

export const identityScreens: SiteScreens = {
  '/personalCenter/profile': async () => (await import('./profile.screen.tsx')).ProfileScreen,
  '/cmsRegister': async () => (await rare()).RegisterScreen,
  '/auth-redirect': async () => (await rare()).AuthRedirectScreen,
  '/findPassword': async () => (await rare()).FindPasswordScreen,
};
