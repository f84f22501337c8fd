import { Skeleton } from '../site/frame/skeleton.tsx';
import { accessOf } from './route-guard.ts';

/** Shown while the first lazy screen loads, with the real geometry of the site or of the admin shell. */
export function FirstSkeleton() {
  if (accessOf(location.pathname) === 'back-office')
    return (
      <main className="admin-skeleton" aria-busy="true">
        <output className="unseen">正在打开</output>
      </main>
    );
  // The reader's page already has its main element, and a page may have only one.
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
