import { confirmEmail, findPassword, resetByLink } from '../../contract/identity/find-password.ts';
import { askConfirmEmail } from '../../contract/identity/profile.ts';
import { serve, type App } from '../http/serve.ts';
import { askConfirmation, askReset, confirmByLink, resetByLink as resetPassword } from './find-password.service.ts';

export function findPasswordRoutes(app: App): void {
  serve(app, findPassword, ({ context, body, request }) => askReset(context, body, request.ip));
  serve(app, resetByLink, ({ context, body, request }) => resetPassword(context, body.token, body.password, request.ip));
  serve(app, askConfirmEmail, ({ context, currentUser }) => askConfirmation(context, currentUser));
  serve(app, confirmEmail, ({ context, body, request }) => confirmByLink(context, body.token, request.ip));
}
