import type { ServerArea } from '../area.ts';
import { apiDocsRoutes } from './api-docs.routes.ts';
import { genTableRoutes } from './gen-table.routes.ts';

export const toolArea: ServerArea = {
  routes: [apiDocsRoutes, genTableRoutes],
};
