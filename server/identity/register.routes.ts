import { register } from '../../contract/identity/register.ts';
import { serve, type App } from '../http/serve.ts';
import { registerReader } from './register.service.ts';

export function registerRoutes(app: App): void {
  serve(app, register, ({ context, body, request }) => registerReader(context, body, request.ip));
}
