import { getRuntime } from '../../../contract/monitor/runtime.ts';
import { serve, type App } from '../../http/serve.ts';
import { runtimeState } from './runtime.service.ts';

export function runtimeRoutes(app: App): void {
  serve(app, getRuntime, ({ context }) => runtimeState(context));
}
