import { registerPayee } from '../../contract/earnings/payee-registration.ts';
import { loggedWrite } from '../audit/operation-log.ts';
import { serve, type App } from '../http/serve.ts';
import { register } from './payee-registration.service.ts';

export function payeeRegistrationRoutes(app: App): void {
  serve(app, registerPayee, (call) => register(call.context, call.currentUser, call.body, loggedWrite(call, '收款账户', 'add')));
}
