import { hotWords, search } from '../../contract/catalog/search.ts';
import { serve, type App } from '../http/serve.ts';
import { hotWords as mostSearched, searchAll } from './search.service.ts';

export function searchRoutes(app: App): void {
  serve(app, search, ({ house, query }) => searchAll(house, query));
  serve(app, hotWords, ({ house }) => mostSearched(house));
}
