import { useCallback, useEffect, useState } from 'react';
import { type Searcher, searcherOf } from '../../annotations/search-text.ts';
import type { SheetProps } from './sheet-props.ts';

/** Null while the book's text is on its way. */
type Source = Searcher | 'failed' | null;

/** The text of a book to look in. What failed is asked for again when it is wished, and when the network is back. */
export function useSearcher({ card, editionId, book }: SheetProps['opening'], limit: number): [source: Source, again: () => void] {
  const [source, setSource] = useState<Source>(null);
  const ask = useCallback((): (() => void) => {
    let ended = false;
    searcherOf(card.publishId, editionId, book, limit).then(
      (found) => !ended && setSource(found),
      () => !ended && setSource('failed'),
    );
    return () => {
      ended = true;
    };
  }, [card, editionId, book, limit]);
  const again = useCallback((): void => {
    setSource(null);
    ask();
  }, [ask]);
  useEffect(ask, [ask]);
  useEffect(() => {
    if (source !== 'failed') return;
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [source, again]);
  return [source, again];
}
