import { getServer, serverHistory } from '../../contract/monitor/server.ts';
import { serve, type App } from '../http/serve.ts';
import { metricsOf, takeSample } from './metrics-sampler.ts';
import { serverState } from './server.service.ts';

export function serverRoutes(app: App): void {
  takeSample(app);
  serve(app, getServer, ({ context }) => serverState(context));
  serve(app, serverHistory, ({ context }) => [...metricsOf(context).samples]);
}
