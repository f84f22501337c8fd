import { addSeatPool, seatPools } from '../../../contract/commerce/seat-pool.ts';
import { loggedWrite } from '../../audit/operation-log.ts';
import { serve, type App } from '../../http/serve.ts';
import { makePool, poolsBy } from './seat-pool.service.ts';

export function seatPoolRoutes(app: App): void {
  serve(app, seatPools, ({ context, query }) => poolsBy(context, query));
  serve(app, addSeatPool, (call) => makePool(loggedWrite(call, '席位池'), call.body));
}
