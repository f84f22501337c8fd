import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { isOwnBook } from '../../../contract/reading/own-book-id.ts';
import { downloads, type Download } from '../../downloads/downloads.store.ts';
import { openOwnBook, OwnBookError } from '../../downloads/own-books.ts';
import { CANNOT_STORE, cannotStore, isWorkerBlocked } from '../../downloads/worker-support.ts';
import { bytes } from '../../format/bytes.ts';
import { launched } from '../../install/launch.ts';
import { positionHint } from '../../reading-progress/position-hints.ts';
import { currentPerson } from '../../session/current-person.ts';
import { BookTile, readPath } from '../book-tile/book-tile.tsx';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { Icon } from '../frame/icon.tsx';
import { progressWords } from '../frame/progress-bar.tsx';
import { Empty } from '../frame/state.tsx';
import { removeOwnBook } from './remove-own-book.ts';
import { UnreadableDownloads } from './unreadable-downloads.tsx';
import './own-shelf.css';

/** 本机图书: EPUB files of the user's own, stored on this device only. */
export function OwnShelf() {
  const { items, looked } = useSnapshot(downloads);
  const navigate = useNavigate();
  const picker = useRef<HTMLInputElement>(null);
  const [opening, setOpening] = useState<{ name: string; stop: AbortController } | null>(null);
  const [failure, setFailure] = useState('');
  const own = Object.values(items).filter(({ book }) => isOwnBook(book.publishId));

  const open = async (file: File): Promise<void> => {
    const userId = currentPerson();
    if (userId === null || opening) return;
    if (isWorkerBlocked() || cannotStore()) return setFailure(cannotStore() ? CANNOT_STORE : '这个浏览器窗口不能存书，请换普通窗口打开书舟');
    const stop = new AbortController();
    setOpening({ name: file.name, stop });
    setFailure('');
    try {
      const publishId = await openOwnBook(userId, file, stop.signal);
      await navigate(readPath(publishId));
    } catch (error) {
      if (!stop.signal.aborted) setFailure(error instanceof OwnBookError ? error.message : '这本书没有打开，请稍后再试');
    } finally {
      setOpening(null);
    }
  };
  const openLaunched = useEffectEvent(() => {
    const [file] = launched.files ?? [];
    launched.files = undefined;
    void file?.getFile().then(open, () => setFailure('文件读不出来，请重新选择'));
  });
  useEffect(() => {
    launched.tell = () => openLaunched();
    launched.tell();
    return () => {
      launched.tell = undefined;
    };
  }, []);

  return (
    <section className="own-shelf" aria-label="本机图书">
      <div className="own-open">
        <button type="button" className="button button-fill button-tall" disabled={opening !== null} onClick={() => picker.current?.click()}>
          打开自己的EPUB
        </button>
        <input
          ref={picker}
          type="file"
          accept=".epub,application/epub+zip"
          hidden
          aria-label="选择EPUB文件"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void open(file);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
        <p className="meta">文件只在服务器上整理，整理完即删除；书只保存在这台设备上。</p>
      </div>
      {opening ? (
        <output className="own-state">
          <span>正在整理“{opening.name}”，大的书需要一两分钟</span>
          <button type="button" className="text-link" onClick={() => opening.stop.abort()}>
            取消
          </button>
        </output>
      ) : null}
      {failure ? (
        <p className="comment-wrong own-state" role="alert">
          {failure}
        </p>
      ) : null}
      {own.length > 0 ? (
        <ul className="shelf-grid">
          {own.map((item) => (
            <OwnBook key={item.book.publishId} item={item as Download} />
          ))}
        </ul>
      ) : looked === false ? (
        <UnreadableDownloads />
      ) : looked ? (
        <Empty title="还没有本机图书" reason="打开一本自己的EPUB，它只留在这台设备上，断网也能读。" />
      ) : null}
    </section>
  );
}

function OwnBook({ item: { book, total, state } }: { item: Download }) {
  const percent = positionHint(book.publishId)?.percent ?? 0;
  const ready = state === 'ready';
  const removeIt = async (): Promise<void> => {
    const asked = `${inTitleMarks(book.title)}和写在书里的笔记只在这台设备上，删除后不能恢复。`;
    if (!(await confirm('删除本机图书', asked, '删除'))) return;
    await removeOwnBook(book.publishId).then(
      () => toast('已删除'),
      (error: unknown) => toastError(error),
    );
  };
  return (
    <li>
      <BookTile book={book as BookCard} to={readPath(book.publishId)} away={!ready}>
        <span className="shelf-note">
          <span className="one-line">{ready ? `${progressWords(percent)} · ${bytes(total)}` : '浏览器已清除，请重新打开文件'}</span>
        </span>
      </BookTile>
      <button type="button" className="shelf-take own-remove" aria-label={`删除${inTitleMarks(book.title)}`} onClick={() => void removeIt()}>
        <Icon name="trash" size={16} />
        删除
      </button>
    </li>
  );
}
