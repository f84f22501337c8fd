import type { Passage } from '../../contract/annotation/sync.ts';
import { READER_PATH } from '../../contract/reading/reader-path.ts';

type Addressed = Pick<Passage, 'publishId' | 'editionId' | 'cfi' | 'text'>;

/** Characters a passage is found again by; an address stays short enough to be printed. */
const BEGINNING = 16;

/** Brackets too: what makes links of text ends one before a last bracket. */
const inAddress = (text: string): string => encodeURIComponent(text).replaceAll('(', '%28').replaceAll(')', '%29');

/** The book at a passage: its place, the edition it has that place in, and how it begins, to be found in a later one. */
export function passagePath({ publishId, editionId, cfi, text }: Addressed): string {
  const begins = [...text.replace(/\s+/g, '')].slice(0, BEGINNING).join('');
  const parts = [`publishId=${publishId}`, `edition=${editionId}`, ...(begins ? [`begins=${inAddress(begins)}`] : []), `at=${inAddress(cfi)}`];
  return `${READER_PATH}?${parts.join('&')}`;
}

/** What an address says of its passage beside its place; null where it names none. */
export function passageIn(search: URLSearchParams): { editionId: number; begins: string; at: string } | null {
  const editionId = Number(search.get('edition'));
  if (!Number.isSafeInteger(editionId) || editionId <= 0) return null;
  return { editionId, begins: (search.get('begins') ?? '').slice(0, 2 * BEGINNING), at: search.get('at') ?? '' };
}
