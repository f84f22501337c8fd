import type { SiteScreens } from '../site-screens.ts';

export const tutorScreens: SiteScreens = {
  '/authorBackground/professorCenter': async () => (await import('./professor-center.screen.tsx')).ProfessorCenterScreen,
};
