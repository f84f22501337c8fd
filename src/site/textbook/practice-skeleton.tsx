import { Skeleton } from '../frame/skeleton.tsx';

export const PracticeSkeleton = () => (
  <div className="practice-run card" aria-busy="true">
    <div className="practice">
      <Skeleton width={120} height={16} top={16} />
      <Skeleton height={200} top={16} />
      <Skeleton height={44} top={24} />
    </div>
  </div>
);

export const ListSkeleton = () => (
  <div className="practice-list" aria-busy="true">
    {[1, 2, 3].map((one) => (
      <div key={one} className="practice-wait">
        <Skeleton width="70%" height={20} />
        <Skeleton width="40%" height={14} top={10} />
      </div>
    ))}
  </div>
);
