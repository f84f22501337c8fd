import { useEffect, useEffectEvent, useState } from 'react';
import type { DesignerStore } from './designer.store.ts';
import type { DrawingStorage } from './stored-drawing.ts';

/** Milliseconds after the last change until the draft is written; compatible designers use the same. */
const WRITE_MS = 340;

export interface DrawingState {
  /** Time of the last write, milliseconds. */
  readonly at: number | null;
  readonly failed: boolean;
  /** Another tab writes the same draft. */
  readonly elsewhere: boolean;
}

/** Writes the draft after a pause, and at once when the page is hidden. */
export function useDrawing(store: DesignerStore, storage: DrawingStorage, base: number | null, initial: number | null): DrawingState {
  const [state, setState] = useState<DrawingState>({ at: initial, failed: false, elsewhere: false });
  const write = useEffectEvent((): void => {
    const now = Date.now();
    const done = storage.write(store.state, base, now);
    setState((before) => ({ ...before, at: done ? now : before.at, failed: !done }));
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let written = store.state.revision;
    const flush = (): void => {
      clearTimeout(timer);
      timer = undefined;
      if (store.state.revision === written) return;
      written = store.state.revision;
      write();
    };
    const changed = (): void => {
      const { revision } = store.state;
      // A loaded form is not a change.
      if (revision === 0) written = 0;
      if (revision === written) return;
      clearTimeout(timer);
      timer = setTimeout(flush, WRITE_MS);
    };
    const hidden = (): void => {
      if (document.visibilityState === 'hidden') flush();
    };
    const other = (event: StorageEvent): void => {
      if (storage.concerns(event)) setState((before) => ({ ...before, elsewhere: true }));
    };
    const stop = store.subscribe(changed);
    addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', hidden);
    addEventListener('storage', other);
    return () => {
      flush();
      stop();
      removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', hidden);
      removeEventListener('storage', other);
    };
  }, [store, storage]);
  return state;
}
