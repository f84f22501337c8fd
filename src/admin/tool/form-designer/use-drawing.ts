import { useEffect, useState } from 'react';
import { DraftSaving } from '../../../drafts/draft-saving.ts';
import type { DesignerState, DesignerStore } from './designer.store.ts';
import type { DrawingStorage } from './stored-drawing.ts';

export interface DrawingState {
  /** Time of the last write, milliseconds. */
  readonly at: number | null;
  readonly failed: boolean;
  /** Another tab writes the same draft. */
  readonly elsewhere: boolean;
}

/**
 * Writes the draft of a form to this device after a pause, and at once when the page is hidden or left. The server gets the form only when the
 * user saves it.
 */
export function useDrawing(store: DesignerStore, storage: DrawingStorage, base: number | null, initial: number | null): DrawingState {
  const [state, setState] = useState<DrawingState>({ at: initial, failed: false, elsewhere: false });
  useEffect(() => {
    const saving = new DraftSaving<DesignerState>(
      {
        read: () => store.state,
        keep: (value) => {
          const now = Date.now();
          const stored = storage.write(value, base, now);
          setState((before) => ({ ...before, at: stored ? now : before.at, failed: !stored }));
          return stored ? Promise.resolve() : Promise.reject(new Error('the device has no room'));
        },
        drop: () => Promise.resolve(),
        send: (_value, over) => Promise.resolve(over),
        onStatus: () => undefined,
      },
      base ?? 0,
      false,
    );
    let revision = store.state.revision;
    const changed = (): void => {
      // A loaded form is not a change.
      if (store.state.revision !== revision && store.state.revision !== 0) saving.changed();
      revision = store.state.revision;
    };
    const flush = (): void => void saving.keep();
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
      saving.end();
      stop();
      removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', hidden);
      removeEventListener('storage', other);
    };
  }, [store, storage, base]);
  return state;
}
