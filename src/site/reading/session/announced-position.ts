import type { BookCard } from '../../../../contract/catalog/book.ts';
import { shelfState } from '../../../../contract/library/shelf.ts';
import { myProgress, type Progress } from '../../../../contract/reading/progress.ts';
import { allOf } from '../../../api/all-of.ts';
import { queryClient, queryOf } from '../../../api/query-client.ts';

interface Rows {
  readonly rows: readonly { readonly book: BookCard; readonly progress: Progress }[];
}

/** Returns the rows for a book that this device received, in any list. */
const announcedRows = (publishId: number): Rows['rows'] =>
  queryClient
    .getQueriesData<Rows | { readonly pages: readonly Rows[] }>(allOf(myProgress))
    .flatMap(([, list]) => (list ? ('pages' in list ? list.pages : [list]) : []))
    .flatMap(({ rows }) => rows.filter(({ progress }) => progress.publishId === publishId));

/**
 * Returns the user's position in a book from the latest response on this device, in any list. It matches the position that the links into
 * the book show.
 */
export function announcedPosition(publishId: number): Progress | null {
  const own = queryClient.getQueryData<{ progress: Progress | null }>(queryOf(shelfState, { params: { publishId } }).queryKey)?.progress;
  const notified = [...(own ? [own] : []), ...announcedRows(publishId).map(({ progress }) => progress)];
  return notified.reduce<Progress | null>((last, one) => (last && last.clock >= one.clock ? last : one), null);
}

/** Returns the book itself from such a list; undefined if no list contains it. */
export const announcedBook = (publishId: number): BookCard | undefined => announcedRows(publishId)[0]?.book;
