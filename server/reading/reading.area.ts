import type { ServerArea } from '../area.ts';
import { grantRoutes } from './grant.routes.ts';
import { progressRoutes } from './progress.routes.ts';

export const readingArea: ServerArea = {
  routes: [grantRoutes, progressRoutes],
};
