import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { downloads } from '../../downloads/downloads.store.ts';
import { bytes } from '../../format/bytes.ts';
import { timeAgo } from '../../format/date.ts';
import { readPath, workPath } from '../catalog/book-tile.tsx';
import { Cover } from '../../cover/cover.tsx';
import { More } from '../frame/more.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { SectionHead } from '../frame/section-head.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { DownloadCard } from './download-card.tsx';
import { downloadRecords } from './library-questions.ts';
import { StorageCard } from './storage-card.tsx';

/** Copies on this device, and what the account downloaded anywhere. */
export function DownloadScreen() {
  const { items } = useSnapshot(downloads);
  const kept = Object.values(items);
  return (
    <div className="downloads measure">
      <NavBar title="我的下载" otherwise="/personalCenter/default" />
      <div className="download-list">
        <StorageCard />
      </div>
      {kept.length > 0 ? (
        <section aria-label="在这台设备上">
          <SectionHead title="在这台设备上" note={`${kept.length} 本`} />
          <ul className="download-list">
            {kept.map(({ book, total }) => (
              <li key={book.publishId} className="download-item">
                <Cover book={book} scale="small" />
                <div className="download-item-words">
                  <Link className="download-item-title one-line" to={readPath(book.publishId)}>
                    {book.title}
                  </Link>
                  <span className="meta one-line">{book.authorsText}</span>
                  <DownloadCard book={book as BookCard} bytes={total} />
                </div>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Records none={kept.length === 0} />
    </div>
  );
}

const RESULTS = { ok: '', failed: ' · 没有下完', started: ' · 未完成' } as const;

function Records({ none }: { none: boolean }) {
  const { items } = useSnapshot(downloads);
  const list = useInfiniteQuery(downloadRecords);
  const rows = list.data?.pages.flatMap((page) => page.rows);
  if (list.isError && !rows) return none ? <Failed error={list.error} retry={() => void list.refetch()} /> : <Stale error={list.error} />;
  if (rows?.length === 0)
    return none ? (
      <Empty title="还没有下载" reason="在书的页面点「下载」，断网也能接着读。" to="/cms/main/cmsReadingCenter" action="去阅读中心" />
    ) : null;
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
                  <span className="download-item-title one-line">{row.title}</span>
                  <span className="meta one-line">
                    {timeAgo(row.downloadTime)} · {bytes(row.bytes)}
                    {row.device ? ` · ${row.device}` : ''}
                    {/* How far this device has come stands above. */}
                    {items[row.publishId] ? '' : RESULTS[row.result]}
                  </span>
                </Link>
              </li>
            ))
          : [1, 2, 3].map((n) => (
              <li key={n} aria-hidden="true">
                <Skeleton width={48} height={64} />
                <Skeleton height={16} />
              </li>
            ))}
      </ul>
      {rows ? (
        <More
          has={list.hasNextPage}
          loading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          load={() => void list.fetchNextPage()}
          end="没有更早的记录了"
        />
      ) : null}
    </section>
  );
}
