import { Skeleton } from '../frame/skeleton.tsx';

export function TeachingSkeleton() {
  return (
    <div className="teach-list" aria-busy="true">
      {[1, 2, 3].map((n) => (
        <div key={n} className="teach-wait">
          <Skeleton width="50%" height={20} />
          <Skeleton width="80%" height={14} top={10} />
        </div>
      ))}
    </div>
  );
}
