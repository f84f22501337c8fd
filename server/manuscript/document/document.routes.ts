import { besideCompare, besideList, downloadDocument, openDocument } from '../../../contract/manuscript/document.ts';
import { sendDocx } from '../../document/send-docx.ts';
import { serve, type App } from '../../http/serve.ts';
import { besideFor, compareBeside } from './document-save.service.ts';
import { documentFile, documentFor } from './document.service.ts';

export function documentRoutes(app: App): void {
  serve(app, openDocument, ({ context, currentUser, params, query }) =>
    documentFor(context, currentUser, params.kind, params.id, query.reading === '1'),
  );
  serve(app, downloadDocument, async ({ context, currentUser, params, reply }) =>
    sendDocx(reply, await documentFile(context, currentUser, params.kind, params.id)),
  );
  serve(app, besideList, ({ context, currentUser, query }) => besideFor(context, currentUser, query.archiveId));
  serve(app, besideCompare, ({ context, currentUser, params }) => compareBeside(context, currentUser, params.archiveFileId));
}
