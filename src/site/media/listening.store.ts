import { proxy, ref } from 'valtio/vanilla';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import type { Track } from '../../../contract/media/track.ts';
import { coverAddress } from '../../cover/cover.tsx';
import { bindSystemControls, updateSystemControls } from '../../media-player/system-controls.ts';
import { onPersonChange } from '../../session/session.store.ts';
import type { readFromThere } from './read-from-there.ts';
import { openTrack, type TrackSession } from '../../media-player/track-session.ts';
import { artworkOf, trackRight } from './media-messages.ts';
import { chapterStep } from './chapter-step.ts';

interface Among {
  readonly work: BookDetail;
  readonly tracks: readonly Track[];
  readonly entitled: boolean;
}
export interface Listening extends Among {
  readonly session: TrackSession;
}

/** The audio that plays while its page is not open. */
export const listening = proxy<{ now: Listening | null }>({ now: null });

/** A hidden element: a media element must be in the page to play. */
let hall: HTMLElement | null = null;
let release = (): void => undefined;
let watched = false;

/** Returns true when the sound continues without its page: only for audio, not for video, and not when it has ended or failed. */
export function continueWithout(session: TrackSession, among: Among): boolean {
  const { heard, state } = session.now();
  if (session.track.mediaType !== 'audio' || !heard || state !== 'open') return false;
  begin(session, among);
  return true;
}

/** The text of the recording opens where the sleep timer stopped it; a failed load changes nothing. */
export const fellAsleep = (...given: Parameters<typeof readFromThere>): void =>
  void import('./read-from-there.ts').then(({ readFromThere }) => readFromThere(...given)).catch(() => undefined);

function begin(session: TrackSession, among: Among): void {
  watch();
  if (!hall) {
    hall = document.body.appendChild(document.createElement('div'));
    hall.hidden = true;
  }
  hall.append(session.room);
  session.onEnded = () => goTo(1);
  session.onSlept = (seconds) => fellAsleep(among, session, seconds);
  let sounding = false;
  const follow = (): void => {
    const { playing } = session.now();
    if (playing === sounding) return;
    sounding = playing;
    if (playing) takeControls(session, among);
    updateSystemControls(playing);
  };
  const unfollow = session.subscribe(follow);
  follow();
  release = () => {
    unfollow();
    letGo();
    release = () => undefined;
  };
  listening.now = ref({ session, ...among });
}

let letGo = (): void => undefined;

function takeControls(session: TrackSession, { work, entitled, tracks }: Among): void {
  letGo();
  const { track } = session;
  const player = session.player();
  const beside = (step: number): (() => void) | null => (neighbour(track, tracks, entitled, step) ? () => goTo(step) : null);
  letGo = bindSystemControls(
    { title: track.title, artist: work.authorsText, album: work.title, artwork: artworkOf(track.posterUrl || coverAddress(work)) },
    {
      play: () => player?.play(),
      pause: () => player?.pause(),
      seekBy: (step) => player?.seek(Math.max(0, player.time() + step)),
      seekTo: (seconds) => player?.seek(seconds),
      next: chapterStep(session, 1, beside(1)),
      previous: chapterStep(session, -1, beside(-1)),
    },
    player ?? undefined,
  );
}

function neighbour(track: Track, tracks: readonly Track[], entitled: boolean, step: number): Track | null {
  const other = tracks[tracks.findIndex(({ mediaId }) => mediaId === track.mediaId) + step];
  return other && trackRight(other, entitled) !== 'none' ? other : null;
}

/** Playback continues with the next track. */
function goTo(step: number): void {
  const { now } = listening;
  const other = now && neighbour(now.session.track, now.tracks, now.entitled, step);
  if (other) reopen(other, true);
}

function reopen(track: Track, autoplay: boolean): void {
  const { now } = listening;
  if (!now) return;
  const { session, work, tracks, entitled } = now;
  release();
  session.close();
  const opened = openTrack({ track, poster: track.posterUrl || coverAddress(work), userId: session.userId, autoplay });
  begin(opened, { work, tracks, entitled });
}

export function stopListening(): void {
  const { now } = listening;
  release();
  listening.now = null;
  now?.session.close();
}

/** The player page is open: returns the session that was playing in the background; stops it if it is another track. */
export function takeOver(track: Track, userId: number | null, autoplay: boolean): TrackSession | null {
  const session = listening.now?.session;
  if (!session || session.track.mediaId !== track.mediaId || session.userId !== userId || session.now().state === 'failed') {
    stopListening();
    return null;
  }
  release();
  listening.now = null;
  if (autoplay) session.player()?.play();
  return session;
}

function watch(): void {
  if (watched) return;
  watched = true;
  onPersonChange((userId) => {
    const session = listening.now?.session;
    if (session && session.userId !== userId) stopListening();
  });
  addEventListener('online', () => {
    const session = listening.now?.session;
    if (session?.now().state === 'failed') reopen(session.track, session.now().playing);
  });
}
