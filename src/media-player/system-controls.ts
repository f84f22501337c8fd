interface Now {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly artwork: string;
}

interface Actions {
  readonly play: () => void;
  readonly pause: () => void;
  /** Null if there are no seconds: for text-to-speech. */
  readonly seekBy: ((seconds: number) => void) | null;
  readonly seekTo: ((seconds: number) => void) | null;
  readonly next: (() => void) | null;
  readonly previous: (() => void) | null;
}

const STEP_S = 10;

/** The source that has the system controls, and how to pause it. */
let holder: { readonly voice: object; readonly pause: () => void } | null = null;

/** Channel to the other open tabs of this site. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('shuzhou-voice');
/** As on a phone, only one source plays at a time: playback started in another tab pauses this one. */
tabs?.addEventListener('message', () => holder?.pause());

/**
 * Binds media keys of keyboards, headphones and lock screens, if the browser supports them. Returns a function that releases them.
 * Taking them from another source pauses it: two sources never play at once.
 */
export function bindSystemControls(now: Now, actions: Actions, voice: object = {}): () => void {
  if (holder && holder.voice !== voice) holder.pause();
  const mine = { voice, pause: actions.pause };
  holder = mine;
  const letGo = (): boolean => {
    if (holder !== mine) return false;
    holder = null;
    return true;
  };
  const { mediaSession } = navigator;
  if (!mediaSession) return () => void letGo();
  const { artwork, ...words } = now;
  mediaSession.metadata = new MediaMetadata({ ...words, artwork: artwork ? [{ src: artwork }] : [] });
  const { seekBy, seekTo } = actions;
  const handlers: [MediaSessionAction, MediaSessionActionHandler | null][] = [
    ['play', () => actions.play()],
    ['pause', () => actions.pause()],
    ['seekbackward', seekBy && ((details) => seekBy(-(details.seekOffset ?? STEP_S)))],
    ['seekforward', seekBy && ((details) => seekBy(details.seekOffset ?? STEP_S))],
    ['seekto', seekTo && ((details) => details.seekTime !== undefined && seekTo(details.seekTime))],
    ['nexttrack', actions.next],
    ['previoustrack', actions.previous],
  ];
  const set = (action: MediaSessionAction, handler: MediaSessionActionHandler | null): void => {
    try {
      mediaSession.setActionHandler(action, handler);
    } catch {
      // A browser without this key.
    }
  };
  for (const [action, handler] of handlers) set(action, handler);
  return () => {
    if (!letGo()) return;
    for (const [action] of handlers) set(action, null);
    mediaSession.metadata = null;
  };
}

/** Sets the play or pause button that the system shows; playback that starts here becomes the only one of all tabs. */
export function updateSystemControls(playing: boolean): void {
  if (playing) tabs?.postMessage('heard');
  if (navigator.mediaSession) navigator.mediaSession.playbackState = playing ? 'playing' : 'paused';
}

/** Keeps the screen on; requested again when the page becomes visible. Returns a function that releases it. */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | null = null;
  let ended = false;
  const take = async (): Promise<void> => {
    if (ended || document.visibilityState !== 'visible') return;
    lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
    if (ended) void lock?.release();
  };
  const woke = (): void => void take();
  document.addEventListener('visibilitychange', woke);
  void take();
  return () => {
    ended = true;
    document.removeEventListener('visibilitychange', woke);
    void lock?.release();
  };
}
