import { collection, queryCollections } from '../../contract/catalog/collection.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { collections, publicCollections } from './collection.service.ts';

export function collectionRoutes(app: App): void {
  serveCrud(app, collection, collections);
  serve(app, queryCollections, ({ context, query }) => publicCollections(context, query));
}
