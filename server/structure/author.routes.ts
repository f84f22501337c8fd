import { author } from '../../contract/structure/author.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import type { App } from '../http/serve.ts';
import { authors } from './author.service.ts';

export function authorRoutes(app: App): void {
  serveCrud(app, author, authors);
}
