import { type BookTexts, bookTexts } from './book-search.ts';

/** The documents of a book, to be searched; without the table of signs, which is fetched beside them, each is found as it is written. */
export async function textsOf(documents: readonly string[] | Promise<readonly string[]>): Promise<BookTexts> {
  const table = import('./simplified-characters.ts').then(
    ({ signs }) => signs(),
    () => null,
  );
  return bookTexts(...(await Promise.all([documents, table])));
}

/** What a `SEARCH_FILE` holds, in either of its encodings: of the first sign, `{`, the second byte is zero in UTF-16. */
export function documentsIn(file: ArrayBuffer): string[] {
  const wide = new Uint8Array(file, 0, Math.min(2, file.byteLength))[1] === 0;
  return (JSON.parse(new TextDecoder(wide ? 'utf-16le' : 'utf-8').decode(file)) as { documents: string[] }).documents;
}
