import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { pendingFavorite } from '../../favorites/pending-favorites.ts';
import { setFavorite } from '../../favorites/set-favorite.ts';
import { toastError } from '../frame/dialogs.ts';
import { Icon } from '../frame/icon.tsx';

/** Removes a work from the shelf at once; it stays visible, with an undo button, until the page is left. */
export function RemoveFavoriteButton({ book }: { book: Pick<BookCard, 'publishId' | 'title'> }) {
  const [gone, setGone] = useState(() => pendingFavorite(book.publishId) === false);
  const change = useMutation({
    mutationFn: (away: boolean) => setFavorite(book.publishId, !away),
    onMutate: (away) => setGone(away),
    onError: (error, away) => {
      setGone(!away);
      void toastError(error);
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
