import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import { partUnit } from '../../../contract/media/part-name.ts';
import type { Track } from '../../../contract/media/track.ts';
import { loadDownloads } from '../../downloads/downloads.store.ts';
import { startTrackDownload, trackDownloads } from '../../downloads/track-downloads.store.ts';
import { bytes } from '../../format/bytes.ts';
import { Icon } from '../frame/icon.tsx';

/**
 * Downloads the tracks of a work that are neither stored nor downloading, in order; shows their number and size. A work with one track
 * uses the track's own button.
 */
export function DownloadAll({ work, tracks }: { work: BookDetail; tracks: readonly Track[] }) {
  const { items } = useSnapshot(trackDownloads);
  const [looked, setLooked] = useState(false);
  const [asked, setAsked] = useState(0);
  const notified = useRef<HTMLOutputElement>(null);
  useEffect(() => void loadDownloads().finally(() => setLooked(true)), []);
  const lacking = tracks.filter((track) => !items[track.mediaId]);
  const none = lacking.length === 0;
  useEffect(() => {
    // This text replaces the button that had the focus.
    if (none && document.activeElement === document.body) notified.current?.focus({ preventScroll: true });
  }, [none]);
  if (!looked || tracks.length < 2) return null;
  if (none)
    return asked > 0 ? (
      <output ref={notified} tabIndex={-1} className="meta keep-all">
        {asked} {partUnit(work)}已加入下载，进度在“我的下载”里看
      </output>
    ) : null;
  const keepAll = (): void => {
    for (const track of lacking) startTrackDownload(work, track);
    setAsked(lacking.length);
  };
  return (
    <button type="button" className="button button-wash keep-all" onClick={keepAll}>
      <Icon name="download" size={20} />
      全部下载（{lacking.length} {partUnit(work)}，{bytes(lacking.reduce((sum, track) => sum + track.bytes, 0))}）
    </button>
  );
}
