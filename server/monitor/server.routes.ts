import { getServer, serverHistory } from '../../contract/monitor/server.ts';
import { serve, type App } from '../http/serve.ts';
import { pulseOf, takePulse } from './metrics-sampler.ts';
import { serverState } from './server.service.ts';

export function serverRoutes(app: App): void {
  takePulse(app);
  serve(app, getServer, ({ house }) => serverState(house));
  serve(app, serverHistory, ({ house }) => [...pulseOf(house).samples]);
}
