import { type BookTexts, bookTexts } from './book-search.ts';

/** The documents of a book, to be searched; without the table of signs, which is fetched beside them, each is found as it is written. */
export async function textsOf(documents: readonly string[] | Promise<readonly string[]>): Promise<BookTexts> {
  const table = import('./simplified.ts').then(
    ({ signs }) => signs(),
    () => null,
  );
  return bookTexts(...(await Promise.all([documents, table])));
}

/** What `search.json` holds. */
export const documentsIn = (file: ArrayBuffer): string[] => (JSON.parse(new TextDecoder().decode(file)) as { documents: string[] }).documents;
