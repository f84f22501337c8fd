import { captchaImage, login } from '../../contract/identity/login.ts';
import { serve, type App } from '../http/serve.ts';
import { logIn, makeCaptcha } from './login.service.ts';

export function loginRoutes(app: App): void {
  serve(app, captchaImage, ({ context, request }) => makeCaptcha(context, request.ip));
  serve(app, login, ({ context, body, request, reply }) => logIn(context, body, request, reply));
}
