import { useQueries } from '@tanstack/react-query';
import { useSnapshot } from 'valtio/react';
import { type BookCard, getBook } from '../../../contract/catalog/book.ts';
import { CODE } from '../../../contract/error.ts';
import { ownedBook } from '../../../contract/library/shelf.ts';
import { call, CallError } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { downloads } from '../../downloads/downloads.store.ts';
import { announcedBook } from '../reading/session/announced-position.ts';

/** `null`: the server no longer has the work. `away`: the number of works that are unknown until the server answers. */
interface Works {
  readonly works: ReadonlyMap<number, BookCard | null>;
  readonly away: number;
}

const isGone = (error: unknown): boolean => error instanceof CallError && error.code === CODE.missing;

/** Returns the works of some notes, as far as known: on sale, owned, downloaded on this device, or recently read. */
export function useWorks(publishIds: readonly number[]): Works {
  const { items } = useSnapshot(downloads);
  const answers = useQueries({
    queries: publishIds.map((publishId) => {
      const input = { params: { publishId } };
      const asked = queryOf(getBook, input);
      return {
        queryKey: asked.queryKey,
        staleTime: 10 * 60_000,
        queryFn: () =>
          call(getBook, input).catch((error: unknown) => {
            if (isGone(error)) return call(ownedBook, input);
            throw error;
          }),
      };
    }),
  });
  const works = new Map(
    publishIds.flatMap((publishId, index) => {
      const { data, error } = answers[index] ?? {};
      const work = data ?? (items[publishId]?.book as BookCard | undefined) ?? (isGone(error) ? null : announcedBook(publishId));
      return work === undefined ? [] : [[publishId, work] as const];
    }),
  );
  return { works, away: publishIds.filter((publishId, index) => !works.has(publishId) && answers[index]?.fetchStatus !== 'fetching').length };
}
