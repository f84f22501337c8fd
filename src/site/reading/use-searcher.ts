import { useCallback, useEffect, useState } from 'react';
import { type Searcher, searcherOf } from '../../book-search/search-client.ts';
import type { SheetProps } from './sheet-props.ts';

/** Null while the book's text is loading. */
type Source = Searcher | 'failed' | null;

/** Returns the text of a book for searching. A failed load is retried on request and when the network is back. */
export function useSearcher({ card, editionId, book }: SheetProps['opening'], limit: number): [source: Source, again: () => void] {
  const [answer, setAnswer] = useState<{ key: string; source: Source } | null>(null);
  const key = `${card.publishId}/${editionId}/${limit}`;
  const source = answer?.key === key ? answer.source : null;
  const again = useCallback((): void => setAnswer(null), []);
  useEffect(() => {
    if (source) return;
    let ended = false;
    searcherOf(card.publishId, editionId, book, limit).then(
      (found) => ended || setAnswer({ key, source: found }),
      () => ended || setAnswer({ key, source: 'failed' }),
    );
    return () => {
      ended = true;
    };
  }, [source, key, card, editionId, book, limit]);
  useEffect(() => {
    if (source !== 'failed') return;
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [source, again]);
  return [source, again];
}
