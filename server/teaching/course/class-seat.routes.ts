import { classSeats, giveClassSeats, setAutoSeats, takeClassSeats } from '../../../contract/teaching/class-seat.ts';
import { serve, type App } from '../../http/serve.ts';
import { autoSeats, give, seatsFor, take } from './class-seat.service.ts';

export function classSeatRoutes(app: App): void {
  serve(app, classSeats, ({ context, currentUser, params }) => seatsFor(context, currentUser, params.classId));
  serve(app, giveClassSeats, ({ context, currentUser, params, body }) => give(context, currentUser, params.classId, body));
  serve(app, takeClassSeats, ({ context, currentUser, params, body }) => take(context, currentUser, params.classId, body));
  serve(app, setAutoSeats, ({ context, currentUser, params, body }) => autoSeats(context, currentUser, params.classId, body));
}
