import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { removeKeptTrack } from '../../downloads/removed-copies.ts';
import { pauseTrack, resumeTrack, type TrackDownload, trackDownloads } from '../../downloads/track-downloads.store.ts';
import { bytes, bytesOf } from '../../format/bytes.ts';
import { dayOf } from '../../format/date.ts';
import { inLatin } from '../../format/script.ts';
import { Cover } from '../../cover/cover.tsx';
import { confirm } from '../frame/dialogs.ts';
import { Icon } from '../frame/icon.tsx';
import { ProgressBar } from '../frame/progress-bar.tsx';
import { AFTER_RENEWAL, renew } from './download-card.tsx';

export const playPath = ({ publishId, mediaId }: Pick<TrackDownload['track'], 'publishId' | 'mediaId'>): string =>
  `/cms/main/collectedVideoPlay?publishId=${publishId}&mediaId=${mediaId}`;

/** One track that is stored or downloading on this device. */
export function TrackOnDevice({ mediaId }: { mediaId: number }) {
  const { items } = useSnapshot(trackDownloads);
  const item = items[mediaId];
  if (!item) return null;
  const { track, work, state } = item;
  const over = state === 'over';
  const moving = state === 'running' || state === 'waiting';
  const confirmRemoval = async (): Promise<void> => {
    const words = `“${track.title}”在这台设备上的副本会被删除，断网时将不能播放；播放位置不受影响，联网后可以再次下载。`;
    if (await confirm('删除本机副本', words, '删除')) await removeKeptTrack(mediaId, work.publishId);
  };
  const confirmCancelOrder = async (): Promise<void> => {
    const lost = item.bytes > 0 ? `已存的 ${bytes(item.bytes)} 会从这台设备删除，` : '';
    if (await confirm('取消下载', `“${track.title}”${lost}不再下载；联网后可以重新下载，播放位置不受影响。`, '取消下载'))
      await removeKeptTrack(mediaId, work.publishId);
  };
  return (
    <>
      <Cover book={work} scale="small" />
      <div className="download-item-words">
        <Link className="download-item-title one-line" data-does="open" to={playPath(track)} {...inLatin(track.title)}>
          {track.title}
        </Link>
        <span className="meta one-line">
          {work.title} · {track.mediaType === 'video' ? '视频' : '音频'}
        </span>
        {state === 'ready' || over ? (
          <div className="download-card">
            {over ? null : <Icon name="check" className="download-done" />}
            <div className="download-words">
              <b>{over ? '副本已过期' : '已存到本机'}</b>
              <span className="meta">
                {over && item.validTo
                  ? `${dayOf(item.validTo)}到期，${AFTER_RENEWAL}`
                  : `${bytes(item.total)}，${item.validTo ? `断网可播到${dayOf(item.validTo)}` : '断网也能播放'}`}
              </span>
              {item.reason ? (
                <span className="download-note" role="alert">
                  {item.reason}
                </span>
              ) : null}
            </div>
            {over ? (
              <button
                type="button"
                className="button button-wash"
                data-does="act"
                onClick={() => void renew(work, () => trackDownloads.items[mediaId]?.state === 'over')}
              >
                核对许可
              </button>
            ) : null}
            <button
              type="button"
              className="icon-button soft"
              data-does="remove"
              aria-label={`删除“${track.title}”的本机副本`}
              onClick={() => void confirmRemoval()}
            >
              <Icon name="trash" />
            </button>
          </div>
        ) : (
          <div className="download-card">
            <div className="download-words">
              <span className="download-line">
                <b>{state === 'waiting' ? '排队中' : moving ? '正在保存' : state === 'paused' ? '已暂停' : '没有存完'}</b>
                <span className="meta">{bytesOf(item.bytes, Math.max(1, item.total))}</span>
              </span>
              <ProgressBar bare percent={item.total > 0 ? (item.bytes / item.total) * 100 : 0} label={`“${track.title}”保存进度`} />
              {item.reason ? (
                <span className="download-note" role={state === 'failed' ? 'alert' : undefined}>
                  {item.reason}
                </span>
              ) : null}
            </div>
            <button
              type="button"
              className="icon-button"
              data-does="act"
              aria-label={`${moving ? '暂停下载' : state === 'paused' ? '继续下载' : '重试下载'}“${track.title}”`}
              onClick={() => void (moving ? pauseTrack(mediaId) : resumeTrack(mediaId))}
            >
              <Icon name={moving ? 'pause' : state === 'paused' ? 'play' : 'refresh'} />
            </button>
            {moving ? null : (
              <button
                type="button"
                className="icon-button soft"
                data-does="remove"
                aria-label={`取消下载“${track.title}”`}
                onClick={() => void confirmCancelOrder()}
              >
                <Icon name="trash" />
              </button>
            )}
          </div>
        )}
      </div>
    </>
  );
}
