import { QueryClient } from '@tanstack/react-query';
import type { DataOf, Endpoint, EndpointSpec } from '../../contract/endpoint.ts';
import { call, CallError, isOffline, TOO_LATE, type CallInput } from './call.ts';

const MINUTE = 60_000;
/** Stored answers stay readable offline for this long. */
export const CACHE_MS = 14 * 24 * 60 * MINUTE;

/** A query that timed out is not retried, because the user has already waited for the full timeout. */
const mayGoBetter = (error: unknown): boolean => error instanceof CallError && error.code !== TOO_LATE && (isOffline(error) || error.code >= 500);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a network a query fails at once, and stored data is shown instead of waiting.
      networkMode: 'always',
      staleTime: 2 * MINUTE,
      gcTime: CACHE_MS,
      retry: (failures, error) => failures < 1 && navigator.onLine && mayGoBetter(error),
      retryDelay: 600,
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always' },
  },
});

/** A query to the server, identified by the endpoint and its input. */
export function queryOf<K extends string, S extends EndpointSpec>(endpoint: Endpoint<K, S>, input: CallInput<S>) {
  return {
    queryKey: [endpoint.key, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<DataOf<S>> => call(endpoint, input, { signal }),
  };
}

/** Puts the data that the server wrote into the page into the query cache for the first screen. */
export function takeFirstData(): void {
  const element = document.getElementById('first-data');
  if (!element?.textContent) return;
  try {
    for (const [key, input, data] of JSON.parse(element.textContent) as [string, unknown, unknown][]) queryClient.setQueryData([key, input], data);
  } catch {
    // A page cut short: the screens ask for themselves.
  }
}
