import { bookFolder, type PreparedBook, SEARCH_FILE } from '../../contract/reading/prepared-book.ts';
import { type BookTexts, bookTexts } from './book-search.ts';

export interface Searchable {
  readonly texts: BookTexts;
  /** Only the chapters open to everybody. */
  readonly trial: boolean;
}

let last: { key: string; found: Promise<Searchable> } | null = null;

/** The text of a whole edition, or of the part this reader may read; the last book asked for is kept. Throws without network and copy. */
export function searchText(publishId: number, editionId: number, book: PreparedBook, limit: number): Promise<Searchable> {
  const key = `${publishId}/${editionId}/${limit}`;
  if (last?.key === key) return last.found;
  const found = read(bookFolder(publishId, editionId), book, limit);
  last = { key, found };
  found.catch(() => {
    if (last?.found === found) last = null;
  });
  return found;
}

async function read(folder: string, book: PreparedBook, limit: number): Promise<Searchable> {
  const whole = await fetch(folder + SEARCH_FILE);
  if (whole.ok) return { texts: bookTexts(((await whole.json()) as { documents: string[] }).documents), trial: false };
  if (whole.status !== 403) throw new Error('书的文字没有取到，请联网后再试');
  const open = await Promise.all(book.spine.slice(0, limit).map(({ href }) => textOf(folder, href)));
  return { texts: bookTexts(open), trial: limit < book.spine.length };
}

async function textOf(folder: string, href: string): Promise<string> {
  const answer = await fetch(folder + href.split('/').map(encodeURIComponent).join('/'));
  if (!answer.ok) return '';
  const { body } = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const ruby of body.querySelectorAll('rt, rp, script, style')) ruby.remove();
  return (body.textContent ?? '').replace(/\s+/g, ' ');
}
