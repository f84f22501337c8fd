import { useSnapshot } from 'valtio/react';
import { kept } from '../../downloads/stored-downloads.store.ts';
import { Icon } from './icon.tsx';
import { network } from './network.store.ts';

/** Offline is a state, not an error: shows one discreet line that says what still works. */
export function OfflineBar() {
  const { online } = useSnapshot(network);
  const { ready: works } = useSnapshot(kept);
  if (online) return null;
  const ready = Object.keys(works).length;
  return (
    <output className="quiet-bar">
      <Icon name="off" size={20} />
      <span className="one-line">
        <b>离线阅读中</b> <span className="soft">{ready > 0 ? `本机 ${ready} 本书照常可读` : '显示的是上次内容，联网后自动更新'}</span>
      </span>
    </output>
  );
}
