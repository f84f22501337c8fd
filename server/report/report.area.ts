import type { ServerArea } from '../area.ts';
import { reportRoutes } from './report.routes.ts';

export const reportArea: ServerArea = { routes: [reportRoutes] };
