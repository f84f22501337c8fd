import { Skeleton } from '../site/frame/skeleton.tsx';

/** While the first lazy screen is on its way: the ground of the page in its true geometry. */
export function FirstSkeleton() {
  // In the reader's page the ground stands already, and may have text on it: a page has one main part.
  const Part = document.querySelector('body > .reader') ? 'div' : 'main';
  return (
    <Part className="site" aria-busy="true">
      <output className="unseen">正在打开</output>
      <div className="page-head measure">
        <Skeleton width={112} height={32} />
      </div>
      <div className="book-grid measure">
        {[1, 2, 3, 4, 5, 6].map((n) => (
          <Skeleton key={n} ratio="3 / 4" />
        ))}
      </div>
    </Part>
  );
}
