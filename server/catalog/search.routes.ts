import { hotWords, search } from '../../contract/catalog/search.ts';
import { serve, type App } from '../http/serve.ts';
import { hotWords as mostSearched, searchFor } from './search.service.ts';

export function searchRoutes(app: App): void {
  serve(app, search, ({ house, visitor, request, query }) => searchFor(house, visitor, request.ip, query));
  serve(app, hotWords, ({ house }) => mostSearched(house));
}
