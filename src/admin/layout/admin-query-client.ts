import { QueryClient } from '@tanstack/react-query';
import { isOffline } from '../../api/call.ts';
import { onPersonChange } from '../../session/session.store.ts';

/** The desk's own answers: shown at once, asked again at every visit, and never kept on the device. */
export const adminQueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a network a question fails at once and says so, and what is pressed is never done later by itself.
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
