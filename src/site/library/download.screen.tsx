import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { isOwnBook } from '../../../contract/reading/own-book-id.ts';
import { isOffline } from '../../api/call.ts';
import { bookKey, trackKey } from '../../../sw/messages.ts';
import { downloads, loadDownloads, noteVersion } from '../../downloads/downloads.store.ts';
import { inOrder, move, type Progressing, queue, setWifiOnly, reportsNetwork } from '../../downloads/download-queue.ts';
import { removeBook, removeKeptTrack, reportRemoved } from '../../downloads/removed-copies.ts';
import { trackDownloads } from '../../downloads/track-downloads.store.ts';
import { currentPerson } from '../../session/current-person.ts';
import { bytes } from '../../format/bytes.ts';
import { timeAgo } from '../../format/date.ts';
import { inLatin } from '../../format/script.ts';
import { readPath, workPath } from '../book-tile/book-tile.tsx';
import { Cover } from '../../cover/cover.tsx';
import { Icon } from '../frame/icon.tsx';
import { trapFocus } from '../frame/keep-focus.ts';
import { More } from '../frame/load-more.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { CENTRE } from '../frame/places.ts';
import { SectionHead } from '../frame/section-head.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Stale } from '../frame/state.tsx';
import { DownloadDevices } from './download-devices.tsx';
import { DownloadCard } from './download-card.tsx';
import { HomeScreenCard } from './home-screen-card.tsx';
import { UnreadableDownloads } from './unreadable-downloads.tsx';
import { downloadRecords } from './library-queries.ts';
import { StorageCard } from './storage-card.tsx';
import { TrackOnDevice } from './track-download.tsx';

/** The copies on this device in download order, and what the account has downloaded on any device. */
export function DownloadScreen() {
  const { items, looked } = useSnapshot(downloads);
  const { items: tracks } = useSnapshot(trackDownloads);
  // Reads the complete order, so that a change of order rerenders.
  const { order, wifiOnly } = useSnapshot(queue);
  useEffect(() => void loadDownloads().then(() => reportRemoved(currentPerson())), []);
  const states = new Map<string, Progressing['state']>([
    // Books of the user's own are on the shelf: they are no downloads.
    ...Object.values(items)
      .filter(({ book }) => !isOwnBook(book.publishId))
      .map((item) => [bookKey(item.book.publishId), item.state] as const),
    ...Object.values(tracks).map((item) => [trackKey(item.track.mediaId), item.state] as const),
  ]);
  const moving = inOrder([...states.keys()].filter((key) => states.get(key) === 'waiting' || states.get(key) === 'running'));
  const still = [...states.keys()].filter((key) => !moving.includes(key));
  const named = (key: string): string => {
    const number = Number(key.split('/')[1]);
    return key === bookKey(number) ? inTitleMarks(items[number]?.book.title ?? '') : `“${tracks[number]?.track.title ?? ''}”`;
  };
  return (
    <div ref={trapFocus} className="downloads measure" data-order={order.join(' ')}>
      <NavBar title="我的下载" otherwise="/personalCenter/default" />
      <div className="download-list">
        <StorageCard />
        <HomeScreenCard />
        {reportsNetwork() ? (
          <label className="card download-wifi">
            <input type="checkbox" checked={wifiOnly} onChange={(event) => setWifiOnly(event.target.checked)} />
            <span>只在 Wi-Fi 下下载</span>
          </label>
        ) : null}
      </div>
      {moving.length > 0 ? (
        <section aria-label="正在下载">
          <SectionHead title="正在下载" note={moving.length > 1 ? `${moving.length} 项，从上到下依次下载` : ''} />
          <ol className="download-list">
            {moving.map((key, index) => (
              <li key={key} data-row={key} className="download-item">
                <OnDevice name={key} />
                {moving.length > 1 ? (
                  <span className="download-order">
                    <button
                      type="button"
                      className="icon-button soft"
                      data-does="earlier"
                      aria-label={`把${named(key)}提前`}
                      disabled={index === 0}
                      onClick={() => move(key, -1)}
                    >
                      <Icon name="up" size={20} />
                    </button>
                    <button
                      type="button"
                      className="icon-button soft"
                      data-does="later"
                      aria-label={`把${named(key)}推后`}
                      disabled={index === moving.length - 1}
                      onClick={() => move(key, 1)}
                    >
                      <Icon name="down" size={20} />
                    </button>
                  </span>
                ) : null}
              </li>
            ))}
          </ol>
        </section>
      ) : null}
      {still.length > 0 ? (
        <section aria-label="在这台设备上">
          <SectionHead title="在这台设备上" note={`${still.length} 项`} />
          <ul className="download-list">
            {still.map((key) => (
              <li key={key} data-row={key} className="download-item">
                <OnDevice name={key} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {looked === false ? <UnreadableDownloads /> : null}
      <Records none={looked === true && states.size === 0} />
    </div>
  );
}

/** A book or a track, by its storage key. */
function OnDevice({ name }: { name: string }) {
  const { items } = useSnapshot(downloads);
  const number = Number(name.split('/')[1]);
  if (name === trackKey(number)) return <TrackOnDevice mediaId={number} />;
  const item = items[number];
  if (!item) return null;
  const { book, total } = item;
  return (
    <>
      <Cover book={book} scale="small" />
      <div className="download-item-words">
        <Link className="download-item-title one-line" data-does="open" to={readPath(book.publishId)} {...inLatin(book.title)}>
          {book.title}
        </Link>
        <span className="meta one-line">{book.authorsText}</span>
        <DownloadCard book={book as BookCard} bytes={total} />
      </div>
    </>
  );
}

const RESULTS = { ok: '', failed: '没有下完 · ', started: '未完成 · ' } as const;

/** `none`: there is nothing on this device, which is known without a network. */
function Records({ none }: { none: boolean }) {
  const { items } = useSnapshot(downloads);
  const here = new Set(Object.values(useSnapshot(trackDownloads).items).map(({ work }) => work.publishId));
  const list = useInfiniteQuery(downloadRecords);
  const rows = list.data?.pages.flatMap((page) => page.rows);
  const versions = JSON.stringify(rows?.map(({ publishId, version }) => [publishId, version]) ?? []);
  useEffect(() => {
    for (const [publishId, version] of JSON.parse(versions) as [number, string][]) void noteVersion({ publishId, version });
  }, [versions]);
  const gone = JSON.stringify(rows?.filter((row) => row.removedHere).map((row) => row.publishId) ?? []);
  // The copy was removed on another device: delete it here and confirm that to the server.
  useEffect(() => {
    for (const publishId of JSON.parse(gone) as number[]) {
      if (items[publishId]) void removeBook(publishId);
      for (const { work, track } of Object.values(trackDownloads.items))
        if (work.publishId === publishId) void removeKeptTrack(track.mediaId, publishId);
    }
  }, [gone, items]);
  const empty = none ? <Empty title="还没有下载" reason="在作品的页面点“下载”，断网也能接着读、听和看。" to={CENTRE} action="去阅读中心" /> : null;
  if (list.isError && !rows)
    return (
      <>
        {empty}
        <output className="downloads-away">
          <span className="meta">{isOffline(list.error) ? '各台设备的下载记录联网后显示' : '下载记录没有取到'}</span>
          <button type="button" className="text-link" onClick={() => void list.refetch()}>
            重试
          </button>
        </output>
      </>
    );
  if (rows?.length === 0) return empty;
  return (
    <section aria-label="下载记录">
      <SectionHead title="下载记录" note="所有设备" />
      {rows ? <Stale error={list.error} /> : null}
      <ul className="download-records" aria-busy={!rows}>
        {rows
          ? rows.map((row) => (
              <li key={`${row.publishId}-${row.downloadTime}`}>
                <Cover book={row} scale="small" />
                <Link to={workPath(row)}>
                  <span className="download-item-title one-line" {...inLatin(row.title)}>
                    {row.title}
                  </span>
                  <span className="meta one-line">
                    {row.trackTitle ? `“${row.trackTitle}” · ` : ''}
                    {/* How far this device has come stands above. */}
                    {items[row.publishId] || here.has(row.publishId) ? '' : RESULTS[row.result]}
                    {timeAgo(row.downloadTime)} · {bytes(row.bytes)}
                    {row.device ? ` · ${row.device}` : ''}
                  </span>
                </Link>
                <DownloadDevices title={row.title} devices={row.devices} />
              </li>
            ))
          : [1, 2, 3].map((n) => (
              <li key={n} aria-hidden="true">
                <Skeleton width={48} height={64} />
                <Skeleton height={16} />
              </li>
            ))}
      </ul>
      {rows ? <More list={list} end="没有更早的记录了" /> : null}
    </section>
  );
}
