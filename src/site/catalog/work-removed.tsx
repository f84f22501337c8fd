import { CENTRE } from '../frame/places.ts';
import { Empty } from '../frame/state.tsx';

/** Shown in place of a work that does not exist or is no longer available. */
export const WorkGone = () => (
  <Empty heading="h1" drawing="find" title="作品不存在或已下架" reason="它可能换了地方，也可能暂时不再提供。" to={CENTRE} action="去阅读中心" />
);
