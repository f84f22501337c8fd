import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio/react';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { isOwnBook } from '../../../contract/reading/own-book-id.ts';
import type { Progress } from '../../../contract/reading/progress.ts';
import { type Download, downloads } from '../../downloads/downloads.store.ts';
import { type TrackDownload, trackDownloads } from '../../downloads/track-downloads.store.ts';
import { isOffline } from '../../api/call.ts';
import { bytes } from '../../format/bytes.ts';
import { shortDate } from '../../format/date.ts';
import { wayOn } from '../../media-player/positions.ts';
import { positionHint } from '../../reading-progress/position-hints.ts';
import { currentPerson } from '../../session/current-person.ts';
import { BookTile, BookTileSkeleton, kindMark, readPath, workPath } from '../book-tile/book-tile.tsx';
import { Icon } from '../frame/icon.tsx';
import { progressWords } from '../frame/progress-bar.tsx';
import { More } from '../frame/load-more.tsx';
import { network } from '../frame/network.store.ts';
import { CENTRE } from '../frame/places.ts';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { useSlow } from '../frame/use-slow.ts';
import { UnreadableDownloads } from './unreadable-downloads.tsx';
import { collects, reading } from './library-queries.ts';
import { playPath } from './track-download.tsx';
import { RemoveFavoriteButton } from './remove-favorite-button.tsx';

/** A book on the shelf with its position, and whether it can be read now. */
function ShelfTile({ book, note, extra }: { book: BookCard; note: string; extra?: ReactNode }) {
  const { items } = useSnapshot(downloads);
  const { items: tracks } = useSnapshot(trackDownloads);
  const { online } = useSnapshot(network);
  // Audio and video have their own pages, which know the last position.
  const heard = kindMark(book) !== '';
  const item = items[book.publishId];
  const ready = heard
    ? Object.values(tracks).some(({ work, state }) => work.publishId === book.publishId && state === 'ready')
    : item?.state === 'ready';
  const away = !online && !ready && !item?.documentsReady;
  const state = away ? `联网后可${heard ? '播放' : '读'}` : ready ? `已存 · ${note}` : item ? wordsOf(item) : note;
  const tile = (
    <BookTile book={book} away={away} to={heard ? workPath(book) : readPath(book.publishId)}>
      <span className="shelf-note">
        {away ? <Icon name="cloud" size={14} /> : ready ? <Icon name="check" size={14} className="shelf-kept" /> : null}
        <span className="one-line">{state}</span>
      </span>
    </BookTile>
  );
  return (
    <li>
      {tile}
      {extra}
    </li>
  );
}

/** The text for an incomplete copy. */
function wordsOf({ state, ...item }: Pick<Download, 'state' | 'bytes' | 'total'>): string {
  const percent = item.total > 0 ? Math.floor((item.bytes / item.total) * 100) : 0;
  if (state === 'over') return '副本已过期';
  if (state === 'running') return `正在存 ${percent}%`;
  if (state === 'waiting') return percent > 0 ? `排队中 ${percent}%` : '排队中';
  if (state === 'paused') return percent > 0 ? `停在 ${percent}%` : '已暂停';
  return '没有存完';
}

/** Without books of the user's own, which have their own tab. */
const downloadedOf = <T extends Pick<Download, 'book'>>(items: Readonly<Record<number, T>>): T[] =>
  Object.values(items).filter(({ book }) => !isOwnBook(book.publishId));

/** Returns the number of works that are stored or downloading on this device. */
export function useOnDevice(): number {
  const { items } = useSnapshot(downloads);
  const { items: tracks } = useSnapshot(trackDownloads);
  return downloadedOf(items).length + new Set(Object.values(tracks).map(({ work }) => work.publishId)).size;
}

const Tiles = () => (
  <ul className="shelf-grid" aria-busy="true">
    {[1, 2, 3, 4, 5, 6].map((n) => (
      <li key={n}>
        <BookTileSkeleton />
      </li>
    ))}
  </ul>
);

interface GridProps<Row> {
  list: UseInfiniteQueryResult<InfiniteData<{ rows: Row[]; total: number }>>;
  empty: ReactNode;
  renderTile: (row: Row) => ReactNode;
}

function Grid<Row>({ list, empty, renderTile }: GridProps<Row>) {
  const kept = useOnDevice() > 0;
  const slow = useSlow(list.isPending);
  const away = list.isError && !list.data && isOffline(list.error);
  if (kept && (away || slow))
    return (
      <>
        <output className="shelf-away">
          <span>{away ? '现在连不上网络，先看已存到本机的作品' : '网络很慢，先看已存到本机的作品'}</span>
          {away ? (
            <button type="button" className="text-link" onClick={() => void list.refetch()}>
              重试
            </button>
          ) : null}
        </output>
        <StoredShelf />
      </>
    );
  if (list.isError && !list.data) return <Failed error={list.error} retry={() => void list.refetch()} to={CENTRE} action="去阅读中心" />;
  const rows = list.data?.pages.flatMap((page) => page.rows);
  if (rows?.length === 0) return empty;
  return (
    <>
      {rows ? <Stale error={list.error} /> : null}
      {rows ? <ul className="shelf-grid">{rows.map(renderTile)}</ul> : <Tiles />}
      {rows && rows.length > 6 ? <More list={list} end="都在这里了" /> : null}
    </>
  );
}

/** Returns how far the user has read, on this device or on the one that was used later. */
function percentOf({ publishId, editionId, percent, clock }: Progress): number {
  const here = positionHint(publishId);
  return here?.userId === currentPerson() && here.editionId === editionId && here.clock > clock ? (here.percent ?? percent) : percent;
}

export function ReadingShelf() {
  const list = useInfiniteQuery(reading);
  return (
    <Grid
      list={list}
      empty={<Empty title="还没有在读的书" reason="翻开一本，读到哪里都会替您记着。" to={CENTRE} action="去阅读中心" />}
      renderTile={({ book, progress }) => <ShelfTile key={book.publishId} book={book} note={progressWords(percentOf(progress))} />}
    />
  );
}

export function CollectShelf() {
  const list = useInfiniteQuery(collects);
  return (
    <Grid
      list={list}
      empty={<Empty title="还没有收藏" reason="在作品的页面点“收藏”，它就留在这里，换一台设备也在。" to={CENTRE} action="去阅读中心" />}
      renderTile={(book) => (
        <ShelfTile key={book.publishId} book={book} note={`${shortDate(book.collectTime)}收藏`} extra={<RemoveFavoriteButton book={book} />} />
      )}
    />
  );
}

export function StoredShelf() {
  const { items, looked } = useSnapshot(downloads);
  const { items: tracks } = useSnapshot(trackDownloads);
  const kept = downloadedOf(items);
  const all = Object.values(tracks);
  const works = [...new Set(all.map(({ work }) => work.publishId))];
  const none = kept.length + works.length === 0;
  if (none && looked === null) return <Tiles />;
  if (none && !looked) return <UnreadableDownloads />;
  if (none) return <Empty title="还没有存到本机的作品" reason="在作品的页面点“下载”，断网也能接着读、听和看。" to={CENTRE} action="去阅读中心" />;
  return (
    <ul className="shelf-grid">
      {kept.map(({ book, total }) => (
        <ShelfTile key={book.publishId} book={book as BookCard} note={bytes(total)} />
      ))}
      {works.map((publishId) => (
        <KeptWork key={publishId} tracks={all.filter(({ work }) => work.publishId === publishId) as TrackDownload[]} />
      ))}
    </ul>
  );
}

/** An audio or video work with its tracks that are stored or downloading here: it continues where it stopped, as a book does. */
function KeptWork({ tracks }: { tracks: readonly TrackDownload[] }) {
  const ready = tracks.filter(({ state }) => state === 'ready');
  const track =
    wayOn(
      currentPerson(),
      ready.map((one) => one.track),
    ).track ?? tracks[0]?.track;
  const work = tracks[0]?.work;
  if (!track || !work) return null;
  const moving = tracks.find(({ state }) => state !== 'ready');
  const size = bytes(ready.reduce((sum, { total }) => sum + total, 0));
  return (
    <li>
      <BookTile book={work} to={playPath(track)}>
        <span className="shelf-note">
          {ready.length > 0 ? <Icon name="check" size={14} className="shelf-kept" /> : null}
          <span className="one-line">
            {kindMark(work)}
            {ready.length > 0 ? ` · 已存 ${ready.length} 段 · ${size}` : moving ? ` · ${wordsOf(moving)}` : ''}
          </span>
        </span>
      </BookTile>
    </li>
  );
}
