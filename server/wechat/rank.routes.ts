import { buildRank, publishRank, queryPeriods, queryRank, rank, rankPlaces } from '../../contract/wechat/rank.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { placesPage, publicPeriods, rankView } from './rank-view.service.ts';
import { buildRank as build, publishRank as publish, ranks } from './rank.service.ts';

export function rankRoutes(app: App): void {
  serve(app, queryRank, ({ context, query }) => rankView(context, query));
  serve(app, queryPeriods, ({ context, query }) => publicPeriods(context, query.periodType));
  serve(app, rankPlaces, ({ context, params, query }) => placesPage(context, params.id, query));
  serve(app, buildRank, (call) => build(call, call.body));
  serve(app, publishRank, (call) => publish(call, call.params.id, call.body));
  serveCrud(app, rank, ranks);
}
