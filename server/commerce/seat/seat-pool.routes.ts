import { addSeatPool, closeSeatPool, seatPools, setSeatNumber } from '../../../contract/commerce/seat-pool.ts';
import { loggedWrite } from '../../audit/operation-log.ts';
import { serve, type App } from '../../http/serve.ts';
import { changeNumber, closePool, makePool, poolsBy } from './seat-pool.service.ts';

export function seatPoolRoutes(app: App): void {
  serve(app, seatPools, ({ context, query }) => poolsBy(context, query));
  serve(app, addSeatPool, (call) => makePool(loggedWrite(call, '席位池'), call.body));
  serve(app, setSeatNumber, (call) => changeNumber(loggedWrite(call, '席位池'), call.currentUser, call.params.poolId, call.body));
  serve(app, closeSeatPool, (call) => closePool(loggedWrite(call, '席位池'), call.currentUser, call.params.poolId, call.body));
}
