import type { ServerArea } from '../area.ts';
import { erratumRoutes } from './erratum.routes.ts';
import { syncRoutes } from './sync.routes.ts';

export const annotationArea: ServerArea = {
  routes: [syncRoutes, erratumRoutes],
};
