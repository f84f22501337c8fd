import { acceptanceFile, authorisationFile, letterFile } from '../../../contract/manuscript/press-document.ts';
import { sendDocx } from '../../document/send-docx.ts';
import { serve, type App } from '../../http/serve.ts';
import { acceptanceDocument, authorisationDocument, letterDocument } from './press-document.service.ts';

export function pressDocumentRoutes(app: App): void {
  serve(app, acceptanceFile, async ({ context, currentUser, params, reply }) =>
    sendDocx(reply, await acceptanceDocument(context, currentUser, params.archiveId)),
  );
  serve(app, authorisationFile, async ({ context, currentUser, params, reply }) =>
    sendDocx(reply, await authorisationDocument(context, currentUser, params.archiveId, params.position)),
  );
  serve(app, letterFile, async ({ context, currentUser, params, reply }) =>
    sendDocx(reply, await letterDocument(context, currentUser, params.letterId)),
  );
}
