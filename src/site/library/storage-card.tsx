import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { canMeasureSpace } from '../../downloads/device-space.ts';
import { downloads } from '../../downloads/downloads.store.ts';
import { bytes } from '../../format/bytes.ts';
import { useDownloaded } from './use-downloaded.ts';
import './download.css';

/** Shows how much storage the books use on this device, and how much is free. */
export function StorageCard({ manage = false }: { manage?: boolean }) {
  const { usage, shared } = useSnapshot(downloads);
  const { books, media } = useDownloaded();
  if (!usage && books + media === 0) return canMeasureSpace() ? <section className="card storage" aria-hidden="true" /> : null;
  const other = Math.max(0, (usage?.used ?? 0) - books - media);
  const quota = Math.max(1, usage?.quota ?? 1);
  const share = (part: number): string => `${part > 0 ? Math.max(0.8, Math.min(100, (part / quota) * 100)) : 0}%`;
  return (
    <section className="card storage" aria-label="本机书库">
      <div className="download-line">
        <b className="storage-title">本机书库</b>
        <span className="meta">
          已用 {bytes(books + media + other)}
          {usage && usage.quota > 0 ? `，还可存 ${bytes(Math.max(0, usage.quota - usage.used))}` : ''}
        </span>
      </div>
      <div className="storage-bar" aria-hidden="true">
        <i style={{ width: share(books) }} />
        <i className="storage-media" style={{ width: share(media) }} />
        <i className="storage-other" style={{ width: share(other) }} />
      </div>
      <div className="download-line">
        <span className="storage-legend">
          <span>
            <i /> 图书 {bytes(books)}
          </span>
          {media > 0 ? (
            <span>
              <i className="storage-media" /> 音视频 {bytes(media)}
            </span>
          ) : null}
          <span>
            <i className="storage-other" /> {shared ? '缓存及其他账号' : '缓存'} {bytes(other)}
          </span>
        </span>
        {manage ? (
          <Link className="text-link storage-manage" to="/personalCenter/download">
            管理
          </Link>
        ) : null}
      </div>
    </section>
  );
}
