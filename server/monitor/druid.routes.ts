import { getDruid } from '../../contract/monitor/druid.ts';
import { serve, type App } from '../http/serve.ts';
import { databaseState } from './druid.service.ts';

export function druidRoutes(app: App): void {
  serve(app, getDruid, ({ context }) => databaseState(context));
}
