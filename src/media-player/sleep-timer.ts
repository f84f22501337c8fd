export const SLEEP_MINUTES = [15, 30, 45, 60] as const;
const MINUTE_MS = 60_000;

/** Minutes of playing time, the end of the current chapter or track, or never. */
export type Sleep = (typeof SLEEP_MINUTES)[number] | 'chapter' | 'track' | null;

/** Stops a recording or a voice after a time. Pauses do not count, and a choice is used once. */
export interface SleepTimer {
  readonly sleep: Sleep;
  /** Milliseconds of playing time that are left; 0 without a time. */
  readonly leftMs: number;
  choose(sleep: Sleep): void;
  /** Call when the sound starts, and when it stops. */
  played(playing: boolean): void;
  /** Call at the end of a chapter or a track: returns true when the sound stops there. */
  endsAt(end: 'chapter' | 'track'): boolean;
  /** Calls the listener when the time has passed; the sound still plays then. */
  whenOver(listener: () => void): () => void;
  /** Calls the listener when the choice changes. */
  subscribe(listener: () => void): () => void;
}

export function sleepTimer(): SleepTimer {
  let sleep: Sleep = null;
  let plays = false;
  let left = 0;
  let since: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const stops = new Set<() => void>();
  const leftMs = (): number => Math.max(0, left - (since === null ? 0 : Date.now() - since));
  const hold = (): void => {
    clearTimeout(timer);
    left = leftMs();
    since = null;
  };
  const run = (): void => {
    if (typeof sleep !== 'number' || !plays) return;
    since = Date.now();
    timer = setTimeout(() => {
      choose(null);
      for (const stop of stops) stop();
    }, left);
  };
  function choose(to: Sleep): void {
    hold();
    sleep = to;
    left = typeof to === 'number' ? to * MINUTE_MS : 0;
    run();
    for (const listener of listeners) listener();
  }
  return {
    get sleep() {
      return sleep;
    },
    get leftMs() {
      return leftMs();
    },
    choose,
    played(playing) {
      if (playing === plays) return;
      plays = playing;
      if (plays) run();
      else hold();
    },
    endsAt(end) {
      if (sleep !== end) return false;
      choose(null);
      return true;
    },
    whenOver(listener) {
      stops.add(listener);
      return () => stops.delete(listener);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
