import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { collect, collectCount, myCollects, uncollect } from '../../../contract/library/collect.ts';
import { myStatistics, shelfState } from '../../../contract/library/shelf.ts';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { tellFailure } from '../frame/ask.ts';
import { Icon } from '../frame/icon.tsx';

/** Takes a work off the shelf at once; it stays in its place, with a way back, until the page is left. */
export function UncollectButton({ book }: { book: Pick<BookCard, 'publishId' | 'title'> }) {
  const [gone, setGone] = useState(false);
  const change = useMutation({
    mutationFn: async (away: boolean) => {
      if (away) await call(uncollect, { params: { targetIds: String(book.publishId) } });
      else await call(collect, { body: { targetId: book.publishId } });
    },
    onMutate: (away) => setGone(away),
    onError: (error, away) => {
      setGone(!away);
      void tellFailure(error);
    },
    onSuccess: () => {
      for (const endpoint of [collectCount, myStatistics, shelfState]) void queryClient.invalidateQueries({ queryKey: [endpoint.key] });
      void queryClient.invalidateQueries({ queryKey: [myCollects.key], refetchType: 'none' });
    },
  });
  return (
    <button
      type="button"
      className="shelf-take"
      data-gone={gone ? '' : undefined}
      aria-label={gone ? `重新收藏《${book.title}》` : `取消收藏《${book.title}》`}
      onClick={() => change.mutate(!gone)}
    >
      <Icon name={gone ? 'heart' : 'heartFull'} size={16} />
      {gone ? '已取消，撤销' : '已收藏'}
    </button>
  );
}
