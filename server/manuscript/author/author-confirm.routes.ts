import {
  answerConfirmation,
  askConfirmation,
  authorConfirmations,
  confirmByDocument,
  openConfirmation,
} from '../../../contract/manuscript/author-confirm.ts';
import { serve, type App } from '../../http/serve.ts';
import {
  answerConfirmation as answer,
  askCoAuthor,
  confirmationsFor,
  confirmWithDocument,
  openConfirmation as open,
} from './author-confirm.service.ts';

export function authorConfirmRoutes(app: App): void {
  serve(app, openConfirmation, ({ context, currentUser, body, request }) => open(context, currentUser, body, request.ip));
  serve(app, answerConfirmation, ({ context, currentUser, body, request }) => answer(context, currentUser, body, request.ip));
  serve(app, authorConfirmations, ({ context, currentUser, params }) => confirmationsFor(context, currentUser, params.archiveId));
  serve(app, askConfirmation, ({ context, currentUser, params, body }) => askCoAuthor(context, currentUser, params.archiveId, body));
  serve(app, confirmByDocument, (call) => confirmWithDocument(call, call.params.archiveId, call.query.name, call.query.role));
}
