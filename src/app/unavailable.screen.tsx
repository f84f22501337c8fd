import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { API_PREFIX } from '../../contract/limits.ts';
import { headOf } from '../site/frame/page-heads.ts';
import { storedPerson } from '../session/session.store.ts';
import { Icon } from '../site/frame/icon.tsx';
import { LineDrawing } from '../site/frame/line-drawing.tsx';
import { useBack } from '../site/frame/nav-bar.tsx';
import { FaultCode } from '../site/frame/state.tsx';

/** Storage key, followed by the path: when this tab last reloaded the page because a script failed to load. */
const LOADED = 'shuzhou.loaded';
const AGAIN_MS = 15_000;

/** Copies on this device belong to an account, and signing in needs the network. */
const OFFLINE_BOOKS = {
  own: '书架上已存到本机的书现在就能读。',
  none: '您没有登录，存在本机的书要联网登录后才能读。',
};

/** Uses plain fetch: this screen shows when scripts are missing, and the HTTP client may be one of them. */
const reached = (): Promise<boolean> =>
  fetch(`${API_PREFIX}/health`, { cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  );

/** The scripts of a page failed to load: offline it waits for the network; online the page reloads automatically, once. */
export function UnavailableScreen({ error }: { error: unknown }) {
  const { pathname } = useLocation();
  const back = useBack();
  const [state, setState] = useState<'opening' | 'away' | 'asking' | 'broken'>('opening');
  const look = useCallback(async (): Promise<void> => {
    if (!(await reached())) return setState('away');
    const loaded = LOADED + location.pathname;
    if (Date.now() - Number(sessionStorage.getItem(loaded)) < AGAIN_MS) return setState('broken');
    sessionStorage.setItem(loaded, String(Date.now()));
    location.reload();
  }, []);
  useEffect(() => {
    const online = (): void => void look();
    online();
    addEventListener('online', online);
    return () => removeEventListener('online', online);
  }, [look]);
  const ask = (): void => {
    setState('asking');
    void look();
  };
  const title = headOf(pathname)?.title;
  const broken = state === 'broken';
  // With a network the page loads again at once: a message before that would only flicker.
  if (state === 'opening') return <div className="site" aria-busy="true" />;
  return (
    <div className="site">
      <div className="state" role="alert">
        <LineDrawing name={broken ? 'cut' : 'lamp'} />
        <h1>{broken ? '这一页没有取到' : `${title ? `“${title}”` : '这一页'}要联网才能打开`}</h1>
        <p>{broken ? '可能刚刚换了新版本，请过一会儿再重新载入。' : `网络恢复后会自己打开；${OFFLINE_BOOKS[storedPerson() ? 'own' : 'none']}`}</p>
        <div className="state-actions">
          {broken ? (
            <button type="button" className="button button-fill button-tall" onClick={() => location.reload()}>
              重新载入
            </button>
          ) : (
            <button type="button" className="button button-fill button-tall" aria-busy={state === 'asking'} onClick={ask}>
              <Icon name="refresh" size={20} />
              {state === 'asking' ? '正在连接…' : '重试'}
            </button>
          )}
          <button type="button" className="button button-line button-tall" onClick={back}>
            返回
          </button>
        </div>
        {broken ? <FaultCode error={error} /> : null}
      </div>
    </div>
  );
}
