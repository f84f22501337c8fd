import type { App } from '../http/serve.ts';
import { cacheRoutes } from './cache.routes.ts';
import { dashboardRoutes } from './dashboard.routes.ts';
import { druidRoutes } from './druid.routes.ts';
import { jobLogRoutes } from './job-log.routes.ts';
import { jobRoutes } from './job.routes.ts';
import { logininforRoutes } from './logininfor.routes.ts';
import { onlineRoutes } from './online.routes.ts';
import { operlogRoutes } from './operlog.routes.ts';
import { serverRoutes } from './server.routes.ts';

/** Endpoints for the administration of the server. */
export const MONITOR_ROUTES: readonly ((app: App) => void)[] = [
  operlogRoutes,
  logininforRoutes,
  onlineRoutes,
  jobRoutes,
  jobLogRoutes,
  serverRoutes,
  cacheRoutes,
  druidRoutes,
  dashboardRoutes,
];
