import { decideException, exceptionList, proposeException } from '../../contract/contest/contest-exception.ts';
import { serve, type App } from '../http/serve.ts';
import { decideFor, exceptionsFor, proposeFor } from './contest-exception.service.ts';

export function contestExceptionRoutes(app: App): void {
  serve(app, proposeException, (call) => proposeFor(call, call.body));
  serve(app, exceptionList, ({ context, currentUser, query }) => exceptionsFor(context, currentUser, query));
  serve(app, decideException, (call) => decideFor(call, call.params.exceptionId, call.body));
}
