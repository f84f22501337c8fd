import 'video.js/dist/video-js.css';
import { asCue, type Cue } from '../../contract/media/web-vtt.ts';
import './media-player.css';
import { storePlaybackSettings, playbackSettings } from './playback-settings.ts';
import { SOUND_WORDS, type VideoJs, type VideoPlayer } from './player-library.ts';
import { addQualityMenu, beginInSize, streaming } from './quality.ts';
import { watchSilence } from './silence.ts';

/** Source addresses: the whole file, and the stream in several sizes, if there is one. */
export interface Place {
  readonly url: string;
  readonly mime: string;
  /** Empty if there is none. */
  readonly streamUrl: string;
  /** Playable seconds of a trial; else 0. */
  readonly trialSec: number;
}

export interface Source extends Place {
  /** Seconds. */
  readonly startAt: number;
  readonly cues: readonly Cue[];
  readonly autoplay: boolean;
}

export interface PlayerListener {
  onTime(seconds: number): void;
  onPlaying(playing: boolean): void;
  onEnded(): void;
  /** Called when the film has no sound, or has some after all. */
  onSilent(silent: boolean): void;
  /** Called on a seek; data that is not loaded will be requested next. */
  onSeeking(): void;
  /** Called with true when playback waits noticeably long, and with false when it continues. */
  onSlow(slow: boolean): void;
  /** Called when data could not be loaded or decoded. */
  onBroken(): void;
}

export interface Player {
  load(source: Source): void;
  /** Switches to another address of the same data and continues at the same position. A stream continues without a gap. */
  relink(place: Place): void;
  play(): void;
  pause(): void;
  seek(seconds: number): void;
  time(): number;
  paused(): boolean;
  /** Leaves full screen, so that the content next to the picture is visible. */
  leaveFullScreen(): void;
  /** Shows the poster and plays only the sound. */
  soundOnly(on: boolean): void;
  dispose(): void;
}

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;
const STEP_S = 10;
/** The value of `HTMLMediaElement.HAVE_FUTURE_DATA`. */
const HAVE_FUTURE_DATA = 3;
const LOUDER = 0.1;

const STREAM = 'application/x-mpegURL';
/** Time limit for required data: a stream may fail without an error event. */
const STALL_MS = 12_000;
const SLOW_MS = 3_000;

/** Creates a player in `host` with keyboard shortcuts: space or k, arrows, f, m, c. Nothing plays before `load`. */
export function openPlayer(
  library: VideoJs,
  host: HTMLElement,
  options: { poster: string; label: string; sound: boolean },
  listener: PlayerListener,
): Player {
  const element = document.createElement('video');
  element.className = 'video-js vjs-big-play-centered';
  element.setAttribute('playsinline', '');
  element.setAttribute('aria-label', options.label);
  host.append(element);
  const player = library(element, {
    controls: true,
    preload: 'metadata',
    fill: true,
    language: 'zh-CN',
    ...(options.sound ? { languages: { 'zh-CN': SOUND_WORDS } } : {}),
    poster: options.poster,
    playbackRates: [...SPEEDS],
    audioPosterMode: options.sound,
    responsive: true,
    // Errors are shown with the application's own messages.
    errorDisplay: false,
    controlBar: { skipButtons: { backward: STEP_S, forward: STEP_S }, volumePanel: { inline: false }, pictureInPictureToggle: !options.sound },
    userActions: { hotkeys: (event: KeyboardEvent) => onKey(player, event) },
  });
  player.on('timeupdate', () => listener.onTime(player.currentTime() ?? 0));
  // Whether the user wants playback, also while the player is stopped because another address loads.
  let goesOn = false;
  let broken = false;
  player.on('play', () => {
    goesOn = true;
    listener.onPlaying(true);
  });
  player.on('pause', () => {
    // After a failure, the browser fires pause itself.
    if (broken) return;
    goesOn = false;
    listener.onPlaying(false);
  });
  player.on('loadstart', () => (broken = false));
  player.on('ended', () => listener.onEnded());
  player.on('seeking', () => listener.onSeeking());
  player.on('error', () => {
    broken = true;
    listener.onBroken();
  });
  let stall: ReturnType<typeof setTimeout> | undefined;
  let slow: ReturnType<typeof setTimeout> | undefined;
  let notified = false;
  const notify = (now: boolean): void => {
    if (notified !== now) listener.onSlow(now);
    notified = now;
  };
  const comes = (): void => clearTimeout(stall);
  const lags = (): void => void (slow ??= setTimeout(() => notify(goesOn), SLOW_MS));
  const flows = (): void => {
    clearTimeout(slow);
    slow = undefined;
    notify(false);
  };
  player.on(['waiting', 'seeking', 'play'], lags);
  player.on('timeupdate', () => (player.seeking() ? undefined : flows()));
  player.on(['playing', 'seeked', 'pause', 'ended', 'error', 'dispose'], flows);
  const waits = (): void => {
    clearTimeout(stall);
    stall = setTimeout(() => listener.onBroken(), STALL_MS);
  };
  player.on(['waiting', 'seeking'], waits);
  player.on('progress', () => (player.readyState() < HAVE_FUTURE_DATA && !player.paused() ? waits() : undefined));
  player.on(['loadedmetadata', 'playing', 'timeupdate', 'canplay', 'seeked', 'pause', 'ended', 'error', 'dispose'], comes);
  // In the capture phase, before the list gets the event: closing the list would lose the focus.
  host.addEventListener('keydown', backFromList, true);
  storePlaybackSettings(player);
  if (!options.sound) watchSilence(player, host, listener.onSilent);

  // Query of the current link: every segment of a stream is requested with the newest one.
  let query = '';
  player.on('xhr-hooks-ready', () => {
    const stream = streaming(player);
    stream?.xhr.onRequest((request) => ({ ...request, uri: request.uri.replace(/\?l=.*$/, query) }));
    // The stream has no playlist yet; it is created in the same task.
    if (stream) queueMicrotask(() => beginInSize(stream));
  });
  // For a trial, the duration of the stream is that of its segments, and the duration of the file that of the whole file.
  let trialSec = 0;
  player.on('durationchange', () => void (trialSec > 0 && (player.duration() ?? 0) > trialSec && player.duration(trialSec)));
  // The requested start: until the player reaches it, the position is not 0, although the player reports 0.
  let wanted: number | null = null;
  const time = (): number => wanted ?? player.currentTime() ?? 0;
  const put = ({ url, mime, streamUrl, trialSec: most }: Place, at: number): void => {
    wanted = at;
    trialSec = most;
    player.error(null);
    query = queryOf(streamUrl);
    waits();
    player.src(streamUrl ? { src: streamUrl, type: STREAM } : { src: url, type: mime });
    player.one('loadedmetadata', () => {
      // The first line may be placed before the shape of the picture is known, so update it now.
      (player.getChild('TextTrackDisplay') as { updateDisplay?(): void } | undefined)?.updateDisplay?.();
      addQualityMenu(library, player, streamUrl ? (streaming(player)?.representations() ?? []) : []);
      if (wanted) player.currentTime(wanted);
      wanted = null;
      if (goesOn) void player.play()?.catch(() => undefined);
    });
  };
  return {
    load(source) {
      putCues(player, source.cues);
      goesOn = source.autoplay;
      put(source, source.startAt);
    },
    relink(place) {
      if (place.streamUrl && streaming(player) && !player.error()) query = queryOf(place.streamUrl);
      else put(place, time());
    },
    play: () => void player.play()?.catch(() => undefined),
    pause() {
      goesOn = false;
      player.pause();
    },
    seek(seconds) {
      if (wanted === null) player.currentTime(seconds);
      else wanted = seconds;
    },
    time,
    paused: () => player.paused(),
    leaveFullScreen: () => void (player.isFullscreen() && player.exitFullscreen()),
    soundOnly(on) {
      // When the player becomes ready, it applies its options and ignores earlier calls.
      player.options({ audioPosterMode: on });
      player.audioPosterMode(on);
    },
    dispose: () => player.dispose(),
  };
}

const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '');

/** WebKit does not play while it waits for the file of a text track; a track created here has none. */
function putCues(player: VideoPlayer, cues: readonly Cue[]): void {
  if (cues.length === 0) return;
  const made = player.addTextTrack('captions', '中文字幕', 'zh') as TextTrack | undefined;
  if (!made) return;
  // Otherwise a line keeps its first position, although the size of the picture has changed.
  for (const { start, end, text } of cues) made.addCue(Object.assign(new VTTCue(start, end, asCue(text)), { hasBeenReset: true }));
  made.mode = playbackSettings().captions ? 'showing' : 'disabled';
}

function onKey(player: VideoPlayer, event: KeyboardEvent): void {
  const at = player.currentTime() ?? 0;
  const volume = player.volume() ?? 1;
  const actions: Readonly<Record<string, () => void>> = {
    ' ': () => (player.paused() ? void player.play()?.catch(() => undefined) : player.pause()),
    ArrowLeft: () => void player.currentTime(Math.max(0, at - STEP_S)),
    ArrowRight: () => void player.currentTime(at + STEP_S),
    ArrowUp: () => void player.volume(Math.min(1, volume + LOUDER)),
    ArrowDown: () => void player.volume(Math.max(0, volume - LOUDER)),
    f: () => void (player.isFullscreen() ? player.exitFullscreen() : player.requestFullscreen()),
    m: () => void player.muted(!player.muted()),
    c: () => toggleCaptions(player),
  };
  // With caps lock on, a letter is the same key.
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const action = actions[key === 'k' ? ' ' : key];
  if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  action();
}

function backFromList({ key, target }: KeyboardEvent): void {
  if (key === 'Escape') (target as Element).closest('.vjs-menu')?.parentElement?.querySelector('button')?.focus();
}

function toggleCaptions(player: VideoPlayer): void {
  const track = Array.from(player.textTracks() as unknown as ArrayLike<TextTrack>).find(({ kind }) => kind === 'captions');
  if (track) track.mode = track.mode === 'showing' ? 'disabled' : 'showing';
}
