import { useState } from 'react';
import type { FormField } from '../../contract/workflow/form-content.ts';
import { mostFiles, uploadKinds, uploadLimit } from '../../contract/workflow/form-value.ts';
import { acceptOf, useUploadRules } from '../api/upload-rules.ts';
import { rejectedFile, type FormFile } from './file-upload.ts';
import { useStore, type FieldState } from './use-filled-form.ts';

export interface FileFieldState {
  readonly files: readonly FormFile[];
  readonly sending: number;
  readonly full: boolean;
  readonly most: number;
  /** The extensions that both the field and the platform allow, for the file input. */
  readonly accept: string;
  /** What may be uploaded, for people. */
  readonly hint: string;
  /** Checks and sends the files, one after the other. Returns the first message of a rejected one. */
  readonly send: (chosen: readonly File[]) => Promise<string | null>;
  readonly remove: (file: FormFile) => void;
}

/** The files of an upload field: each is sent to this site when it is chosen. */
export function useFileField(field: FormField, state: FieldState): FileFieldState {
  const { sendFile } = useStore().parts;
  const [sending, setSending] = useState(0);
  const files = Array.isArray(state.value) ? (state.value as FormFile[]) : [];
  const rules = useUploadRules();
  const most = mostFiles(field, rules);
  const kinds = uploadKinds(field, rules);
  const send = async (chosen: readonly File[]): Promise<string | null> => {
    let problem: string | null = null;
    let list = most === 1 ? [] : files;
    for (const file of chosen) {
      const wrong = rejectedFile(field, file, rules) ?? (list.length >= most ? `${field.label}最多${most}个文件` : null);
      if (wrong) {
        problem ??= wrong;
        continue;
      }
      setSending((count) => count + 1);
      try {
        const { name, url } = await sendFile(file);
        list = [...list, { uid: `${Date.now()}-${list.length}`, name, url }];
        state.change(list);
      } catch (error) {
        problem ??= error instanceof Error && error.message !== '' ? error.message : '上传失败，请重试';
      } finally {
        setSending((count) => count - 1);
      }
    }
    return problem;
  };
  return {
    files,
    sending,
    most,
    full: files.length >= most,
    accept: acceptOf(kinds),
    hint:
      kinds.length === 0
        ? '本站现在不接收这类文件，请联系管理员'
        : `${kinds.join('、')}，不超过${uploadLimit(field, rules).text}${most > 1 ? `，最多${most}个` : ''}`,
    send,
    remove: (file) => state.change(files.filter((one) => one.uid !== file.uid)),
  };
}
