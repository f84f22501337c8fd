import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { collectWish } from '../../favorites/pending-favorites.ts';
import { wishCollected } from '../../favorites/set-favorite.ts';
import { tellFailure } from '../frame/dialogs.ts';
import { Icon } from '../frame/icon.tsx';

/** Takes a work off the shelf at once; it stays in its place, with a way back, until the page is left. */
export function UncollectButton({ book }: { book: Pick<BookCard, 'publishId' | 'title'> }) {
  const [gone, setGone] = useState(() => collectWish(book.publishId) === false);
  const change = useMutation({
    mutationFn: (away: boolean) => wishCollected(book.publishId, !away),
    onMutate: (away) => setGone(away),
    onError: (error, away) => {
      setGone(!away);
      void tellFailure(error);
    },
  });
  return (
    <button
      type="button"
      className="shelf-take"
      data-gone={gone ? '' : undefined}
      aria-label={gone ? `重新收藏${inTitleMarks(book.title)}` : `取消收藏${inTitleMarks(book.title)}`}
      onClick={() => change.mutate(!gone)}
    >
      <Icon name={gone ? 'heart' : 'heartFull'} size={16} />
      {gone ? '已取消，撤销' : '已收藏'}
    </button>
  );
}
