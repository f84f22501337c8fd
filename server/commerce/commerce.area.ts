import type { ServerArea } from '../area.ts';
import { entitlementRoutes } from './entitlement.routes.ts';

export const commerceArea: ServerArea = {
  routes: [entitlementRoutes],
};
