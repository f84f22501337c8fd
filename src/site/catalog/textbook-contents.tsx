import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio/react';
import type { BookDetail, Chapter } from '../../../contract/catalog/book.ts';
import type { Track } from '../../../contract/media/track.ts';
import { placedIn, type PlacedItem } from '../../../contract/textbook/placed.ts';
import { queryOf } from '../../api/query-client.ts';
import { loadDownloads } from '../../downloads/downloads.store.ts';
import { startTrackDownload, trackDownloads } from '../../downloads/track-downloads.store.ts';
import { bytes } from '../../format/bytes.ts';
import { BookContents } from './book-contents.tsx';
import { useShelfState } from './use-favorite.ts';
import { Icon } from '../frame/icon.tsx';
import './textbook-contents.css';

const usePlaced = (publishId: number): readonly PlacedItem[] => useQuery(queryOf(placedIn, { params: { publishId } })).data?.items ?? [];

/** #31: the contents of a textbook with the number of recordings and exercises of each chapter, and how far one has read. */
export function TextbookContents({ book, whole }: { book: BookDetail; whole: boolean }) {
  const items = usePlaced(book.publishId);
  const { state } = useShelfState(book.publishId);
  const here = state?.progress && state.progress.percent > 0 ? state.progress : null;
  const mark = ({ index }: Chapter) => {
    const own = items.filter(({ documentIndex }) => documentIndex === index);
    const media = own.filter(({ track }) => track).length;
    const questions = own.reduce((sum, { set }) => sum + (set?.questions ?? 0), 0);
    const done = !here ? '' : here.percent >= 100 || index < here.documentIndex ? '已学' : index === here.documentIndex ? '学到这里' : '';
    if (media + questions === 0 && !done) return null;
    return (
      <span className="textbook-marks">
        {done ? <span className={done === '已学' ? 'soft' : 'textbook-here'}>{done}</span> : null}
        {media > 0 ? (
          <span>
            <span aria-hidden="true">▶ {media}</span>
            <span className="unseen">随文音视频 {media} 段</span>
          </span>
        ) : null}
        {questions > 0 ? (
          <span>
            <span aria-hidden="true">✎ {questions}</span>
            <span className="unseen">练习 {questions} 题</span>
          </span>
        ) : null}
      </span>
    );
  };
  return <BookContents book={book} whole={whole} mark={mark} />;
}

/** What the copy of a textbook has, and which recordings and films are not on this device yet. */
export function TextbookCopy({ book }: { book: BookDetail }) {
  const items = usePlaced(book.publishId);
  const { items: stored } = useSnapshot(trackDownloads);
  const [looked, setLooked] = useState(false);
  useEffect(() => void loadDownloads().finally(() => setLooked(true)), []);
  const tracks = items.flatMap(({ track }) => track ?? []);
  if (!looked || tracks.length === 0) return null;
  const sum = (some: readonly Track[]): string => bytes(some.reduce((total, track) => total + track.bytes, 0));
  const lacking = tracks.filter(({ mediaId }) => stored[mediaId]?.state !== 'ready');
  const moving = lacking.filter(({ mediaId }) => ['running', 'waiting'].includes(stored[mediaId]?.state ?? ''));
  const asked = lacking.filter((track) => !moving.includes(track));
  return (
    <div className="textbook-copy">
      <p className="meta">
        正文 {bytes(book.bytes)} · 随文音视频 {tracks.length} 段 {sum(tracks)}
      </p>
      {lacking.length === 0 ? (
        <span className="tag tag-brand">音视频都在本机</span>
      ) : (
        <button
          type="button"
          className="chip textbook-lacking"
          disabled={asked.length === 0}
          onClick={() => asked.forEach((track) => startTrackDownload(book, track))}
        >
          <span>
            {asked.length === 0 ? null : <Icon name="download" size={16} />}
            {asked.length === 0 ? `正在存音视频，还有 ${lacking.length} 段` : `未下载的音视频 ${asked.length} 段，${sum(asked)}`}
          </span>
        </button>
      )}
    </div>
  );
}
