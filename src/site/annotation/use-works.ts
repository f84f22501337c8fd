import { useQueries } from '@tanstack/react-query';
import { type BookCard, getBook } from '../../../contract/catalog/book.ts';
import { CODE } from '../../../contract/error.ts';
import { ownedBook } from '../../../contract/library/shelf.ts';
import { call, CallError } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';

/** The works of some notes, as far as they are known: on sale, or owned. */
export function useWorks(publishIds: readonly number[]): Map<number, BookCard> {
  const answers = useQueries({
    queries: publishIds.map((publishId) => {
      const input = { params: { publishId } };
      const asked = queryOf(getBook, input);
      return {
        queryKey: asked.queryKey,
        staleTime: 10 * 60_000,
        queryFn: () =>
          call(getBook, input).catch((error: unknown) => {
            if (error instanceof CallError && error.code === CODE.missing) return call(ownedBook, input);
            throw error;
          }),
      };
    }),
  });
  return new Map(answers.flatMap(({ data }) => (data ? [[data.publishId, data] as const] : [])));
}

/** The book at a passage. */
export const passagePath = (publishId: number, cfi: string): string => `/cms/main/epubRead?publishId=${publishId}&at=${encodeURIComponent(cfi)}`;
