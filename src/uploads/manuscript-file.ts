import { addUploadedFile, MANUSCRIPT_UPLOAD_PATH, uploadManuscriptFile } from '../../contract/manuscript/manuscript-file.ts';
import type { FileRole } from '../../contract/manuscript/manuscript-limits.ts';
import { fileObjection, roleFiles } from '../../contract/manuscript/work-files.ts';
import { call } from '../api/call.ts';
import { sendFile } from './resumable-upload.ts';

interface Sent {
  readonly archiveId: number;
  readonly fileRole: FileRole;
  readonly file: File;
  /** Called with a whole number of per cent. */
  readonly onProgress?: ((percent: number) => void) | undefined;
}

/**
 * Sends a file of a manuscript. Recordings and films go in parts: after a break or a reload the same file continues where it stopped. Throws with what
 * to do.
 */
export async function sendManuscriptFile({ archiveId, fileRole, file, onProgress }: Sent): Promise<void> {
  const objection = fileObjection(fileRole, file.name, file.size);
  if (objection) throw new Error(objection);
  if (roleFiles(fileRole).content === 'document') {
    const body = new FormData();
    body.append('file', file);
    await call(uploadManuscriptFile, { query: { archiveId, fileRole }, body });
    return;
  }
  const uploadId = await new Promise<string>((resolve, reject) => {
    sendFile(MANUSCRIPT_UPLOAD_PATH, file, {
      onProgress: (sent, total) => onProgress?.(Math.floor((sent / Math.max(1, total)) * 100)),
      onDone: resolve,
      onError: (words, mayGoOn) => reject(new Error(mayGoOn ? `${words}；再选同一个文件会接着传` : words)),
    }).catch(reject);
  });
  await call(addUploadedFile, { body: { archiveId, fileRole, uploadId } });
}
