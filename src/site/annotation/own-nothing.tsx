import { useSnapshot } from 'valtio/react';
import { annotations } from '../../annotations/annotations.store.ts';
import { network } from '../frame/network.store.ts';
import { Empty } from '../frame/state.tsx';

/** Without a network a device that was never told what the others hold cannot say that there is nothing. */
export const useUntold = (): boolean => {
  const { heard } = useSnapshot(annotations);
  const { online } = useSnapshot(network);
  return !heard && !online;
};

/** Nothing of this kind was written, or nothing of it has come to this device. `what`: 笔记, 生词 … */
export function OwnNothing({ what, ...nothing }: { what: string; title: string; reason: string; to: string; action: string }) {
  return useUntold() ? (
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
