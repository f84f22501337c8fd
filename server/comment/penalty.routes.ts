import { liftPenalty, penalty } from '../../contract/comment/penalty.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { lift, penalties } from './penalty.service.ts';

export function penaltyRoutes(app: App): void {
  serveCrud(app, penalty, penalties);
  serve(app, liftPenalty, (call) => lift(call, call.params.penaltyId));
}
