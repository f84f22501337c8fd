import { addUploadedFile, playManuscriptFile } from '../../../contract/manuscript/manuscript-file.ts';
import { playRoutes } from '../../files/play-link.ts';
import { serve, type App } from '../../http/serve.ts';
import { addUploaded, playManuscript } from './uploaded-file.service.ts';

/** Files of manuscripts that are uploaded in parts, and the player of recordings and films. */
export function uploadedFileRoutes(app: App): void {
  serve(app, addUploadedFile, ({ context, currentUser, body }) => addUploaded(context, currentUser, body));
  serve(app, playManuscriptFile, ({ context, currentUser, params }) => playManuscript(context, currentUser, params.archiveFileId));
  playRoutes(app);
}
