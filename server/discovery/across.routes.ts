import { searchAcross } from '../../contract/discovery/across.ts';
import { serve, type App } from '../http/serve.ts';
import { across } from './across.service.ts';

export function acrossRoutes(app: App): void {
  serve(app, searchAcross, ({ context, currentUser, request, query }) => across(context, currentUser, request, query));
}
