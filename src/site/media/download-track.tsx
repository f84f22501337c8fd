import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import type { Track } from '../../../contract/media/track.ts';
import { loadDownloads } from '../../downloads/downloads.store.ts';
import { removeKeptTrack } from '../../downloads/removed-copies.ts';
import { startTrackDownload, pauseTrack, resumeTrack, trackDownloads } from '../../downloads/track-downloads.store.ts';
import { bytes } from '../../format/bytes.ts';
import { confirm } from '../frame/dialogs.ts';
import { Icon } from '../frame/icon.tsx';
import { useFailureToast } from '../library/use-failure-toast.ts';

/** Asks for confirmation with the exact size, and removes the copy when the user agrees. */
export async function confirmRemoveTrack(track: Pick<Track, 'mediaId' | 'publishId' | 'title'>): Promise<void> {
  if (await confirm('删除本机副本', `“${track.title}”在这台设备上的副本会被删除，断网时将不能播放；播放位置不受影响，联网后可以再次下载。`, '删除'))
    await removeKeptTrack(track.mediaId, track.publishId);
}

/** The download of one track on this device: start, pause, resume, remove. */
export function DownloadTrackButton({ work, track }: { work: BookDetail; track: Track }) {
  const { items } = useSnapshot(trackDownloads);
  const item = items[track.mediaId];
  useEffect(() => void loadDownloads(), []);
  useFailureToast(item);
  if (!item)
    return (
      <button
        type="button"
        className="icon-button soft track-keep"
        aria-label={`下载“${track.title}”，${bytes(track.bytes)}`}
        onClick={() => startTrackDownload(work, track)}
      >
        <Icon name="download" size={20} />
      </button>
    );
  if (item.state === 'ready')
    return (
      <button
        type="button"
        className="icon-button track-keep track-kept"
        aria-label={`“${track.title}”已存到本机，删除副本`}
        onClick={() => void confirmRemoveTrack(track)}
      >
        <Icon name="check" size={20} />
      </button>
    );
  if (item.state === 'over')
    return (
      <button
        type="button"
        className="icon-button track-keep"
        title={item.reason}
        aria-label={`“${track.title}”的本机副本已过期，重新下载`}
        onClick={() => void resumeTrack(track.mediaId)}
      >
        <Icon name="refresh" size={20} />
      </button>
    );
  const moving = item.state === 'running' || item.state === 'waiting';
  const percent = item.total > 0 ? Math.floor((item.bytes / item.total) * 100) : 0;
  return (
    <button
      type="button"
      className="icon-button track-keep"
      title={item.reason}
      aria-label={`${moving ? '暂停下载' : item.state === 'paused' ? '继续下载' : '重试下载'}“${track.title}”，${percent}%${item.reason ? `，${item.reason}` : ''}`}
      onClick={() => void (moving ? pauseTrack(track.mediaId) : resumeTrack(track.mediaId))}
    >
      {moving ? `${percent}%` : <Icon name={item.state === 'paused' ? 'play' : 'refresh'} size={20} />}
    </button>
  );
}
