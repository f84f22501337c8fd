import { useSnapshot } from 'valtio/react';
import { appUpdate } from './app-update.store.ts';
import { Icon } from '../site/frame/icon.tsx';

/** What found the release takes it on. */
const apply = (): void => void import('./service-worker.ts').then(({ takeUpdate }) => takeUpdate());

/** A new edition of the house waits; nobody is interrupted for it. */
export function UpdateBar() {
  const { state } = useSnapshot(appUpdate);
  if (state === 'current') return null;
  return (
    <output className="quiet-bar">
      <Icon name="refresh" size={20} />
      <span>{state === 'applying' ? '正在换上新版本…' : '书舟有新版本'}</span>
      {state === 'offered' ? (
        <button type="button" className="text-link" onClick={apply}>
          现在更新
        </button>
      ) : null}
    </output>
  );
}
