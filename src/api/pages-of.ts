import type { DataOf, Endpoint, EndpointSpec } from '../../contract/endpoint.ts';
import { call, type CallInput } from './call.ts';
import { queryClient } from './query-client.ts';

interface Paged {
  query?: { pageNum?: number | string; pageSize?: number | string };
}

/**
 * An infinite list. Its first page uses the same query as `queryOf`, so data from the HTML or from
 * another view is not requested again.
 */
export function pagesOf<K extends string, S extends EndpointSpec, Page extends { rows: unknown[]; total: number }>(
  endpoint: Endpoint<K, S>,
  input: CallInput<S> & Paged,
  pageSize: number,
  read: (data: DataOf<S>) => Page,
) {
  const at = (pageNum: number) => ({ ...input, query: { ...input.query, pageNum, pageSize } });
  const firstKey = [endpoint.key, at(1)] as const;
  return {
    queryKey: [endpoint.key, input, 'pages'] as const,
    queryFn: async ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }): Promise<Page> =>
      read(await call(endpoint, at(pageParam), { signal })),
    initialPageParam: 1,
    getNextPageParam: (last: { total: number }, pages: readonly unknown[]): number | undefined =>
      pages.length * pageSize < last.total ? pages.length + 1 : undefined,
    initialData: () => {
      const first = queryClient.getQueryData<DataOf<S>>(firstKey);
      return first ? { pages: [read(first)], pageParams: [1] } : undefined;
    },
    initialDataUpdatedAt: () => queryClient.getQueryState(firstKey)?.dataUpdatedAt,
  };
}
