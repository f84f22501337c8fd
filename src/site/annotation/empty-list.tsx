import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { annotations, syncNow } from '../../annotations/annotations.store.ts';
import { Icon } from '../frame/icon.tsx';
import { network } from '../frame/network.store.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty } from '../frame/state.tsx';

/** Milliseconds to wait for the server's data of other devices. */
const PATIENCE_MS = 5_000;

/** Whether this device has ever received the data of other devices; until then it cannot show an empty list. */
export type SyncStatus = 'synced' | 'asking' | 'offline' | 'silent';

export function useSyncStatus(): { status: SyncStatus; again: () => void } {
  const { heard, userId } = useSnapshot(annotations);
  const { online } = useSnapshot(network);
  const [tries, setTries] = useState(0);
  const asked = `${online} ${tries}`;
  const [waited, setWaited] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWaited(asked), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  const again = (): void => {
    setTries(tries + 1);
    void syncNow();
  };
  if (heard || userId === null) return { status: 'synced', again };
  if (!online) return { status: 'offline', again };
  return { status: waited === asked ? 'silent' : 'asking', again };
}

/** Shown when there are no items of a kind, or when none have reached this device. `what`: 笔记, 生词 … */
export function EmptyList({ what, ...nothing }: { what: string; title: string; reason: string; to: string; action: string }) {
  const { status, again } = useSyncStatus();
  if (status === 'asking')
    return (
      <div className="own-part" aria-busy="true">
        <Skeleton height={120} />
      </div>
    );
  if (status === 'offline')
    return (
      <Empty
        drawing="lamp"
        title={`联网后取来您的${what}`}
        reason={`这台设备上还没有${what}；您在别的设备上留下的，联网后会自己取来。`}
        to="/personalCenter/favorite?tab=kept"
        action="看已下载的书"
      />
    );
  return status === 'silent' ? (
    <Empty drawing="cut" title={`没能取到您的${what}`} reason={`这台设备上还没有${what}；您在别的设备上留下的，请稍后再取一次。`}>
      <button type="button" className="button button-fill button-tall" onClick={again}>
        <Icon name="refresh" size={20} />
        重试
      </button>
    </Empty>
  ) : (
    <Empty {...nothing} />
  );
}
