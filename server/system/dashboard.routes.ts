import { dashboard } from '../../contract/system/dashboard.ts';
import { serve, type App } from '../http/serve.ts';
import { dashboardOf } from './dashboard.service.ts';

export function dashboardRoutes(app: App): void {
  serve(app, dashboard, ({ house, visitor }) => dashboardOf(house, visitor));
}
