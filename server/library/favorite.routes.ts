import { collect, collectCount, myCollects, uncollect } from '../../contract/library/favorite.ts';
import { serve, type App } from '../http/serve.ts';
import { collectTotal, collectWork, myCollects as mine, uncollectWorks } from './favorite.service.ts';

export function collectRoutes(app: App): void {
  serve(app, collect, ({ context, currentUser, body }) => collectWork(context, currentUser, body.targetId));
  serve(app, uncollect, ({ context, currentUser, params }) => uncollectWorks(context, currentUser, params.targetIds));
  serve(app, myCollects, ({ context, currentUser, query }) => mine(context, currentUser, query));
  serve(app, collectCount, ({ context, currentUser }) => collectTotal(context, currentUser));
}
