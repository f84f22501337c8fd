import { useEffect, useRef } from 'react';

interface MoreProps {
  has: boolean;
  loading: boolean;
  failed: boolean;
  load: () => void;
  /** What the end says: 共 23 种，已经到底了. */
  end: string;
}

/** Grows a list as its end comes near; the end is visible, and a failure there waits for a second try. */
export function More({ has, loading, failed, load, end }: MoreProps) {
  const mark = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    const element = mark.current;
    if (!element || !has || loading || failed) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && load(), { rootMargin: '600px 0px' });
    observer.observe(element);
    return () => observer.disconnect();
  }, [has, loading, failed, load]);
  return (
    <output ref={mark} className="end-line">
      {failed ? (
        <button type="button" className="button button-line" onClick={load}>
          没有取到，再试一次
        </button>
      ) : loading ? (
        '正在取更多…'
      ) : has ? (
        <button type="button" className="button button-line" onClick={load}>
          看更多
        </button>
      ) : (
        end
      )}
    </output>
  );
}
