import { claimSeat, giveSeats, seatOffer, seatPool, takeSeat } from '../../../contract/commerce/seat.ts';
import { serve, type App } from '../../http/serve.ts';
import { claim, give, offer, poolFor, take } from './seat.service.ts';

export function seatRoutes(app: App): void {
  serve(app, seatPool, ({ context, currentUser, params }) => poolFor(context, currentUser, params.orderItemId));
  serve(app, giveSeats, ({ context, currentUser, params, body }) => give(context, currentUser, params.poolId, body));
  serve(app, takeSeat, ({ context, currentUser, params }) => take(context, currentUser, params.seatId));
  serve(app, seatOffer, ({ context, currentUser, body }) => offer(context, currentUser, body.code));
  serve(app, claimSeat, ({ context, currentUser, body }) => claim(context, currentUser, body.code));
}
