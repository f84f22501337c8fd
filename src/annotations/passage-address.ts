import type { Passage } from '../../contract/annotation/sync.ts';
import { READER_PATH } from '../../contract/reading/reader-path.ts';

type Addressed = Pick<Passage, 'publishId' | 'editionId' | 'cfi' | 'text'>;

/** Number of characters that identify a passage; an address stays short enough to print. */
const BEGINNING = 16;

/** Encodes brackets too: automatic link detection stops before a final bracket. */
const inAddress = (text: string): string => encodeURIComponent(text).replaceAll('(', '%28').replaceAll(')', '%29');

/** Path of the book at a passage: its position, the edition of the position, and its first characters, to find it in a later edition. */
export function passagePath({ publishId, editionId, cfi, text }: Addressed): string {
  const begins = [...text.replace(/\s+/g, '')].slice(0, BEGINNING).join('');
  const parts = [`publishId=${publishId}`, `edition=${editionId}`, ...(begins ? [`begins=${inAddress(begins)}`] : []), `at=${inAddress(cfi)}`];
  return `${READER_PATH}?${parts.join('&')}`;
}

/** Returns what an address contains about its passage besides the position; null without a passage. */
export function passageIn(search: URLSearchParams): { editionId: number; begins: string; at: string } | null {
  const editionId = Number(search.get('edition'));
  if (!Number.isSafeInteger(editionId) || editionId <= 0) return null;
  return { editionId, begins: (search.get('begins') ?? '').slice(0, 2 * BEGINNING), at: search.get('at') ?? '' };
}
