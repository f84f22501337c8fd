import type { Answer, AnswerFileRef, UploadAnswer } from './question-kind.ts';

/** Whether a value is an object with keys, no list and not null. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether an answer is one of files. */
export const isUpload = (answer: unknown): answer is UploadAnswer =>
  isRecord(answer) && Array.isArray(answer['photos']) && Array.isArray(answer['files']);

/** The key that a device makes for a file of an answer: a random UUID. */
export const FILE_KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isFileRef = (value: unknown): value is AnswerFileRef =>
  typeof value === 'string' ? FILE_KEY.test(value) : typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

export const ANSWER_FILE_KINDS = ['photo', 'recording', 'file'] as const;
export type AnswerFileKind = (typeof ANSWER_FILE_KINDS)[number];

/** The files that an answer names, also those of the parts of a passage. What is no file is left out. */
export function filesOfAnswer(answer: unknown): { readonly ref: AnswerFileRef; readonly kind: AnswerFileKind }[] {
  if (isUpload(answer)) {
    const named = [
      ...answer.photos.map((ref) => ({ ref, kind: 'photo' as const })),
      { ref: answer.recording, kind: 'recording' as const },
      ...answer.files.map((ref) => ({ ref, kind: 'file' as const })),
    ];
    return named.flatMap(({ ref, kind }) => (isFileRef(ref) ? [{ ref, kind }] : []));
  }
  return isRecord(answer) ? Object.values(answer).flatMap((part) => filesOfAnswer(part as Answer)) : [];
}
