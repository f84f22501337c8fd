import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../frame/icon.tsx';
import { LineDrawing } from '../frame/line-drawing.tsx';
import { useBack } from '../frame/nav-bar.tsx';
import { session } from '../../session/session.store.ts';
import { CENTRE } from '../frame/places.ts';
import { FaultCode } from '../frame/state.tsx';
import { loginPath } from '../frame/login-path.ts';
import type { NoOpening } from './session/opening.ts';
import type { Trouble } from './session/reading-page.store.ts';
import { retryAfterTrouble } from './reading-trouble.ts';

const LINES = [62, 100, 100, 84, 100, 100, 100, 46, 100, 100, 72, 100, 100, 100, 58];

/** A placeholder page while the text is loading. */
export function ReaderSkeleton() {
  return (
    <output className="reader-skeleton" aria-label="正在打开">
      {LINES.map((width, index) => (
        <span key={index} style={{ width: `${width}%`, marginInlineStart: index === 0 || LINES[index - 1] !== 100 ? '2em' : 0 }} />
      ))}
    </output>
  );
}

const DRAWINGS = { 'no-book': 'boat', 'no-trial': 'boat', gone: 'find', offline: 'lamp', expired: 'cut', failed: 'cut' } as const;
const WORDS: Record<NoOpening, { title: string; reason: string }> = {
  'no-book': { title: '该书暂未提供电子版', reason: '它可能是纸质书、音像，或电子版还在制作。' },
  'no-trial': { title: '这本书没有试读', reason: '购买后可读整本。' },
  gone: { title: '作品不存在或已下架', reason: '它可能换了地方，也可能暂时不再提供。' },
  offline: { title: '联网后可读', reason: '这本书没有存到本机，打开它需要网络。书架上已存的书现在就能读。' },
  expired: { title: '需要重新取得阅读许可', reason: '许可已到期，或这本书不在您的书单里。续期后联网打开即可继续，本机的副本不用重新下载。' },
  failed: { title: '这本书没有打开', reason: '服务器暂时没有应答，或文件没有取全。' },
};

export function ReaderError({ publishId, why, error, retry }: { publishId: number; why: NoOpening; error: unknown; retry: () => void }) {
  const detail = publishId > 0 ? `/cms/main/bookDetail/${publishId}` : '/';
  const back = useBack(detail);
  const { title, reason } = WORDS[why];
  const anonymous = session.now.state === 'anonymous';
  const login = anonymous && why === 'no-trial';
  return (
    <main id="main" tabIndex={-1} className="reader-refusal">
      <header className="reader-top" data-shown="true">
        <button type="button" className="icon-button" aria-label="返回" onClick={back}>
          <Icon name="back" />
        </button>
      </header>
      <div className="state" role="alert">
        <LineDrawing name={DRAWINGS[why]} />
        <h2>{title}</h2>
        <p>
          {reason}
          {anonymous && why === 'gone' ? '买过它的账号登录后仍然可以读。' : ''}
        </p>
        <div className="state-actions">
          {why.startsWith('no-') ? (
            <Link className="button button-fill button-tall" to={detail}>
              看看介绍
            </Link>
          ) : why === 'gone' ? (
            <Link className="button button-fill button-tall" to={CENTRE}>
              去阅读中心
            </Link>
          ) : (
            <button type="button" className="button button-fill button-tall" onClick={retry}>
              <Icon name="refresh" size={20} />
              重试
            </button>
          )}
          <Link className="button button-line button-tall" to={login ? loginPath(location.pathname + location.search) : '/personalCenter/favorite'}>
            {login ? '登录' : '去书架'}
          </Link>
        </div>
        {why === 'failed' ? <FaultCode error={error} /> : null}
      </div>
    </main>
  );
}

/** The previous page stays, and the user can go to any other page. */
export function ReaderLate() {
  return <output className="reader-late">这一章还在路上…</output>;
}

const TROUBLES: Record<Trouble['why'], string> = {
  offline: '这一章没有取到，网络可能断了；联网后可读。',
  refused: '作品可能已下架，或阅读许可已到期。',
  failed: '这一章没有取到，服务器暂时没有应答。',
};

interface ReaderTroubleProps {
  why: Trouble['why'];
  reopen: () => void;
  /** Null when no page is behind it. */
  stay: (() => void) | null;
}

/** A chapter failed to load; the previous one is still there. */
export function ReaderTrouble({ why, reopen, stay }: ReaderTroubleProps) {
  const refused = why === 'refused';
  useEffect(() => {
    if (why !== 'offline') return;
    addEventListener('online', retryAfterTrouble);
    return () => removeEventListener('online', retryAfterTrouble);
  }, [why]);
  return (
    <div className="reader-trouble" role="alert">
      <p>{TROUBLES[why]}</p>
      <div className="state-actions">
        <button type="button" className="button button-fill" onClick={refused ? reopen : retryAfterTrouble}>
          <Icon name="refresh" size={20} />
          {refused ? '重新打开' : '重试'}
        </button>
        {stay ? (
          <button type="button" className="button button-line" onClick={stay}>
            留在这一页
          </button>
        ) : null}
      </div>
    </div>
  );
}
