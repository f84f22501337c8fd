import type { ServerArea } from '../area.ts';
import { annotationPersonalTables } from './personal-tables.ts';
import { erratumRoutes } from './erratum.routes.ts';
import { syncRoutes } from './sync.routes.ts';

export const annotationArea: ServerArea = {
  personalTables: annotationPersonalTables,
  routes: [syncRoutes, erratumRoutes],
};
