import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { type BookDetail, getBook } from '../../../contract/catalog/book.ts';
import { myCollects } from '../../../contract/library/favorite.ts';
import { allOf } from '../../api/all-of.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { pendingFavorite } from '../../favorites/pending-favorites.ts';
import { setFavorite } from '../../favorites/set-favorite.ts';
import { session } from '../../session/session.store.ts';
import { takePendingIntent, setPendingIntent } from '../../session/pending-intent.ts';
import { toast, toastError } from '../frame/dialogs.ts';
import { shelf } from './catalog-queries.ts';
import { loginPath } from '../frame/login-path.ts';

/** Sends an anonymous visitor to the sign-in page and back here afterwards. */
export function useSignIn(): () => void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return () => void navigate(loginPath(pathname + search));
}

/** Returns the user's state for a work; sends no request for anonymous visitors. */
export function useShelfState(publishId: number) {
  const { now } = useSnapshot(session);
  const signedIn = now.state !== 'anonymous';
  return { signedIn, state: useQuery({ ...shelf(publishId), enabled: signedIn }).data };
}

const sameWork = (publishId: number) => queryOf(getBook, { params: { publishId } }).queryKey;

/** Updates the favourite on the screen at once, with or without a network; reverts it with a message if the server rejects it. */
export function useFavorite(publishId: number) {
  const { signedIn, state } = useShelfState(publishId);
  const signIn = useSignIn();
  const { queryKey } = shelf(publishId);
  const change = useMutation({
    mutationFn: (wanted: boolean) => setFavorite(publishId, wanted),
    onMutate: async (wanted) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (old: typeof state) =>
        old ? { ...old, collected: wanted } : { entitled: false, right: 'none', note: '', collected: wanted, score: 0, progress: null },
      );
      queryClient.setQueryData<BookDetail>(sameWork(publishId), (old) =>
        old ? { ...old, collectNum: Math.max(0, old.collectNum + (wanted ? 1 : -1)) } : old,
      );
      return before;
    },
    onError: (error, wanted, before) => {
      queryClient.setQueryData(queryKey, before);
      queryClient.setQueryData<BookDetail>(sameWork(publishId), (old) =>
        old ? { ...old, collectNum: Math.max(0, old.collectNum - (wanted ? 1 : -1)) } : old,
      );
      void toastError(error);
    },
    onSuccess: (reached, wanted) => {
      // The user is asked to sign in, and the action stays pending.
      if (reached === 'ended') return;
      const later = reached === 'later' ? '，联网后同步到账号' : wanted ? '，在书架里' : '';
      void toast((wanted ? '已收藏' : '已取消收藏') + later);
      void queryClient.invalidateQueries(allOf(myCollects));
    },
  });
  const collected = pendingFavorite(publishId) ?? state?.collected ?? false;
  const { mutate } = change;
  useEffect(() => {
    if (signedIn && takePendingIntent<number>('collect', (work) => work === publishId)) mutate(true);
  }, [signedIn, publishId, mutate]);
  const ask = (): void => {
    setPendingIntent('collect', publishId);
    signIn();
  };
  return { collected, toggle: () => (signedIn ? mutate(!collected) : ask()) };
}
