import { placedFile, placedIn, placedMedia, textbookCheck } from '../../contract/textbook/placed.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { sendFile } from '../files/send-file.ts';
import { serve, type App } from '../http/serve.ts';
import { checkOf, placedFileFor, placedForReaders, placedItems } from './placed.service.ts';

export function placedRoutes(app: App): void {
  serve(app, textbookCheck, ({ context, params }) => checkOf(context, params.publishId));
  serve(app, placedIn, ({ context, currentUser, params }) => placedForReaders(context, currentUser, params.publishId));
  serve(app, placedFile, async ({ context, currentUser, params, reply }) =>
    sendFile(context, reply, await placedFileFor(context, currentUser, params.placedId), 'attachment'),
  );
  serveCrud(app, placedMedia, placedItems);
}
