import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import { CODE } from '../../../contract/error.ts';
import { partsName, partUnit } from '../../../contract/media/part-name.ts';
import type { Track } from '../../../contract/media/track.ts';
import { CallError } from '../../api/call.ts';
import { coverInk } from '../../cover/cover-drawing.ts';
import { Cover } from '../../cover/cover.tsx';
import { wayOn } from '../../media-player/positions.ts';
import { session } from '../../session/session.store.ts';
import { BookBlurb } from '../catalog/book-blurb.tsx';
import { BookDetailSkeleton } from '../catalog/book-detail-skeleton.tsx';
import { BookScore } from '../catalog/book-score.tsx';
import { book as workQuestion } from '../catalog/catalog-queries.ts';
import { workPath } from '../book-tile/book-tile.tsx';
import { WorkBar } from '../catalog/work-bar.tsx';
import { WorkGone } from '../catalog/work-removed.tsx';
import { useShelfState } from '../catalog/use-favorite.ts';
import { FavoriteButton, Cost } from '../catalog/work-ways.tsx';
import { BuySheet } from '../commerce/buy-sheet.tsx';
import { BuyButton, buyingOf, CartButton, MoreWays, type ShelfRight } from '../commerce/buy-ways.tsx';
import { Icon } from '../frame/icon.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { useBrowseRecord } from '../../browse-history/use-browse-record.ts';
import { usePageHead } from '../frame/page-head.ts';
import { CENTRE } from '../frame/places.ts';
import { Failed, Stale } from '../frame/state.tsx';
import { DownloadAll } from './download-all.tsx';
import { DownloadTrackButton } from './download-track.tsx';
import { Comments } from '../comment/comments.tsx';
import { TrackList } from './track-list.tsx';
import { tracks as tracksQuestion } from './media-queries.ts';
import { kindName, lengthWords, playPath, trackRight, trialName } from './media-messages.ts';
import { inLatin } from '../../format/script.ts';
import '../catalog/book-detail.css';
import './watching.css';

/** The page of an audio or video work: its description, its tracks and the play button. */
export function VideoDetailScreen() {
  const publishId = Number(useParams()['publishId']);
  const work = useQuery(workQuestion(publishId));
  const list = useQuery(tracksQuestion(publishId));
  useBrowseRecord('publication', work.data ? publishId : null);
  const error = work.error ?? list.error;
  usePageHead(
    `/cms/main/collectedVideoDetail/${publishId}`,
    work.data ? `${work.data.title}（${work.data.authorsText}）` : '',
    work.data ? `${inTitleMarks(work.data.title)}，${work.data.authorsText}。${work.data.brief}` : '',
  );
  if (work.data && work.data.kind !== 'audio' && work.data.kind !== 'video') return <Navigate to={workPath(work.data)} replace />;
  if (work.data && list.data) return <WorkPage work={work.data} tracks={list.data} error={error} />;
  if (!error) return <BookDetailSkeleton />;
  return (
    <>
      <div className="measure">
        <NavBar otherwise={CENTRE} />
      </div>
      {error instanceof CallError && (error.code === CODE.missing || error.code === CODE.invalid) ? (
        <WorkGone />
      ) : (
        <Failed heading="h1" error={error} retry={() => void Promise.all([work.refetch(), list.refetch()])} />
      )}
    </>
  );
}

function WorkPage({ work, tracks, error }: { work: BookDetail; tracks: readonly Track[]; error: unknown }) {
  const { signedIn, state } = useShelfState(work.publishId);
  const entitled = work.isFree || (state?.entitled ?? false);
  const wash = { '--wash': coverInk(work.title, work.cover.colour).ground } as React.CSSProperties;
  const length = lengthWords(tracks);
  const keeps = signedIn && entitled && work.downloadable;
  return (
    <div className="book work" style={wash}>
      <WorkBar work={work} />
      <Stale error={error} />
      <div className="work-page measure">
        <nav className="book-crumbs wide-only" aria-label="所在位置">
          <Link to={CENTRE}>阅读中心</Link>
          {work.typeName ? <span>{work.typeName}</span> : null}
          <span aria-current="page" {...inLatin(work.title)}>
            {work.title}
          </span>
        </nav>
        <div className="book-head work-head">
          <Cover book={work} alt={`${inTitleMarks(work.title)}封面`} eager />
          <div className="book-words">
            <p className="book-tags">
              <span className="tag tag-brand">{kindName(work)}</span>
              {tracks.some((track) => track.hasCaptions) ? <span className="tag">有字幕</span> : null}
            </p>
            <h1 {...inLatin(work.title)}>{work.title}</h1>
            {work.subtitle ? (
              <p className="book-subtitle serif" {...inLatin(work.subtitle)}>
                {work.subtitle}
              </p>
            ) : null}
            <p className="book-author">
              {work.authorsText} <span className="soft">著</span>
            </p>
            {work.pressName ? <p className="meta">{work.pressName}</p> : null}
            <p className="meta">
              {tracks.length} {partUnit(work)} · 共 {length.value} {length.unit}
            </p>
            <div className="wide-only work-ways">
              <WorkWays work={work} tracks={tracks} state={state} />
            </div>
          </div>
        </div>
        <MoreWays work={work} group={tracks.length > 0} />
        <BookBlurb html={work.intro} fallback={work.brief} />
        <section className="book-part">
          <div className="book-part-head">
            <h2>{partsName(work)}</h2>
            <span className="meta">
              共 {tracks.length} {partUnit(work)}
            </span>
          </div>
          {keeps ? <DownloadAll work={work} tracks={tracks.filter((track) => trackRight(track, entitled) === 'whole')} /> : null}
          {tracks.length > 0 ? (
            <TrackList
              tracks={tracks}
              entitled={entitled}
              {...(keeps ? { extra: (track: Track) => <DownloadTrackButton work={work} track={track} /> } : {})}
            />
          ) : (
            <p className="meta">{partsName(work)}正在准备，请稍后再来。</p>
          )}
        </section>
        <BookScore book={work} whole={entitled} />
        {work.authorIntro ? (
          <section className="book-part">
            <h2>作者</h2>
            <p className="book-blurb">{work.authorIntro}</p>
          </section>
        ) : null}
        <div className="book-part">
          <Comments targetType="publication" targetId={work.publishId} empty="还没有评论，来写第一条" />
        </div>
      </div>
      <div className="action-bar phone-only">
        <WorkWays work={work} tracks={tracks} state={state} foot />
      </div>
      {entitled ? null : <BuySheet work={work} />}
    </div>
  );
}

const HOW = { begin: '开始', on: '接着', again: '从头' } as const;

interface WaysProps {
  readonly work: BookDetail;
  readonly tracks: readonly Track[];
  readonly state: ShelfRight | undefined;
  readonly foot?: boolean;
}

/** The favourite button, the price, and the main actions: continue, start, try or buy. */
function WorkWays({ work, tracks, state, foot = false }: WaysProps) {
  const entitled = work.isFree || (state?.entitled ?? false);
  const { buys, note } = buyingOf(work, state);
  const { now } = useSnapshot(session);
  const userId = now.state === 'authenticated' ? now.user.userId : null;
  const open = tracks.filter((track) => trackRight(track, entitled) !== 'none');
  const { track: first, how } = wayOn(
    userId,
    // The length of a trial track is the length of its trial.
    open.map((track) => (trackRight(track, entitled) === 'trial' ? { ...track, durationSec: Math.min(track.trialSec, track.durationSec) } : track)),
  );
  const verb = work.kind === 'video' ? '看' : '听';
  const words = !first ? '' : trackRight(first, entitled) === 'trial' ? `免费${trialName(first)}` : `${HOW[how]}${verb}`;
  return (
    <>
      <FavoriteButton publishId={work.publishId} shape={foot ? 'foot' : 'button-tall'} />
      {buys ? (
        foot ? (
          <CartButton work={work} foot />
        ) : null
      ) : (
        <span className="action-price">
          <Cost work={work} state={state} />
          {foot ? <span className="meta">{kindName(work)}</span> : null}
        </span>
      )}
      {note ? <p className="book-no-way">{note}</p> : null}
      {state?.right === 'refunding' ? null : first ? (
        <Link
          className={`button ${buys ? 'button-line' : 'button-fill'} button-tall button-wide`}
          to={playPath(work.publishId, first.mediaId)}
          state={{ proceed: true }}
        >
          {buys && foot ? null : <Icon name="play" size={20} />}
          {buys && foot ? `试${verb}` : words}
        </Link>
      ) : buys ? null : (
        <span className="book-no-way">
          {tracks.length === 0 ? `${partsName(work)}正在准备` : `这部作品没有${work.kind === 'video' ? '试看' : '试听'}`}
        </span>
      )}
      {buys ? (
        <>
          <BuyButton work={work} />
          {foot ? null : <CartButton work={work} />}
        </>
      ) : null}
    </>
  );
}
