import { OWN_BOOK_TYPE, prepareOwnBook } from '../../contract/reading/own-book.ts';
import { serve, type App } from '../http/serve.ts';
import { preparedOwnBook } from './own-book.service.ts';

export function ownBookRoutes(app: App): void {
  serve(app, prepareOwnBook, async ({ context, currentUser, request, reply }) => {
    const files = await preparedOwnBook(context, currentUser, request);
    return reply.header('cache-control', 'no-store').type(OWN_BOOK_TYPE).send(files);
  });
}
