import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { annotations } from '../../annotations/annotations.store.ts';
import { network } from '../frame/network.store.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty } from '../frame/state.tsx';

/** The house is given so long to say what other devices hold. */
const PATIENCE_MS = 5_000;

/** Without a network a device that was never told what the others hold cannot say that there is nothing. */
export const useUntold = (): boolean => {
  const { heard } = useSnapshot(annotations);
  const { online } = useSnapshot(network);
  return !heard && !online;
};

/** Nothing of this kind was written, or nothing of it has come to this device. `what`: 笔记, 生词 … */
export function OwnNothing({ what, ...nothing }: { what: string; title: string; reason: string; to: string; action: string }) {
  const { heard, userId } = useSnapshot(annotations);
  const untold = useUntold();
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (userId !== null && !heard && !untold && !waited)
    return (
      <div className="own-part" aria-busy="true">
        <Skeleton height={120} />
      </div>
    );
  return untold ? (
    <Empty
      drawing="lamp"
      title={`联网后取来您的${what}`}
      reason={`这台设备上还没有${what}；您在别的设备上留下的，联网后会自己取来。`}
      to="/personalCenter/favorite?tab=kept"
      action="看已下载的书"
    />
  ) : (
    <Empty {...nothing} />
  );
}
