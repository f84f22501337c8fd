import { myTextbooks, textbookFacets } from '../../contract/textbook/shelf.ts';
import { textbook } from '../../contract/textbook/textbook.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { facets, mine } from './shelf.service.ts';
import { textbooks } from './textbook.service.ts';

export function textbookRoutes(app: App): void {
  serve(app, textbookFacets, ({ context }) => facets(context));
  serve(app, myTextbooks, ({ context, currentUser }) => mine(context, currentUser));
  serveCrud(app, textbook, textbooks);
}
