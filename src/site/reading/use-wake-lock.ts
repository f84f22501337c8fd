import { useEffect } from 'react';
import { subscribe } from 'valtio/vanilla';
import { readingPage } from './reading-page.store.ts';

/** The screen stays lit so long after the last page turn. */
const READING_MS = 10 * 60_000;

/** While a book is read the screen does not go dark. Where the device refuses, it does as before. */
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
      // The system takes the lock when the page is hidden.
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
