import { markedCopy, ownRevision, revisions, saveRevision } from '../../../contract/manuscript/revision.ts';
import { sendDocx } from '../../document/send-docx.ts';
import { serve, type App } from '../../http/serve.ts';
import { markedCopyOf } from '../document/marked-copy.service.ts';
import { storeRevision, revisionFor, revisionsFor } from './revision.service.ts';

export function revisionRoutes(app: App): void {
  serve(app, revisions, ({ context, params }) => revisionsFor(context, params.archiveId));
  serve(app, markedCopy, async ({ context, currentUser, params, query, reply }) =>
    sendDocx(reply, await markedCopyOf(context, currentUser, params.archiveId, query.from, query.to)),
  );
  serve(app, ownRevision, ({ context, currentUser, params }) => revisionFor(context, currentUser, params.archiveId));
  serve(app, saveRevision, ({ context, currentUser, body }) => storeRevision(context, currentUser, body));
}
