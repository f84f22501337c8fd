import { hotWords, search, suggestions } from '../../../contract/catalog/search.ts';
import { serve, type App } from '../../http/serve.ts';
import { hotWords as mostSearched, searchFor } from './search.service.ts';
import { suggestFor } from './suggestion.service.ts';

export function searchRoutes(app: App): void {
  serve(app, search, ({ context, currentUser, request, query }) => searchFor(context, currentUser, request, query));
  serve(app, suggestions, ({ context, currentUser, request, query }) => suggestFor(context, currentUser, request.ip, query.keyword));
  serve(app, hotWords, ({ context }) => mostSearched(context));
}
