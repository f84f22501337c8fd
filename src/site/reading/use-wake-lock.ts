import { useEffect } from 'react';
import { subscribe } from 'valtio/vanilla';
import { readingPage } from './session/reading-page.store.ts';

/** Milliseconds that the screen stays on after the last page turn. */
const READING_MS = 10 * 60_000;

/** Keeps the screen on while a book is read. Where the device denies it, nothing changes. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let held: Promise<WakeLockSentinel | null> | null = null;
    let asleep = 0;
    const letGo = (): void => {
      void held?.then((lock) => lock?.release());
      held = null;
    };
    const stay = (): void => {
      clearTimeout(asleep);
      if (document.visibilityState !== 'visible') return;
      asleep = window.setTimeout(letGo, READING_MS);
      if (held) return;
      const asked = navigator.wakeLock.request('screen').catch(() => null);
      held = asked;
      // The system releases the lock when the page is hidden.
      void asked.then((lock) =>
        lock?.addEventListener('release', () => {
          if (held === asked) held = null;
        }),
      );
    };
    stay();
    const stop = subscribe(readingPage, stay);
    document.addEventListener('visibilitychange', stay);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', stay);
      clearTimeout(asleep);
      letGo();
    };
  }, []);
}
