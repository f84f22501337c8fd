import type { BookCard } from '../../../contract/catalog/book.ts';
import { shelfState } from '../../../contract/library/shelf.ts';
import { myProgress, type Progress } from '../../../contract/reading/progress.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';

interface Rows {
  readonly rows: readonly { readonly book: BookCard; readonly progress: Progress }[];
}

/** What this device was told of books that were read, in whichever list. */
const toldRows = (publishId: number): Rows['rows'] =>
  queryClient
    .getQueriesData<Rows | { readonly pages: readonly Rows[] }>({ queryKey: [myProgress.key] })
    .flatMap(([, list]) => (list ? ('pages' in list ? list.pages : [list]) : []))
    .flatMap(({ rows }) => rows.filter(({ progress }) => progress.publishId === publishId));

/** Where the person was in a book when this device was last told, in whichever answer: what the ways into the book promise. */
export function announcedPosition(publishId: number): Progress | null {
  const own = queryClient.getQueryData<{ progress: Progress | null }>(queryOf(shelfState, { params: { publishId } }).queryKey)?.progress;
  const told = [...(own ? [own] : []), ...toldRows(publishId).map(({ progress }) => progress)];
  return told.reduce<Progress | null>((last, one) => (last && last.clock >= one.clock ? last : one), null);
}

/** The book itself, as it stood in such a list; undefined where it stood in none. */
export const announcedBook = (publishId: number): BookCard | undefined => toldRows(publishId)[0]?.book;
