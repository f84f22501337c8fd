import { externalProviders, finishExternalLogin, linkedLogins, startExternalLogin, unlinkLogin } from '../../contract/identity/external-login.ts';
import { serve, type App } from '../http/serve.ts';
import { finishExternal, linkedOf, providersOf, startExternal, unlink } from './external-login.service.ts';

export function externalLoginRoutes(app: App): void {
  serve(app, externalProviders, ({ house }) => providersOf(house));
  serve(app, startExternalLogin, ({ house, visitor, body, request }) => startExternal(house, visitor, body, request.ip));
  serve(app, finishExternalLogin, ({ house, visitor, body, request, reply }) => finishExternal(house, visitor, body, request, reply));
  serve(app, linkedLogins, ({ house, visitor }) => linkedOf(house, visitor));
  serve(app, unlinkLogin, ({ house, visitor, params }) => unlink(house, visitor, params.linkId));
}
