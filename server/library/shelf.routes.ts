import { myStatistics, ownedBook, shelfState } from '../../contract/library/shelf.ts';
import { serve, type App } from '../http/serve.ts';
import { myStatistics as statistics, ownedBook as owned, shelfState as state } from './shelf.service.ts';

export function shelfRoutes(app: App): void {
  serve(app, shelfState, ({ house, visitor, params }) => state(house, visitor, params.publishId));
  serve(app, ownedBook, ({ house, visitor, params }) => owned(house, visitor, params.publishId));
  serve(app, myStatistics, ({ house, visitor }) => statistics(house, visitor));
}
