import { answerConfirmation, askConfirmation, authorConfirmations, openConfirmation } from '../../contract/manuscript/author-confirm.ts';
import { serve, type App } from '../http/serve.ts';
import { answerByLink, askByLink, confirmationsFor, openByLink } from './author-confirm.service.ts';

export function authorConfirmRoutes(app: App): void {
  serve(app, openConfirmation, ({ context, body, request }) => openByLink(context, body.token, request.ip));
  serve(app, answerConfirmation, ({ context, body, request }) => answerByLink(context, body, request.ip));
  serve(app, authorConfirmations, ({ context, currentUser, params }) => confirmationsFor(context, currentUser, params.archiveId));
  serve(app, askConfirmation, ({ context, currentUser, params, body }) => askByLink(context, currentUser, params.archiveId, body));
}
