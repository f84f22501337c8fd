import { hotWords, search, suggestions } from '../../contract/catalog/search.ts';
import { serve, type App } from '../http/serve.ts';
import { hotWords as mostSearched, searchFor } from './search.service.ts';
import { suggestFor } from './suggestion.service.ts';

export function searchRoutes(app: App): void {
  serve(app, search, ({ house, visitor, request, query }) => searchFor(house, visitor, request, query));
  serve(app, suggestions, ({ house, visitor, request, query }) => suggestFor(house, visitor, request.ip, query.keyword));
  serve(app, hotWords, ({ house }) => mostSearched(house));
}
