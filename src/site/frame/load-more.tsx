import { useEffect, useRef } from 'react';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';

interface MoreProps {
  list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'>;
  /** Text at the end of the list: 共 23 种，已经到底了. */
  end: string;
}

/** Loads more of a list near its end. The end is shown, and after an error it offers a retry. */
export function More({ list, end }: MoreProps) {
  const { hasNextPage: has, isFetchingNextPage: loading, isFetchNextPageError: failed, fetchNextPage } = list;
  const mark = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    const element = mark.current;
    if (!element || !has || loading || failed) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && void fetchNextPage(), {
      rootMargin: '600px 0px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [has, loading, failed, fetchNextPage]);
  const button = (words: string) => (
    <button type="button" className="button button-line" onClick={() => void fetchNextPage()}>
      {words}
    </button>
  );
  return (
    <output ref={mark} className="end-line">
      {failed ? button('没有取到，再试一次') : loading ? '正在取更多…' : has ? button('看更多') : end}
    </output>
  );
}
