import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { removeBook } from '../../downloads/removed-copies.ts';
import { type Download, downloads, startDownload, noteVersion, pause, renewCopies, resume } from '../../downloads/downloads.store.ts';
import { CANNOT_STORE, cannotStore } from '../../downloads/worker-support.ts';
import { bytes, bytesOf } from '../../format/bytes.ts';
import { dayOf } from '../../format/date.ts';
import { inChinese } from '../../format/number.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { Icon } from '../frame/icon.tsx';
import { ProgressBar } from '../frame/progress-bar.tsx';
import './download.css';

export async function confirmRemove(book: Pick<BookCard, 'publishId' | 'title'>): Promise<void> {
  if (
    await confirm(
      '删除本机副本',
      `${inTitleMarks(book.title)}在这台设备上的副本会被删除，断网时将不能阅读；阅读位置不受影响，联网后可以再次下载。`,
      '删除',
    )
  )
    await removeBook(book.publishId);
}

const STATES = {
  waiting: () => '排队中',
  running: () => '正在保存到本机',
  paused: (percent: number) => (percent > 0 ? `停在 ${percent}%` : '已暂停'),
  failed: () => '没有存完',
} as const;

/** Confirms and cancels a download, including what has already been stored. */
async function confirmCancel(book: Pick<BookCard, 'publishId' | 'title'>, stored: number): Promise<void> {
  const lost = stored > 0 ? `已存的 ${bytes(stored)} 会从这台设备删除，` : '';
  if (await confirm('取消下载', `${inTitleMarks(book.title)}${lost}不再下载；联网后可以重新下载，阅读位置和笔记不受影响。`, '取消下载'))
    await removeBook(book.publishId);
}

/** The reader says the same about an expired copy. */
export const AFTER_RENEWAL = '续期后联网打开即可继续，不用重新下载';

/** Asks the server whether the license of an expired copy was renewed. */
export async function renew({ publishId }: Pick<BookCard, 'publishId'>, isOver: () => boolean): Promise<void> {
  try {
    await renewCopies(publishId);
    if (isOver()) await toast('这份许可还没有续期，续期后再核对');
  } catch (error) {
    await toastError(error);
  }
}

/** A complete copy: readable, or expired; it can be renewed when the server has a newer edition. */
function WholeCopy({ book, item }: { book: BookCard; item: Pick<Download, 'state' | 'total' | 'validTo' | 'newer'> }) {
  const over = item.state === 'over';
  const until = item.validTo ? dayOf(item.validTo) : '';
  const notes = over
    ? [`${until}到期，${AFTER_RENEWAL}`]
    : [
        bytes(item.total),
        cannotStore() ? '断网阅读暂时停用，恢复后照常可读' : item.newer ? '更新完以前仍是现在这一版' : until ? `断网可读到${until}` : '断网也能读',
      ];
  return (
    <section className="card download-card" aria-label="存到本机">
      {over ? null : <Icon name="check" className="download-done" />}
      <div className="download-words">
        <b>{over ? '副本已过期' : item.newer ? '已存到本机，有新版' : '已存到本机'}</b>
        <span className="meta">{notes.join('，')}</span>
      </div>
      {over || item.newer ? (
        <button
          key="act"
          type="button"
          className="button button-wash"
          data-does="act"
          onClick={() => void (over ? renew(book, () => downloads.items[book.publishId]?.state === 'over') : startDownload(book))}
        >
          {over ? '核对许可' : '更新'}
        </button>
      ) : null}
      <button
        type="button"
        className="icon-button soft"
        data-does="remove"
        aria-label={`删除${inTitleMarks(book.title)}的本机副本`}
        onClick={() => void confirmRemove(book)}
      >
        <Icon name="trash" />
      </button>
    </section>
  );
}

/**
 * The download of a work: its size, what already works without a network, and a way to cancel; `version`: the current version of the text
 * on the server, if known.
 */
export function DownloadCard({ book, bytes: size, version }: { book: BookCard; bytes: number; version?: string }) {
  const { items } = useSnapshot(downloads);
  const item = items[book.publishId];
  const state = item?.state;
  const { publishId } = book;
  useEffect(() => {
    if (version !== undefined) void noteVersion({ publishId, version });
  }, [publishId, version]);
  if (!item || !state)
    return (
      <section className="card download-card" aria-label="存到本机">
        <div className="download-words">
          <b>存到本机</b>
          <span className="meta">{cannotStore() ? CANNOT_STORE : `${size > 0 ? `${bytes(size)}，` : ''}存好后断网也能读`}</span>
        </div>
        {cannotStore() ? null : (
          <button key="act" type="button" className="button button-wash" data-does="act" onClick={() => void startDownload(book)}>
            <Icon name="download" size={20} />
            下载
          </button>
        )}
      </section>
    );
  if (state === 'ready' || state === 'over') return <WholeCopy book={book} item={item} />;
  const percent = item.total > 0 ? (item.bytes / item.total) * 100 : 0;
  const moving = state === 'running' || state === 'waiting';
  return (
    <section className="card download-card" aria-label="存到本机">
      <div className="download-words">
        <span className="download-line">
          <b>{STATES[state](Math.floor(percent))}</b>
          <span className="meta">{item.total > 0 ? bytesOf(item.bytes, item.total) : ''}</span>
        </span>
        <ProgressBar bare percent={percent} label={`${inTitleMarks(book.title)}保存进度`} />
        <span className="download-note" role={state === 'failed' ? 'alert' : undefined}>
          {item.reason ||
            (item.newer
              ? '新版存好以前，断网读的仍是原来的一版'
              : item.documentsReady > 0
                ? `已存 ${item.documentsReady} 章，现在断网也能读到第${inChinese(item.documentsReady)}章`
                : '先存正文，再存图片与字体')}
        </span>
      </div>
      <button
        key="act"
        type="button"
        className="icon-button"
        data-does="act"
        aria-label={`${moving ? '暂停下载' : state === 'paused' ? '继续下载' : '重试下载'}${inTitleMarks(book.title)}`}
        onClick={() => void (moving ? pause(book.publishId) : resume(book.publishId))}
      >
        <Icon name={moving ? 'pause' : state === 'paused' ? 'play' : 'refresh'} />
      </button>
      {moving ? null : (
        <button
          type="button"
          className="icon-button soft download-cancel"
          data-does="remove"
          aria-label={`${item.newer ? '先不更新' : '取消下载'}${inTitleMarks(book.title)}`}
          onClick={() => void (item.newer ? pause(book.publishId) : confirmCancel(book, item.bytes))}
        >
          <Icon name={item.newer ? 'close' : 'trash'} />
        </button>
      )}
    </section>
  );
}
