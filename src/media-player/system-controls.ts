interface Now {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly artwork: string;
}

interface Actions {
  readonly play: () => void;
  readonly pause: () => void;
  /** Null where there are no seconds: in what is read aloud. */
  readonly seekBy: ((seconds: number) => void) | null;
  readonly seekTo: ((seconds: number) => void) | null;
  readonly next: (() => void) | null;
  readonly previous: (() => void) | null;
}

const STEP_S = 10;

/** Who has the keys, and what is heard by them. */
let holder: { readonly voice: object; readonly pause: () => void } | null = null;

/** Pages of the house that stand beside this one. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('shuzhou-voice');
/** As on a phone, whose system gives the ear to one alone: what is begun in another tab silences what is heard in this. */
tabs?.addEventListener('message', () => holder?.pause());

/**
 * Keys of keyboards, headphones and lock screens, where the browser passes them on. Answers how to let go of them.
 * Who takes them from another voice silences it: two are not heard at once.
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

/** Which of the two keys the system shows; what begins to be heard here is the one voice of all tabs. */
export function updateSystemControls(playing: boolean): void {
  if (playing) tabs?.postMessage('heard');
  if (navigator.mediaSession) navigator.mediaSession.playbackState = playing ? 'playing' : 'paused';
}

/** The screen stays lit while it is held; taken again when the page comes back. Answers how to let go. */
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
