import { myStatistics, ownedBook, shelfState } from '../../contract/library/shelf.ts';
import { serve, type App } from '../http/serve.ts';
import { myStatistics as statistics, ownedBook as owned, shelfState as state } from './shelf.service.ts';

export function shelfRoutes(app: App): void {
  serve(app, shelfState, ({ context, currentUser, params }) => state(context, currentUser, params.publishId));
  serve(app, ownedBook, ({ context, currentUser, params }) => owned(context, currentUser, params.publishId));
  serve(app, myStatistics, ({ context, currentUser }) => statistics(context, currentUser));
}
