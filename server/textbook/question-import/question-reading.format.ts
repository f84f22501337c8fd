import type { AnswerLanguage } from '../../../contract/textbook/question-kind.ts';
import type { CheckedHead } from './checked-question.format.ts';
import type { ImportLine } from './read-question.format.ts';

/** A folder with the file `input`; what is read is written there. */
export interface ReadingOrder {
  readonly folder: string;
  readonly name: string;
  readonly language: AnswerLanguage;
  /** Folder of the addresses of pictures. */
  readonly addresses: string;
}

export interface ReadingResult {
  readonly format: string;
  readonly lines: readonly ImportLine[];
  readonly heads: readonly CheckedHead[];
  /** Number of files `part-0` …, each a JSON list of questions. */
  readonly parts: number;
  /** Pictures and recordings in the files `media-0` …. */
  readonly media: readonly { readonly fileName: string; readonly originalName: string }[];
}

export const PROGRESS_FILE = 'progress';
