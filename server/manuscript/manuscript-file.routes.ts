import { downloadManuscriptFile, manuscriptFiles, removeManuscriptFiles, uploadManuscriptFile } from '../../contract/manuscript/manuscript-file.ts';
import { sendFile } from '../files/send-file.ts';
import { serve, type App } from '../http/serve.ts';
import { fileDownload, filesFor, removeFiles, uploadFor } from './manuscript-file.service.ts';

export function manuscriptFileRoutes(app: App): void {
  serve(app, manuscriptFiles, ({ context, currentUser, query }) => filesFor(context, currentUser, query.archiveId));
  serve(app, uploadManuscriptFile, ({ context, currentUser, query, request }) => uploadFor(context, currentUser, query, request));
  serve(app, downloadManuscriptFile, async ({ context, currentUser, params, reply }) =>
    sendFile(context, reply, await fileDownload(context, currentUser, params.archiveFileId), 'attachment'),
  );
  serve(app, removeManuscriptFiles, ({ context, currentUser, params }) => removeFiles(context, currentUser, params.archiveFileIds));
}
