import { forceLogout, listOnline } from '../../contract/monitor/online.ts';
import { serve, type App } from '../http/serve.ts';
import { forceOut, online } from './online.service.ts';

export function onlineRoutes(app: App): void {
  serve(app, listOnline, ({ context, currentUser, query }) => online(context, currentUser, query));
  serve(app, forceLogout, (call) => forceOut(call, call.params.tokenId));
}
