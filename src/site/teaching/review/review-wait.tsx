import { Skeleton } from '../../frame/skeleton.tsx';

export const ReviewWait = () => (
  <div className="measure" style={{ padding: '12px var(--side)' }} aria-busy="true">
    <Skeleton height={184} />
    <Skeleton width="60%" height={16} top={20} />
    <Skeleton width="40%" height={16} top={12} />
  </div>
);
