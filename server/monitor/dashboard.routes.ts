import { dashboard } from '../../contract/monitor/dashboard.ts';
import { serve, type App } from '../http/serve.ts';
import { dashboardOf } from './dashboard.service.ts';

export function dashboardRoutes(app: App): void {
  serve(app, dashboard, ({ context, currentUser }) => dashboardOf(context, currentUser));
}
