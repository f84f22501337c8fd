import { configValue } from '../../contract/system/config.ts';
import { serve, type App } from '../http/serve.ts';
import { visibleConfig } from './config.service.ts';

export function configRoutes(app: App): void {
  serve(app, configValue, async ({ house, params, visitor, request }) => ({ msg: await visibleConfig(house, params.key, visitor, request.url) }));
}
