import type { UploadAnswer } from './question-kind.ts';

/** Whether a value is an object with keys, no list and not null. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether an answer is one of files. */
export const isUpload = (answer: unknown): answer is UploadAnswer =>
  isRecord(answer) && Array.isArray(answer['photos']) && Array.isArray(answer['files']);
