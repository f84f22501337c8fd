import { collect, collectCount, followedScholars, myCollects, uncollect } from '../../contract/library/favorite.ts';
import { serve, type App } from '../http/serve.ts';
import { collectTarget, collectTotal, followed, myCollects as mine, uncollectTargets } from './favorite.service.ts';

export function collectRoutes(app: App): void {
  serve(app, collect, ({ context, currentUser, body }) => collectTarget(context, currentUser, body.targetType, body.targetId));
  serve(app, uncollect, ({ context, currentUser, params, query }) => uncollectTargets(context, currentUser, query.targetType, params.targetIds));
  serve(app, myCollects, ({ context, currentUser, query }) => mine(context, currentUser, query));
  serve(app, followedScholars, ({ context, currentUser }) => followed(context, currentUser));
  serve(app, collectCount, ({ context, currentUser }) => collectTotal(context, currentUser));
}
