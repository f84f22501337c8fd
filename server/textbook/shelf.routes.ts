import { myTextbooks, textbookFacets } from '../../contract/textbook/shelf.ts';
import { serve, type App } from '../http/serve.ts';
import { facets, mine } from './shelf.service.ts';

export function shelfRoutes(app: App): void {
  serve(app, textbookFacets, ({ context }) => facets(context));
  serve(app, myTextbooks, ({ context, currentUser }) => mine(context, currentUser));
}
