import { collect, collectCount, myCollects, uncollect } from '../../contract/library/favorite.ts';
import { serve, type App } from '../http/serve.ts';
import { collectTotal, collectWork, myCollects as mine, uncollectWorks } from './favorite.service.ts';

export function collectRoutes(app: App): void {
  serve(app, collect, ({ house, visitor, body }) => collectWork(house, visitor, body.targetId));
  serve(app, uncollect, ({ house, visitor, params }) => uncollectWorks(house, visitor, params.targetIds));
  serve(app, myCollects, ({ house, visitor, query }) => mine(house, visitor, query));
  serve(app, collectCount, ({ house, visitor }) => collectTotal(house, visitor));
}
