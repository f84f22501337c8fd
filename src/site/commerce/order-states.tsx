import { useSnapshot } from 'valtio/react';
import { isOffline } from '../../api/call.ts';
import { network } from '../frame/network.store.ts';
import { Skeleton } from '../frame/skeleton.tsx';

export const OrdersSkeleton = () => (
  <div className="orders-list" aria-busy="true">
    <Skeleton height={188} />
    <Skeleton height={188} />
  </div>
);

/** The content is from the last visit. */
export function OfflineNote({ error }: { error: unknown }) {
  const { online } = useSnapshot(network);
  if (online && !error) return null;
  return (
    <output className="orders-offline">{!online || isOffline(error) ? '当前离线，显示的是上次内容' : '没能取到最新内容，显示的是上次内容'}</output>
  );
}
