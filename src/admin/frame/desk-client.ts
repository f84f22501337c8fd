import { QueryClient } from '@tanstack/react-query';
import { isOffline } from '../../api/call.ts';
import { onPersonChange } from '../../session/session.store.ts';

/** The desk's own answers: shown at once, asked again at every visit, and never kept on the device. */
export const deskClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 0, retry: (failures, error) => failures < 1 && isOffline(error), refetchOnWindowFocus: true },
  },
});

onPersonChange(() => deskClient.clear());
