import { useSnapshot } from 'valtio/react';
import { appUpdate } from './app-update.store.ts';
import { Icon } from '../site/frame/icon.tsx';

/** Runs in the module that detected the release. */
const apply = (): void => void import('./service-worker.ts').then(({ takeUpdate }) => takeUpdate());

/** Offers a new release of the application without interrupting the user. */
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
