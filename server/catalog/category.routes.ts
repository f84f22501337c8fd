import { categoryTree } from '../../contract/catalog/category.ts';
import { serve, type App } from '../http/serve.ts';
import { categoryTree as tree } from './category.service.ts';

export function categoryRoutes(app: App): void {
  serve(app, categoryTree, ({ context }) => tree(context));
}
