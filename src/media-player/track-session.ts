import { CODE } from '../../contract/error.ts';
import type { Track } from '../../contract/media/track.ts';
import { type Cue, cuesOf } from '../../contract/media/web-vtt.ts';
import { CallError, isAway } from '../api/call.ts';
import { refreshLink, type Link, type LinkRefresh } from '../downloads/link-refresh.ts';
import { linkTo } from '../downloads/track-link.ts';
import type { Place, Player } from './open-player.ts';
import { playerLibrary } from './player-library.ts';
import { beginAt, devicePosition, storePosition, sendPositions, takePositions } from './positions.ts';
import { chapterAt, chaptersOf, lastHeard } from './track-chapters.ts';
import { recordingSleep, sleepOf } from './recording-sleep.ts';
import { trialPosition } from './trial-position.ts';

/** Seconds between two saves of the position on the device, and between two sends to the server. */
const KEEP_EVERY_S = 5;
const SEND_EVERY_MS = 20_000;
const PLACES_WAIT_MS = 800;
/** Number of consecutive failed links after which the user sees an error. */
const MOST_BREAKS = 3;

export interface Watching {
  /** `right-over`: the user had full access, which has ended. */
  readonly state: 'opening' | 'open' | 'failed' | 'trial-over' | 'right-over';
  readonly error: unknown;
  readonly seconds: number;
  readonly playing: boolean;
  /** Whether it has played; opening a track does not count as listening. */
  readonly heard: boolean;
  /** Whether it was played to its end. */
  readonly ended: boolean;
  /** Whether the sleep timer stopped it. */
  readonly slept: boolean;
  /** Whether loading takes so long that a message is needed. */
  readonly slow: boolean;
  /** Whether the film has no sound, as far as the browser reports. */
  readonly silent: boolean;
  readonly cues: readonly Cue[];
  readonly link: Link | null;
}

export const OPENING: Watching = {
  state: 'opening',
  error: null,
  seconds: 0,
  playing: false,
  heard: false,
  ended: false,
  slept: false,
  slow: false,
  silent: false,
  cues: [],
  link: null,
};

export interface TrackSession {
  /** The element that contains the player. It can be moved without stopping the sound, as long as it is in the page. */
  readonly room: HTMLElement;
  readonly track: Track;
  readonly userId: number | null;
  /** Null until the player has loaded. */
  player(): Player | null;
  now(): Watching;
  subscribe(listener: () => void): () => void;
  /** Called at the end of the track; set by the page that shows it. */
  onEnded: () => void;
  /** Called when the sleep timer stopped it, with the start of the last sentence heard; set by the page that shows it. */
  onSlept: (seconds: number) => void;
  close(): void;
}

interface Options {
  readonly track: Track;
  readonly poster: string;
  readonly userId: number | null;
  /** Starts automatically: the user came from another track or pressed play. */
  readonly autoplay: boolean;
}

/**
 * Opens one track in its own player, with its link, position, captions and state. The session outlives its page if another component takes
 * it over.
 */
export function openTrack({ track, poster, userId, autoplay }: Options): TrackSession {
  const { mediaId, publishId, durationSec, mediaType, title } = track;
  const chapters = chaptersOf(track);
  const room = document.createElement('div');
  room.className = 'player-room';
  let player: Player | null = null;
  let watching = OPENING;
  const listeners = new Set<() => void>();
  const life = {
    over: false,
    breaks: 0,
    keptAt: -1,
    stream: true,
    /** Whether the user has played or moved the position; before that no position is saved. */
    begun: false,
    /** Whether the renewed access is being requested. */
    asking: false,
    keeper: null as LinkRefresh | null,
    link: null as Link | null,
    /** The chapter that plays; null after a seek. */
    chapter: null as number | null,
  };
  const change = (to: Partial<Watching>): void => {
    if (life.over) return;
    watching = { ...watching, ...to };
    for (const listener of listeners) listener();
  };
  const keep = (): void => {
    if (player && life.begun) storePosition(userId, mediaId, player.time() * 1000);
  };
  const send = (): void => void sendPositions(userId);
  /** Stops at the start of the last sentence heard, so that the user continues there. */
  const fallAsleep = (to?: number): void => {
    if (!player) return;
    const at = to ?? lastHeard(player.time(), watching.cues, chapters);
    player.pause();
    player.seek(at);
    storePosition(userId, mediaId, at * 1000);
    send();
    change({ slept: true, seconds: at });
    session.onSlept(at);
  };
  const sleep = sleepOf(() => fallAsleep());
  /** Stops at the end of a chapter, if the user has chosen that and did not jump over it. */
  const followChapter = (seconds: number): void => {
    const now = chapterAt(chapters, seconds);
    const ended = life.chapter !== null && now > life.chapter && recordingSleep.endsAt('chapter');
    life.chapter = ended ? null : now;
    if (ended) fallAsleep((chapters[now]?.startMs ?? 0) / 1000);
  };
  const isBehindTrial = (made: Player): boolean => life.link?.whole === false && made.time() >= life.link.playSec;
  /** The sign-in or buy button is next to the picture. */
  const endTrial = (made: Player): void => {
    made.pause();
    made.leaveFullScreen();
    change({ state: 'trial-over' });
  };
  const endRight = (): void => {
    player?.pause();
    player?.leaveFullScreen();
    // The browser paused it when it failed.
    keep();
    change({ state: 'right-over', playing: false });
  };
  /** Whether the server denies access that existed a moment ago. */
  const isTaken = (error: unknown): boolean =>
    life.link?.whole === true && error instanceof CallError && !error.byStatus && error.code === CODE.forbidden;
  const ifTaken = (error: unknown): void => (isTaken(error) ? endRight() : undefined);
  /** Access has expired: stops playback and asks the server once whether it was renewed. */
  const requestAccess = (made: Player): void => {
    if (life.asking) return;
    life.asking = true;
    made.pause();
    void linkTo(mediaId, durationSec)
      .then(
        (link) => {
          use(link);
          if (link.whole) made.play();
        },
        (error: unknown) => (isTaken(error) || isAway(error) ? endRight() : change({ state: 'failed', error })),
      )
      .finally(() => (life.asking = false));
  };
  const use = (link: Link): void => {
    if (life.over) return;
    if (life.link?.whole && !link.whole) return endRight();
    const same = link.url === life.link?.url;
    // A copy on this device keeps its address, and its access may have been renewed.
    life.link = link;
    if (same) return;
    life.keeper?.stop();
    life.keeper = refreshLink(link, () => linkTo(mediaId, durationSec));
    player?.relink(placeOf(link));
  };
  const relinked = async (force: boolean): Promise<void> => {
    const link = await (force ? linkTo(mediaId, durationSec, true) : life.keeper?.fresh());
    if (link) use(link);
  };
  /** Falls back to the plain file after its stream failed. */
  const placeOf = (link: Link): Place => ({
    url: link.url,
    mime: link.mime,
    streamUrl: life.stream ? link.streamUrl : '',
    trialSec: link.whole ? 0 : link.playSec,
  });
  const broken = (): void => {
    if (player && isBehindTrial(player)) return endTrial(player);
    if (life.asking || watching.state === 'right-over') return;
    life.breaks += 1;
    life.stream = false;
    const notify = (error: unknown): void => (isTaken(error) ? endRight() : change({ state: 'failed', error }));
    // A copy on this device is tried a second time before the network is used.
    if (life.link?.until === Infinity && life.breaks === 1) return player?.relink(placeOf(life.link));
    if (life.breaks > MOST_BREAKS) return notify(new Error('播放中断了，请检查网络后重试'));
    relinked(true).catch(notify);
  };

  void (async () => {
    const places = takePositions(userId, publishId);
    const before = userId === null ? null : trialPosition(mediaId);
    const placed = (): number => beginAt(devicePosition(userId, mediaId) ?? before, life.link?.playSec ?? 0);
    const [{ openPlayer }, { link, library }] = await Promise.all([
      import('./open-player.ts'),
      linkTo(mediaId, durationSec).then(async (link) => ({ link, library: await playerLibrary(link.streamUrl !== '') })),
      // Waits briefly for another device's position; a hanging network must not delay a copy.
      Promise.race([places, new Promise((resolve) => setTimeout(resolve, PLACES_WAIT_MS))]),
    ]);
    if (life.over) return;
    const cues = cuesOf(link.captions);
    life.link = link;
    life.keeper = refreshLink(link, () => linkTo(mediaId, durationSec));
    const made = openPlayer(
      library,
      room,
      { poster, label: title, sound: mediaType === 'audio' },
      {
        onTime: (seconds) => {
          change({ seconds });
          if (isBehindTrial(made)) endTrial(made);
          if (!made.paused()) followChapter(seconds);
          if (Date.now() >= (life.link ?? link).rightUntil && !made.paused()) return requestAccess(made);
          if (Math.abs(seconds - life.keptAt) >= KEEP_EVERY_S && !made.paused()) {
            life.keptAt = seconds;
            life.breaks = 0;
            keep();
            // A stream can switch to a new link at any segment.
            if (placeOf(life.link ?? link).streamUrl) relinked(false).catch(ifTaken);
          }
        },
        onPlaying: (playing) => {
          change({ playing, ...(playing ? { state: 'open' as const, heard: true, ended: false, slept: false } : {}) });
          sleep.played(playing);
          if (playing) life.begun = true;
          else {
            keep();
            send();
          }
          // Also after a pause in which the link expired.
          relinked(false).catch(ifTaken);
        },
        onSlow: (slow) => change({ slow }),
        onSilent: (silent) => change({ silent }),
        onSeeking: () => {
          life.chapter = null;
          change({ seconds: made.time(), ended: false });
          if (Math.abs(made.time() - startAt) > 1) life.begun = true;
          if (isBehindTrial(made)) return endTrial(made);
          // Back in the playable part: remove the trial message.
          if (watching.state === 'trial-over') change({ state: 'open' });
          relinked(false).catch(ifTaken);
        },
        onEnded: () => {
          keep();
          send();
          if (life.link?.whole === false) endTrial(made);
          else if (recordingSleep.endsAt('track') || recordingSleep.endsAt('chapter')) {
            change({ ended: true, slept: true });
            session.onSlept(lastHeard(made.time(), watching.cues, chapters));
          } else {
            change({ ended: true });
            session.onEnded();
          }
        },
        onBroken: broken,
      },
    );
    player = made;
    let startAt = placed();
    made.load({ ...placeOf(link), startAt, cues, autoplay });
    change({ state: 'open', cues, link });
    await places;
    // Apply a position of another device that arrived late.
    if (life.over || life.begun || placed() === startAt) return;
    startAt = placed();
    made.seek(startAt);
  })().catch((error: unknown) => change({ state: 'failed', error }));

  const timer = setInterval(send, SEND_EVERY_MS);
  const hidden = (): void => {
    if (document.visibilityState === 'hidden') keep();
    send();
  };
  document.addEventListener('visibilitychange', hidden);
  window.addEventListener('pagehide', keep);
  const session: TrackSession = {
    room,
    track,
    userId,
    player: () => player,
    now: () => watching,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onEnded: () => undefined,
    onSlept: () => undefined,
    close() {
      if (life.over) return;
      keep();
      life.over = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', keep);
      life.keeper?.stop();
      sleep.close();
      send();
      player?.dispose();
      player = null;
      room.remove();
    },
  };
  return session;
}
