import type { ServerArea } from '../area.ts';
import { acrossRoutes } from './across.routes.ts';

/** Search over several areas. */
export const discoveryArea: ServerArea = { routes: [acrossRoutes] };
