import type { QuestionContent } from '../question/question-content.format.ts';

/** Something that a reader says about a place of a file: what is wrong or was changed, and what to do. */
export interface ImportLine {
  readonly place: string;
  readonly severity: 'rejected' | 'note';
  readonly what: string;
  readonly advice: string;
}

/** A question that a reader found. Without content it was rejected. */
export interface ReadQuestion {
  readonly place: string;
  readonly code: string;
  readonly chapter: string;
  readonly tags: readonly string[];
  readonly difficulty: number;
  readonly content: QuestionContent | null;
  /** Something is missing that an editor must add: it is imported as a draft. */
  readonly draft?: boolean;
}

/** Bytes of a picture or a recording that the file contains; null for one that it does not contain. */
export type MediaOf = (source: string) => Buffer | null;

export interface ReadFile {
  readonly questions: readonly ReadQuestion[];
  readonly lines: readonly ImportLine[];
  /** For formats with files: the bytes of a `src` in the HTML of a question. */
  readonly mediaOf?: MediaOf;
}

export const rejected = (place: string, what: string, advice: string): ImportLine => ({ place, severity: 'rejected', what, advice });
export const noted = (place: string, what: string, advice = ''): ImportLine => ({ place, severity: 'note', what, advice });

export const escapeHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Plain text as HTML: each line is a paragraph; one line stays without tags when `inline`. */
export const paragraphs = (text: string): string =>
  text
    .split(/\r?\n/)
    .filter((one) => one.trim() !== '')
    .map((one) => `<p>${escapeHtml(one.trim())}</p>`)
    .join('');

/** A text without control characters other than line ends and tabs: PostgreSQL stores no NUL. */
export const withoutControls = (text: string): string => text.replace(/(?![\n\r\t])\p{Cc}/gu, '');
