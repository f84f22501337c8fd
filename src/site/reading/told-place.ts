import { shelfState } from '../../../contract/library/shelf.ts';
import { myProgress, type Progress } from '../../../contract/reading/progress.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';

interface Rows {
  readonly rows: readonly { readonly progress: Progress }[];
}

/** Where the person was in a book when this device was last told, in whichever answer: what the ways into the book promise. */
export function toldPlace(publishId: number): Progress | null {
  const own = queryClient.getQueryData<{ progress: Progress | null }>(queryOf(shelfState, { params: { publishId } }).queryKey)?.progress;
  const lists = queryClient
    .getQueriesData<Rows | { readonly pages: readonly Rows[] }>({ queryKey: [myProgress.key] })
    .flatMap(([, list]) => (list ? ('pages' in list ? list.pages : [list]) : []))
    .flatMap(({ rows }) => rows.map(({ progress }) => progress));
  const told = [...(own ? [own] : []), ...lists.filter((one) => one.publishId === publishId)];
  return told.reduce<Progress | null>((last, one) => (last && last.clock >= one.clock ? last : one), null);
}
