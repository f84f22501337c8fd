import { querySlogans } from '../../contract/content/slogan.ts';
import { serve, type App } from '../http/serve.ts';
import { liveSlogans } from './slogan.service.ts';

export function sloganRoutes(app: App): void {
  serve(app, querySlogans, ({ context, query }) => liveSlogans(context, query.position));
}
