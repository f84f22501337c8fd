import { useEffect, useRef, useState } from 'react';

/** Pause after the last change before a draft is stored, ms. */
const PAUSE_MS = 2_000;

/**
 * Stores a draft some seconds after the last change. `revision` increases with every change. Returns what to show: when the draft was
 * stored, or that it could not be; the next change tries again.
 */
export function useAutosave(changed: boolean, revision: number, store: () => Promise<void>): string {
  const [state, setState] = useState('');
  const latest = useRef(store);
  useEffect(() => {
    latest.current = store;
  });
  useEffect(() => {
    if (!changed || revision === 0) return;
    const timer = setTimeout(() => {
      latest.current().then(
        () => setState(`草稿已存 ${new Date().toTimeString().slice(0, 5)}`),
        () => setState('草稿没能存上，请点“存草稿”'),
      );
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [changed, revision]);
  return state;
}
