import { type BookTexts, bookTexts } from './book-search.ts';

/** Returns the searchable documents of a book. The character table is loaded in parallel; without it, only the script of the text matches. */
export async function textsOf(documents: readonly string[] | Promise<readonly string[]>): Promise<BookTexts> {
  const table = import('./simplified-characters.ts').then(
    ({ signs }) => signs(),
    () => null,
  );
  return bookTexts(...(await Promise.all([documents, table])));
}

/** Parses a `SEARCH_FILE` in either encoding: in UTF-16 the second byte of the first character, `{`, is zero. */
export function documentsIn(file: ArrayBuffer): string[] {
  const wide = new Uint8Array(file, 0, Math.min(2, file.byteLength))[1] === 0;
  return (JSON.parse(new TextDecoder(wide ? 'utf-16le' : 'utf-8').decode(file)) as { documents: string[] }).documents;
}
