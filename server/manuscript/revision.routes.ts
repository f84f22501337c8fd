import { answerConfirmation, askConfirmation, authorConfirmations, openConfirmation } from '../../contract/manuscript/author-confirm.ts';
import { markedCopy, ownRevision, revisions, saveRevision } from '../../contract/manuscript/revision.ts';
import { sendDocx } from '../document/send-docx.ts';
import { serve, type App } from '../http/serve.ts';
import { answerByLink, askByLink, confirmationsFor, openByLink } from './author-confirm.service.ts';
import { markedCopyOf } from './marked-copy.service.ts';
import { keepRevision, revisionFor, revisionsFor } from './revision.service.ts';

export function revisionRoutes(app: App): void {
  serve(app, revisions, ({ context, params }) => revisionsFor(context, params.archiveId));
  serve(app, markedCopy, async ({ context, currentUser, params, query, reply }) =>
    sendDocx(reply, await markedCopyOf(context, currentUser, params.archiveId, query.from, query.to)),
  );
  serve(app, ownRevision, ({ context, currentUser, params }) => revisionFor(context, currentUser, params.archiveId));
  serve(app, saveRevision, ({ context, currentUser, body }) => keepRevision(context, currentUser, body));
  serve(app, openConfirmation, ({ context, body, request }) => openByLink(context, body.token, request.ip));
  serve(app, answerConfirmation, ({ context, body, request }) => answerByLink(context, body, request.ip));
  serve(app, authorConfirmations, ({ context, currentUser, params }) => confirmationsFor(context, currentUser, params.archiveId));
  serve(app, askConfirmation, ({ context, currentUser, params, body }) => askByLink(context, currentUser, params.archiveId, body));
}
