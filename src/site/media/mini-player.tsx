import { useEffect, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { partUnit } from '../../../contract/media/part-name.ts';
import { READER_PATH } from '../../../contract/reading/reader-path.ts';
import { Cover } from '../../cover/cover.tsx';
import { inLatin } from '../../format/script.ts';
import { chapterAt, chaptersOf, chapterTitle } from '../../media-player/track-chapters.ts';
import { Icon } from '../frame/icon.tsx';
import { type Listening, listening, stopListening } from './listening.store.ts';
import type { Watching } from '../../media-player/track-session.ts';
import { endWords, playPath, trialName } from './media-messages.ts';
import './mini-player.css';

/** Pages without this bar on which audio continues: the reader, sign-in and registration. */
const HEARD_IN = ['/cmsLogin', '/cmsRegister', READER_PATH];

/** The bar of the playing audio, shown until a player page takes over. It stays while such a page is loading or fails to load. */
export function MiniPlayer() {
  const { now } = useSnapshot(listening);
  useEffect(
    () => () => {
      // The admin pages have no control to stop it.
      if (!HEARD_IN.includes(location.pathname)) stopListening();
    },
    [],
  );
  return now ? <Bar listening={now as Listening} /> : null;
}

const wordsOf = ({ state, ended, slept, seconds }: Watching, { session, work, tracks }: Listening): string => {
  if (state === 'failed') return '播放中断了，点这里重试';
  if (state === 'trial-over') return `${trialName(session.track)}到这里`;
  if (state === 'right-over') return '使用期到了，先放到这里';
  const at = tracks.findIndex(({ mediaId }) => mediaId === session.track.mediaId);
  if (slept) return '到时间了，已停下';
  const chapters = chaptersOf(session.track);
  const chapter = chapterAt(chapters, seconds);
  const named = chapters[chapter];
  if (named && !ended) return chapterTitle(named, chapter);
  return ended ? endWords({ count: tracks.length, next: tracks[at + 1], unit: partUnit(work) }) : work.title;
};

function Bar({ listening: heard }: { listening: Listening }) {
  const { session, work } = heard;
  const { track } = session;
  const watching = useSyncExternalStore(session.subscribe, session.now);
  const { playing, seconds, state, link } = watching;
  const length = link?.playSec || track.durationSec;
  const press = (): void => {
    const player = session.player();
    if (playing) return player?.pause();
    // After the end, play again from the start.
    if (seconds >= length) player?.seek(0);
    player?.play();
  };
  const close = (): void => {
    stopListening();
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <section className="mini-player" aria-label="正在听">
      <div className="mini-player-gone" style={{ width: `${length > 0 ? Math.min(100, (seconds / length) * 100) : 0}%` }} />
      <div className="mini-player-row measure">
        <Link className="mini-player-back" to={playPath(work.publishId, track.mediaId)} state={{ proceed: playing || state === 'failed' }}>
          <Cover book={work} scale="small" eager />
          <span className="mini-player-words">
            <span className="unseen">回到播放页：</span>
            <b className="one-line" {...inLatin(track.title)}>
              {track.title}
            </b>
            <span className="meta one-line" {...inLatin(work.title)}>
              {wordsOf(watching, heard)}
            </span>
          </span>
        </Link>
        <button type="button" className="icon-button" aria-label={playing ? '暂停' : '播放'} disabled={state === 'failed'} onClick={press}>
          <Icon name={playing ? 'pause' : 'play'} />
        </button>
        <button type="button" className="icon-button" aria-label="不听了" onClick={close}>
          <Icon name="close" size={20} />
        </button>
      </div>
      <output className="unseen">{wordsOf(watching, heard) === work.title ? '' : wordsOf(watching, heard)}</output>
    </section>
  );
}
