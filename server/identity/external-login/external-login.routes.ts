import { externalProviders, finishExternalLogin, linkedLogins, startExternalLogin, unlinkLogin } from '../../../contract/identity/external-login.ts';
import { serve, type App } from '../../http/serve.ts';
import { finishExternal, linkedOf, providersOf, startExternal, unlink } from './external-login.service.ts';

export function externalLoginRoutes(app: App): void {
  serve(app, externalProviders, ({ context }) => providersOf(context));
  serve(app, startExternalLogin, ({ context, currentUser, body, request }) => startExternal(context, currentUser, body, request.ip));
  serve(app, finishExternalLogin, ({ context, currentUser, body, request, reply }) => finishExternal(context, currentUser, body, request, reply));
  serve(app, linkedLogins, ({ context, currentUser }) => linkedOf(context, currentUser));
  serve(app, unlinkLogin, ({ context, currentUser, params }) => unlink(context, currentUser, params.linkId));
}
