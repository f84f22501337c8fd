import { QueryClient } from '@tanstack/react-query';
import { isOffline } from '../../api/call.ts';
import { onPersonChange } from '../../session/session.store.ts';

/** The admin query cache: shown at once, refetched at every visit, and never stored on the device. */
export const adminQueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a network a query fails at once with an error, and a mutation is never repeated later automatically.
      networkMode: 'always',
      staleTime: 0,
      retry: (failures, error) => failures < 1 && navigator.onLine && isOffline(error),
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});

onPersonChange(() => adminQueryClient.clear());
