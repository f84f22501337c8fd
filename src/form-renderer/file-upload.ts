import type { FormField } from '../../contract/workflow/form-content.ts';
import { fileProblem } from '../../contract/workflow/form-value.ts';
import type { UploadRules } from '../../contract/system/upload-rules.ts';
import { upload } from '../../contract/system/file.ts';
import { call } from '../api/call.ts';

/** A file of an upload, as it is submitted. */
export interface FormFile {
  readonly uid: string;
  readonly name: string;
  /** Address on this site. */
  readonly url: string;
}

export type SendFile = (file: File) => Promise<{ name: string; url: string }>;

/** Sends the file to this site, whatever address the form names (form-designer §5.2). */
export const sendFile: SendFile = async (file) => {
  const body = new FormData();
  body.append('file', file);
  const { fileName, fileOriginName } = await call(upload, { body });
  return { name: fileOriginName, url: fileName };
};

/** Returns why the file may not be uploaded to the field, or null. */
export const rejectedFile = (field: FormField, file: File, rules: UploadRules): string | null =>
  fileProblem(field, { name: file.name, size: file.size, type: file.type }, rules);
