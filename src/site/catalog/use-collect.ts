import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { type BookDetail, getBook } from '../../../contract/catalog/book.ts';
import { collect, collectCount, myCollects, uncollect } from '../../../contract/library/collect.ts';
import { myStatistics } from '../../../contract/library/shelf.ts';
import { call } from '../../api/call.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { session } from '../../session/session.store.ts';
import { takeWanted, want } from '../../session/wanted.ts';
import { tell, tellFailure } from '../frame/ask.ts';
import { shelf } from './catalog-questions.ts';

/** Sends a visitor to the door, and back here afterwards. */
export function useSignIn(): () => void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return () => void navigate(`/cmsLogin?redirect=${encodeURIComponent(pathname + search)}`);
}

/** What this reader has to do with a work; nothing is asked for visitors. */
export function useShelfState(publishId: number) {
  const { now } = useSnapshot(session);
  const signedIn = now.state !== 'visitor';
  return { signedIn, state: useQuery({ ...shelf(publishId), enabled: signedIn }).data };
}

const sameWork = (publishId: number) => queryOf(getBook, { params: { publishId } }).queryKey;

/** Collected at once on the screen; taken back, with words, when the server says no. */
export function useCollect(publishId: number) {
  const { signedIn, state } = useShelfState(publishId);
  const signIn = useSignIn();
  const { queryKey } = shelf(publishId);
  const change = useMutation({
    mutationFn: async (wanted: boolean) => {
      if (wanted) await call(collect, { body: { targetId: publishId } });
      else await call(uncollect, { params: { targetIds: String(publishId) } });
    },
    onMutate: async (wanted) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (old: typeof state) =>
        old ? { ...old, collected: wanted } : { entitled: false, collected: wanted, score: 0, progress: null },
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
      void tellFailure(error);
    },
    onSuccess: (_, wanted) => {
      void tell(wanted ? '已收藏，在书架里' : '已取消收藏');
      // What was asked while this was on its way may have answered from before it.
      for (const key of [queryKey, ...[myCollects, collectCount, myStatistics].map((endpoint) => [endpoint.key])])
        void queryClient.invalidateQueries({ queryKey: key });
    },
  });
  const collected = state?.collected ?? false;
  const { mutate } = change;
  useEffect(() => {
    if (signedIn && takeWanted<number>('collect', (work) => work === publishId)) mutate(true);
  }, [signedIn, publishId, mutate]);
  const ask = (): void => {
    want('collect', publishId);
    signIn();
  };
  return { collected, toggle: () => (signedIn ? mutate(!collected) : ask()) };
}
