import { downloadDocument, openDocument } from '../../contract/manuscript/document.ts';
import { sendDocx } from '../document/send-docx.ts';
import { serve, type App } from '../http/serve.ts';
import { documentFile, documentFor } from './document.service.ts';

export function documentRoutes(app: App): void {
  serve(app, openDocument, ({ context, currentUser, params }) => documentFor(context, currentUser, params.kind, params.id));
  serve(app, downloadDocument, async ({ context, currentUser, params, reply }) =>
    sendDocx(reply, await documentFile(context, currentUser, params.kind, params.id)),
  );
}
