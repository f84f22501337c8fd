import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import { CODE } from '../../../contract/error.ts';
import { partsName, partUnit } from '../../../contract/media/part-name.ts';
import type { Track } from '../../../contract/media/track.ts';
import { CallError, isOffline } from '../../api/call.ts';
import { isMissingPart } from '../../api/missing-chunk.ts';
import { coverAddress } from '../../cover/cover.tsx';
import { trackDownloads } from '../../downloads/track-downloads.store.ts';
import { loadable } from '../../loading/loadable.ts';
import { clockOf } from '../../media-player/transcript.ts';
import { keepScreenOn, bindSystemControls, updateSystemControls } from '../../media-player/system-controls.ts';
import { currentPerson } from '../../session/current-person.ts';
import { session } from '../../session/session.store.ts';
import { book as workQuestion } from '../catalog/catalog-queries.ts';
import { useShelfState } from '../catalog/use-favorite.ts';
import { WorkGone } from '../catalog/work-removed.tsx';
import { Icon } from '../frame/icon.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { usePageHead } from '../frame/page-head.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { bottomBar } from '../frame/bottom-bar.store.ts';
import { Empty, Failed } from '../frame/state.tsx';
import { continueWithout, fellAsleep, stopListening } from './listening.store.ts';
import { SoundStage } from './sound-stage.tsx';
import { chapterStep } from './chapter-step.ts';
import { TrackList } from './track-list.tsx';
import { Transcript } from './transcript.tsx';
import { storeTrialPosition } from '../../media-player/trial-position.ts';
import { usePlayer } from './use-player.ts';
import { tracks as tracksQuestion } from './media-queries.ts';
import { artworkOf, awayWords, endWords, playPath, trackRight, trialName } from './media-messages.ts';
import { price } from '../../format/number.ts';
import { inLatin } from '../../format/script.ts';
import { loginPath } from '../frame/login-path.ts';
import './watching.css';

/** The player page of a work: `publishId`, and `mediaId` of the track; without a track, the first playable one. */
export function VideoPlayScreen() {
  const [params] = useSearchParams();
  const publishId = Number(params.get('publishId'));
  const [{ attempt, proceed }, setAttempt] = useState({ attempt: 0, proceed: false });
  const work = useQuery(workQuestion(publishId));
  const list = useQuery(tracksQuestion(publishId));
  const error = work.error ?? list.error;
  const asked = list.data?.find((track) => track.mediaId === Number(params.get('mediaId')));
  const track = asked ?? (params.get('mediaId') ? undefined : list.data?.[0]);
  usePageHead('/cms/main/collectedVideoPlay', work.data && track ? `${track.title}，${work.data.title}` : '');
  if (work.data && list.data && track)
    return (
      <Playing
        key={`${track.mediaId}/${attempt}`}
        work={work.data}
        tracks={list.data}
        track={track}
        proceed={proceed}
        retry={(played) => setAttempt({ attempt: attempt + 1, proceed: played })}
      />
    );
  if (work.data && list.data)
    return (
      <Without publishId={publishId}>
        <Empty
          heading="h1"
          drawing="find"
          title={`没有这一${partUnit(work.data)}`}
          reason="它可能已经撤下。"
          to={`/cms/main/collectedVideoDetail/${publishId}`}
          action={`看看其他${partsName(work.data)}`}
        />
      </Without>
    );
  if (!error)
    return (
      <div className="watching measure" aria-busy="true">
        <Skeleton ratio="16 / 9" />
      </div>
    );
  return (
    <Without publishId={publishId}>
      {error instanceof CallError && (error.code === CODE.missing || error.code === CODE.invalid) ? (
        <WorkGone />
      ) : (
        <Failed heading="h1" error={error} retry={() => void Promise.all([work.refetch(), list.refetch()])} />
      )}
    </Without>
  );
}

/** Shown when nothing is playable, with a back button. */
function Without({ publishId, children }: { publishId: number; children: ReactNode }) {
  return (
    <>
      <div className="measure">
        <NavBar otherwise={`/cms/main/collectedVideoDetail/${publishId}`} />
      </div>
      {children}
    </>
  );
}

interface PlayingProps {
  work: BookDetail;
  tracks: readonly Track[];
  track: Track;
  /** It was playing when it failed. */
  proceed: boolean;
  retry: (proceed: boolean) => void;
}

const RecordingTools = loadable(async () => (await import('./recording-tools.tsx')).RecordingTools);

/** States in which an overlay covers the player and its controls. */
const COVERED: readonly string[] = ['failed', 'trial-over', 'right-over'];

/** Without its bar there would be no control to stop it. */
const showBar = (): void => void import('./mini-player.tsx').then(({ MiniPlayer }) => (bottomBar.Bar = MiniPlayer), stopListening);

function Playing({ work, tracks, track, proceed, retry }: PlayingProps) {
  const host = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const { state: came } = useLocation() as { state: { proceed?: boolean; sound?: boolean } | null };
  useSnapshot(session);
  const { signedIn, state } = useShelfState(work.publishId);
  const entitled = work.isFree || (state?.entitled ?? false);
  // Playback continues with the next track.
  const [sound, setSound] = useState(came?.sound === true && track.mediaType === 'video');
  const at = tracks.findIndex((one) => one.mediaId === track.mediaId);
  const beside = (step: number): (() => void) | null => {
    const other = tracks[at + step];
    return other && trackRight(other, entitled) !== 'none'
      ? () => void navigate(playPath(work.publishId, other.mediaId), { replace: true, state: { proceed: true, sound } })
      : null;
  };
  const poster = track.posterUrl || coverAddress(work);
  const { watching, player } = usePlayer({
    host,
    track,
    poster,
    userId: currentPerson(),
    autoplay: came?.proceed === true || proceed,
    onEnded: () => beside(1)?.(),
    onSlept: (session, seconds) => fellAsleep({ work, tracks }, session, seconds),
    onLeave: (session) => {
      const goesOn = continueWithout(session, { work, tracks, entitled });
      if (goesOn) showBar();
      return goesOn;
    },
  });
  // After a pause from the lock screen, play must work there too, so the media keys stay bound from the first sound on.
  const { playing, heard: begun } = watching;
  const goes = begun ? playing : proceed;
  const opened = watching.state === 'open';
  const film = track.mediaType === 'video';
  // A film without sound has nothing to play with the picture off.
  const heardAlone = sound && !watching.silent;
  useEffect(() => (opened && film ? player.current?.soundOnly(heardAlone) : undefined), [opened, film, heardAlone, player]);
  useEffect(() => {
    // Removing the previous track's player removed the focus.
    if (!opened || document.activeElement !== document.body || !came?.proceed) return;
    host.current?.querySelector<HTMLElement>('.video-js')?.focus({ preventScroll: true });
  }, [opened, came]);
  useEffect(() => {
    const retryNow = (): void => (watching.state === 'failed' ? retry(goes) : undefined);
    addEventListener('online', retryNow);
    return () => removeEventListener('online', retryNow);
  }, [watching, goes, retry]);
  const fromStart = (): void => {
    player.current?.seek(0);
    player.current?.play();
    if (host.current) host.current.inert = false;
    host.current?.querySelector<HTMLElement>('.video-js')?.focus();
  };
  useEffect(() => {
    if (!begun) return;
    return bindSystemControls(
      { title: track.title, artist: work.authorsText, album: work.title, artwork: artworkOf(poster) },
      {
        play: () => player.current?.play(),
        pause: () => player.current?.pause(),
        seekBy: (step) => player.current?.seek(Math.max(0, (player.current?.time() ?? 0) + step)),
        seekTo: (seconds) => player.current?.seek(seconds),
        next: chapterStep({ track, player: () => player.current }, 1, beside(1)),
        previous: chapterStep({ track, player: () => player.current }, -1, beside(-1)),
      },
      player.current ?? undefined,
    );
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once it has begun, and when what is beside it opens
  }, [begun, entitled, track.mediaId, sound]);
  useEffect(() => (begun ? updateSystemControls(playing) : undefined), [begun, playing]);
  // Rotating the phone moves the picture and its controls.
  useEffect(() => {
    if (!begun) return;
    const turned = matchMedia('(orientation: landscape)');
    const follow = (): void => void requestAnimationFrame(() => host.current?.parentElement?.scrollIntoView({ block: 'nearest' }));
    turned.addEventListener('change', follow);
    return () => turned.removeEventListener('change', follow);
  }, [begun]);
  const lit = playing && film && !heardAlone;
  useEffect(() => (lit ? keepScreenOn() : undefined), [lit]);

  return (
    <div className="watching measure">
      <NavBar title={work.title} otherwise={`/cms/main/collectedVideoDetail/${work.publishId}`} />
      <div className="watching-columns">
        <div className="watching-main">
          <div className="stage" data-sound={track.mediaType === 'audio' ? '' : undefined}>
            {track.mediaType === 'audio' ? <SoundStage work={work} track={track} /> : null}
            <div ref={host} className="player-host" inert={COVERED.includes(watching.state)} />
            {watching.slow && watching.state === 'open' ? <p className="stage-slow">网络有点慢，正在缓冲…</p> : null}
            {watching.state === 'failed' ? (
              <Broken track={track} work={work} error={watching.error} begun={begun || proceed} retry={() => retry(goes)} />
            ) : null}
            {watching.state === 'trial-over' ? <TrialOver track={track} signedIn={signedIn} work={work} again={fromStart} /> : null}
            {watching.state === 'right-over' ? <RightOver work={work} retry={() => retry(true)} /> : null}
          </div>
          <div className="watching-head">
            <div className="watching-words">
              <h2 className="serif" {...inLatin(track.title)}>
                {track.title}
              </h2>
              <p className="meta">
                {work.authorsText} · {clockOf(track.durationSec)}
                {watching.link && !watching.link.whole ? ` · ${trialName(track)}前 ${clockOf(watching.link.playSec)}` : ''}
              </p>
            </div>
            {film && !watching.silent ? (
              <button type="button" className="button button-wash" aria-pressed={sound} onClick={() => setSound(!sound)}>
                <Icon name="ear" size={20} />
                {sound ? '显示画面' : '只听声音'}
              </button>
            ) : null}
          </div>
          <output className="watching-end">
            {watching.ended && !beside(1) ? endWords({ count: tracks.length, next: tracks[at + 1], unit: partUnit(work) }) : ''}
          </output>
          {watching.state === 'open' ? (
            <RecordingTools work={work} tracks={tracks} track={track} watching={watching} player={() => player.current} />
          ) : null}
          {watching.cues.length > 0 ? (
            <Transcript cues={watching.cues} seconds={watching.seconds} goTo={(seconds) => player.current?.seek(seconds)} />
          ) : watching.state === 'open' ? (
            <p className="meta watching-note">这一{partUnit(work)}没有文稿。</p>
          ) : null}
        </div>
        <aside className="watching-aside" aria-label={`同一作品的${partsName(work)}`}>
          <div className="book-part-head">
            <h2>{partsName(work)}</h2>
            <span className="meta">
              共 {tracks.length} {partUnit(work)}
            </span>
          </div>
          <TrackList tracks={tracks} entitled={entitled} current={track.mediaId} />
        </aside>
      </div>
    </div>
  );
}

/** An overlay that covers the player takes the focus from the player only. */
function useFocusHere(): RefObject<HTMLDivElement | null> {
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const take = (): void => {
      const { activeElement: now } = document;
      if (now === document.body || now?.closest('.player-host')) here.current?.focus({ preventScroll: true });
    };
    take();
    // A full-screen player releases the full screen later.
    const after = (): void => void requestAnimationFrame(take);
    document.addEventListener('fullscreenchange', after);
    return () => document.removeEventListener('fullscreenchange', after);
  }, []);
  return here;
}

interface BrokenProps {
  work: BookDetail;
  track: Track;
  error: unknown;
  begun: boolean;
  retry: () => void;
}

function Broken({ work, track, error, begun, retry }: BrokenProps) {
  const away = isOffline(error) || isMissingPart(error);
  const over = useSnapshot(trackDownloads).items[track.mediaId]?.state === 'over';
  // Loading the player itself may have failed; a browser imports a script only once per page, so reload.
  const again = away && !begun ? () => location.reload() : retry;
  return (
    <div ref={useFocusHere()} tabIndex={-1} className="stage-cover" role="alert">
      <p>
        {away ? awayWords({ begun, over, unit: partUnit(work) }) : error instanceof Error && error.message ? error.message : '没能开始播放，请重试'}
      </p>
      <button type="button" className="button button-fill" onClick={again}>
        <Icon name="refresh" size={20} />
        重试
      </button>
      {away ? (
        <Link className="button button-line" to={`/cms/main/collectedVideoDetail/${work.publishId}`}>
          回到作品
        </Link>
      ) : null}
    </div>
  );
}

function RightOver({ work, retry }: { work: BookDetail; retry: () => void }) {
  return (
    <div ref={useFocusHere()} tabIndex={-1} className="stage-cover" role="alert">
      <p>您的使用期到了，先放到这里。</p>
      <p className="stage-more">出版社为您续期后，点“重试”会从这里接着放。</p>
      <button type="button" className="button button-fill" onClick={retry}>
        <Icon name="refresh" size={20} />
        重试
      </button>
      <Link className="button button-line" to={`/cms/main/collectedVideoDetail/${work.publishId}`}>
        回到作品
      </Link>
    </div>
  );
}

interface TrialOverProps {
  readonly track: Track;
  readonly signedIn: boolean;
  readonly work: BookDetail;
  readonly again: () => void;
}

/** Buying comes back to this position of this track. */
function TrialOver({ track, signedIn, work, again }: TrialOverProps) {
  const { pathname, search } = useLocation();
  return (
    <div ref={useFocusHere()} tabIndex={-1} className="stage-cover" role="alert">
      <p>{trialName(track)}到这里。</p>
      <p className="stage-more">购买后从这里接着往下放。</p>
      <Link
        className="button button-fill"
        to={`/cms/main/collectedVideoDetail/${work.publishId}?buy=1&from=${encodeURIComponent(pathname + search)}`}
        onClick={() => storeTrialPosition(track.mediaId)}
      >
        {work.kind === 'video' ? '购买全集' : '购买全书'} {price(work.campaign?.payFen ?? work.salePriceFen)}
      </Link>
      {signedIn ? (
        <Link className="button button-line" to={`/cms/main/collectedVideoDetail/${work.publishId}`}>
          回到作品
        </Link>
      ) : (
        <Link className="button button-line" to={loginPath(pathname + search)} onClick={() => storeTrialPosition(track.mediaId)}>
          已购买？登录
        </Link>
      )}
      <button type="button" className="stage-again" onClick={again}>
        <Icon name="refresh" size={18} />
        从头再{track.mediaType === 'video' ? '看' : '听'}
      </button>
    </div>
  );
}
