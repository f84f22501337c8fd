import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { downloads, startDownload, pause, resume } from '../../downloads/downloads.store.ts';
import { inLatin } from '../../format/script.ts';
import { loadable } from '../../loading/loadable.ts';
import { wakeVoice } from '../../read-aloud/voice.ts';
import { whenIdle } from '../../reader-engine/after-paint.ts';
import type { Reader } from '../../reader-engine/open-book.ts';
import { session } from '../../session/session.store.ts';
import { Icon, type IconName } from '../frame/icon.tsx';
import { useBack } from '../frame/nav-bar.tsx';
import { useFailureToast } from '../library/use-failure-toast.ts';
import { loginPath } from '../frame/login-path.ts';
import { aloud } from './aloud.store.ts';
import type { Opening } from './session/opening.ts';
import { sheetsAhead } from './reader-sheets.tsx';
import { readingPage, type Sheet, toggleSheet } from './session/reading-page.store.ts';

const TOOLS: readonly { sheet: Sheet; icon: IconName; name: string }[] = [
  { sheet: 'contents', icon: 'list', name: '目录' },
  { sheet: 'notes', icon: 'note', name: '笔记' },
  { sheet: 'search', icon: 'search', name: '搜索' },
  { sheet: 'progress', icon: 'clock', name: '进度' },
  { sheet: 'look', icon: 'aa', name: '排版' },
];

const SPACE = <span className="reader-space" />;
const BookmarkButton = loadable(async () => (await import('./bookmark-button.tsx')).BookmarkButton, SPACE);

interface ReaderBarsProps {
  publishId: number;
  opening: Opening;
  reader: Reader | null;
  /** Whether the next page is on the left. */
  rightToLeft: boolean;
}

/** The toolbars around the page. On a phone they are hidden until the middle is tapped; wide screens have room for them. */
export function ReaderBars({ publishId, opening, reader, rightToLeft }: ReaderBarsProps) {
  const { card } = opening;
  const { chrome, sheet } = useSnapshot(readingPage);
  const back = useBack(`/cms/main/bookDetail/${publishId}`);
  const shown = chrome || sheet !== null;
  useEffect(() => (shown ? whenIdle(sheetsAhead) : undefined), [shown]);
  return (
    <>
      {shown ? null : (
        <button type="button" className="reader-call" onClick={() => (readingPage.chrome = true)}>
          打开阅读工具
        </button>
      )}
      <header className="reader-top" data-shown={shown}>
        <button type="button" className="icon-button" aria-label="返回" onClick={back}>
          <Icon name="back" />
        </button>
        <h1>
          <bdi className="one-line" {...inLatin(card.title, opening.book.language)}>
            {card.title}
          </bdi>
          <span className="reader-author one-line">· {card.authorsText}</span>
        </h1>
        <DownloadButton card={card} />
        <AloudButton reader={reader} />
        {reader ? <BookmarkButton opening={opening} reader={reader} /> : SPACE}
      </header>
      <nav className="reader-tools" aria-label="阅读工具" data-shown={shown} onPointerEnter={sheetsAhead}>
        {TOOLS.map((tool) => (
          <button
            key={tool.sheet}
            type="button"
            aria-expanded={sheet === tool.sheet}
            aria-controls="reader-sheet"
            onClick={() => toggleSheet(tool.sheet)}
            data-tool={tool.sheet}
          >
            <Icon name={tool.icon} />
            <span>{tool.name}</span>
          </button>
        ))}
      </nav>
      <button
        type="button"
        className={`reader-turn ${rightToLeft ? 'reader-turn-right' : 'reader-turn-left'}`}
        aria-label="上一页"
        onClick={() => void reader?.previous()}
      >
        <Icon name={rightToLeft ? 'right' : 'back'} />
      </button>
      <button
        type="button"
        className={`reader-turn ${rightToLeft ? 'reader-turn-left' : 'reader-turn-right'}`}
        aria-label="下一页"
        onClick={() => void reader?.next()}
      >
        <Icon name={rightToLeft ? 'back' : 'right'} />
      </button>
    </>
  );
}

function AloudButton({ reader }: { reader: Reader | null }) {
  const { open } = useSnapshot(aloud);
  const press = (): void => {
    if (!open) wakeVoice();
    aloud.open = !open;
  };
  return (
    <button type="button" className="icon-button" aria-label="朗读" aria-pressed={open} disabled={!reader} onClick={press}>
      <Icon name="ear" />
    </button>
  );
}

function DownloadButton({ card }: { card: BookCard }) {
  const item = useSnapshot(downloads).items[card.publishId];
  const signedIn = useSnapshot(session).now.state !== 'anonymous';
  const navigate = useNavigate();
  useFailureToast(item);
  if (!card.downloadable) return SPACE;
  if (item?.state === 'ready' && !item.newer)
    return (
      <span className="reader-kept">
        <Icon name="check" size={20} />
        已存到本机
      </span>
    );
  const going = item?.state === 'running' || item?.state === 'waiting';
  const percent = item && item.total > 0 ? Math.floor((item.bytes / item.total) * 100) : 0;
  const words = going
    ? `正在存 ${percent}%`
    : item?.state === 'paused'
      ? `已暂停 ${percent}%`
      : item?.state === 'failed'
        ? '没有存好'
        : item?.state === 'ready'
          ? '更新到新版'
          : '存到本机';
  const act = (): void => {
    if (!signedIn) void navigate(loginPath(location.pathname + location.search));
    else if (going) void pause(card.publishId);
    else if (item && item.state !== 'ready') void resume(card.publishId);
    else void startDownload(card);
  };
  return (
    <button type="button" className="reader-keep" onClick={act} title={item?.reason || undefined} aria-label={going ? `${words}，点按暂停` : words}>
      <Icon name={going ? 'pause' : 'download'} size={20} />
      <span>{words}</span>
    </button>
  );
}
