import { captchaImage, login } from '../../contract/identity/login.ts';
import { serve, type App } from '../http/serve.ts';
import { logIn, makeCaptcha } from './login.service.ts';

export function loginRoutes(app: App): void {
  serve(app, captchaImage, ({ house, request }) => makeCaptcha(house, request.ip));
  serve(app, login, ({ house, body, request, reply }) => logIn(house, body, request, reply));
}
