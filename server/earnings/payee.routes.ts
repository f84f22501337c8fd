import { ownPayee, payeeEvent, payeeList, savePayee, setResidence } from '../../contract/earnings/payee.ts';
import { loggedWrite } from '../audit/operation-log.ts';
import { serve, type App } from '../http/serve.ts';
import { handlePayeeEvent, ownPayeeOf, payeesFor, savePayeeOf, setResidenceOf } from './payee.service.ts';

const LOG = '收款账户';

export function payeeRoutes(app: App): void {
  serve(app, ownPayee, ({ context, currentUser }) => ownPayeeOf(context, currentUser));
  serve(app, savePayee, (call) => savePayeeOf(call.context, call.currentUser, call.body, loggedWrite(call, LOG, 'edit')));
  serve(app, payeeList, ({ context, currentUser, query }) => payeesFor(context, currentUser, query));
  serve(app, payeeEvent, (call) => handlePayeeEvent(call.currentUser, call.params, call.body.reason, loggedWrite(call, LOG, 'edit')));
  serve(app, setResidence, (call) => setResidenceOf(call.currentUser, call.params.payeeId, call.body, loggedWrite(call, LOG, 'edit')));
}
