import { sleepTimer } from './sleep-timer.ts';

/** What stops the recording that plays. */
let sounding: { readonly of: object; readonly stop: () => void } | null = null;
let open = 0;

/** The sleep timer of recordings: it goes on with the next track and without the page. */
export const recordingSleep = sleepTimer();
recordingSleep.whenOver(() => sounding?.stop());

/** Connects a recording that is open with the timer. When the last one closes, the choice is dropped. */
export function sleepOf(stop: () => void): { played(playing: boolean): void; close(): void } {
  const of = {};
  open += 1;
  const played = (playing: boolean): void => {
    if (playing) sounding = { of, stop };
    if (sounding?.of === of) recordingSleep.played(playing);
  };
  return {
    played,
    close() {
      played(false);
      open -= 1;
      // The next track opens in the same task.
      queueMicrotask(() => (open === 0 ? recordingSleep.choose(null) : undefined));
    },
  };
}
