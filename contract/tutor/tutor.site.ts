import { closedHead } from '../content/page.ts';
import type { SitePage } from '../site-page.ts';

export const TUTOR_PAGES: readonly SitePage[] = [
  { path: '/authorBackground/professorCenter', head: closedHead('教授中心'), screen: 'tutor/professor-center.screen.tsx' },
];
