import { CENTRE } from '../frame/places.ts';
import { Empty } from '../frame/state.tsx';

/** Instead of a work that never was, or may no longer be seen. */
export const WorkGone = () => (
  <Empty heading="h1" drawing="find" title="作品不存在或已下架" reason="它可能换了地方，也可能暂时不再提供。" to={CENTRE} action="去阅读中心" />
);
