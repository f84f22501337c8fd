import { useEffect } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio/react';
import { getScholar } from '../../../contract/scholar/public-scholar.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { queryClient } from '../../api/query-client.ts';
import { pendingFavorite } from '../../favorites/pending-favorites.ts';
import { setFavorite } from '../../favorites/set-favorite.ts';
import { setPendingIntent, takePendingIntent } from '../../session/pending-intent.ts';
import { session } from '../../session/session.store.ts';
import { useSignIn } from '../catalog/use-favorite.ts';
import { toast, toastError } from '../frame/dialogs.ts';
import { followed, oneScholar } from './scholar-queries.ts';

type Page = DataOf<typeof getScholar>;

function count(scholarId: number, by: 1 | -1): void {
  queryClient.setQueryData<Page>(oneScholar(scholarId).queryKey, (old) => (old ? { ...old, followNum: Math.max(0, old.followNum + by) } : old));
}

function show(scholarId: number, wanted: boolean): void {
  queryClient.setQueryData<number[]>(followed.queryKey, (old = []) => (wanted ? [scholarId, ...old] : old.filter((id) => id !== scholarId)));
  count(scholarId, wanted ? 1 : -1);
}

/** Follows a scholar at once, with or without a network; an anonymous visitor signs in first. Reverts with a message on an error. */
export function useFollow(scholarId: number) {
  const { now } = useSnapshot(session);
  const signedIn = now.state !== 'anonymous';
  const { data } = useQuery({ ...followed, enabled: signedIn });
  const signIn = useSignIn();
  const { mutate } = useMutation({
    mutationFn: (wanted: boolean) => setFavorite(`scholar:${scholarId}`, wanted),
    onMutate: async (wanted) => {
      await queryClient.cancelQueries({ queryKey: followed.queryKey });
      show(scholarId, wanted);
    },
    onError: (error, wanted) => {
      show(scholarId, !wanted);
      void toastError(error);
    },
    onSuccess: (reached, wanted) => {
      // The user is asked to sign in, and the action stays pending.
      if (reached === 'ended') return;
      void toast((wanted ? '已关注' : '已取消关注') + (reached === 'later' ? '，联网后同步到账号' : ''));
    },
  });
  const following = signedIn && (pendingFavorite(`scholar:${scholarId}`) ?? data?.includes(scholarId) ?? false);
  useEffect(() => {
    if (signedIn && takePendingIntent<number>('follow', (id) => id === scholarId)) mutate(true);
  }, [signedIn, scholarId, mutate]);
  const ask = (): void => {
    setPendingIntent('follow', scholarId);
    signIn();
  };
  return { following, toggle: () => (signedIn ? mutate(!following) : ask()) };
}
