import { querySlogans, slogan, sloganEvent, sortSlogans } from '../../contract/content/slogan.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { handleSloganEvent, liveSlogans, slogans, sortSlogansOf } from './slogan.service.ts';

export function sloganRoutes(app: App): void {
  serve(app, querySlogans, ({ context, query }) => liveSlogans(context, query.position));
  serveCrud(app, slogan, slogans);
  serve(app, sortSlogans, (call) => sortSlogansOf(call, call.body.position, call.body.sloganIds));
  serve(app, sloganEvent, (call) => handleSloganEvent(call, call.params.sloganId, call.params.event, call.body ?? {}));
}
