import { unreadMessages } from '../../contract/inbox/message.ts';
import { queryClient, queryOf } from '../api/query-client.ts';
import { currentPerson } from '../session/current-person.ts';
import { onPersonChange } from '../session/session.store.ts';

const FRESH_MS = 10 * 60_000;
const unread = { ...queryOf(unreadMessages, {}), staleTime: FRESH_MS };

const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches || matchMedia('(display-mode: window-controls-overlay)').matches;

/**
 * Shows the number of unread messages on the icon of the installed application, with every answer that contains it, and none after the
 * sign-out. Only the installed application asks for the number itself.
 */
export function startAppBadge(): void {
  if (!('setAppBadge' in navigator)) return;
  const show = (count: number): void => void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
  const ask = (): void => {
    // The badge is an extra: without an answer it stays as it is.
    if (isInstalled() && currentPerson() !== null && document.visibilityState === 'visible')
      void queryClient.fetchQuery(unread).catch(() => undefined);
  };
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    const { data } = query.state;
    if (type === 'updated' && query.queryKey[0] === unreadMessages.key && typeof data === 'number' && currentPerson() !== null) show(data);
  });
  onPersonChange((userId) => (userId === null ? show(0) : ask()));
  document.addEventListener('visibilitychange', ask);
  // An answer may have arrived before this code.
  const known = queryClient.getQueryData(unread.queryKey);
  if (typeof known === 'number' && currentPerson() !== null) show(known);
  ask();
}
