import { upload } from '../../../../contract/system/file.ts';
import { call } from '../../../api/call.ts';

/** Stores a file of an answer on the server; returns its id. */
export async function uploadAnswerFile(file: File): Promise<number> {
  const body = new FormData();
  body.append('file', file);
  const { fileId } = await call(upload, { body });
  return Number(fileId);
}
