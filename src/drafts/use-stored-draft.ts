import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { session } from '../session/session.store.ts';
import { DraftStorage, type Draft } from './draft-storage.ts';

export interface StoredDraft<T> {
  /** False until the device was read; then `found` contains the result. */
  readonly asked: boolean;
  /** Unsaved input of this user, or null. */
  readonly found: Draft<T> | null;
  /** Call with all values at every change; they are stored after a short pause, and when the page is left. */
  keep(value: T): void;
  /** Stores all values now; rejects when this device did not take them. */
  write(value: T): Promise<void>;
  /** Call after a save, or when the user discards the draft. */
  clear(): Promise<void>;
}

/**
 * The unsaved draft of the form named `key` (page and row, such as `/system/post edit 12`), stored on this device under
 * the user's id: it survives an expired session and a reload. A null key stores nothing.
 */
export function useStoredDraft<T>(key: string | null): StoredDraft<T> {
  const { now } = useSnapshot(session);
  const userId = now.state === 'authenticated' ? now.user.userId : null;
  const keeper = useMemo(() => (userId !== null && key !== null ? new DraftStorage<T>(userId, key) : null), [userId, key]);
  const [answer, setAnswer] = useState<{ of: DraftStorage<T>; found: Draft<T> | null } | null>(null);
  useEffect(() => {
    if (!keeper) return;
    let here = true;
    void keeper.read().then((found) => here && setAnswer({ of: keeper, found }));
    const leave = (): void => void keeper.flush();
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
    return () => {
      here = false;
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leave);
      leave();
    };
  }, [keeper]);
  const keep = useCallback((value: T) => keeper?.keep(value), [keeper]);
  const write = useCallback(async (value: T) => keeper?.write(value), [keeper]);
  const clear = useCallback(async () => {
    await keeper?.clear();
    setAnswer((before) => before && { ...before, found: null });
  }, [keeper]);
  const own = answer && answer.of === keeper ? answer : null;
  return { asked: keeper === null || own !== null, found: own?.found ?? null, keep, write, clear };
}
