import { endpoint } from '../endpoint.ts';

/**
 * Prepares an EPUB of the caller's own and keeps nothing of it. The answer is binary: each file with its length before it in four bytes,
 * big-endian, as in a pack (`pack.ts`). The first is an `OwnBookSheet` as JSON, the others are the files that it lists, in their order.
 */
export const prepareOwnBook = endpoint('POST /info/own-book', {
  summary: '整理自己的EPUB',
  access: 'signed-in',
  multipart: true,
  file: true,
});

export interface OwnBookSheet {
  readonly title: string;
  readonly authorsText: string;
  readonly language: string;
  /** Path of the picture of the cover among the files; empty without one. */
  readonly cover: string;
  readonly files: readonly { readonly path: string; readonly type: string }[];
}

/** Type of the answer; an error is JSON. */
export const OWN_BOOK_TYPE = 'application/x-own-book';
