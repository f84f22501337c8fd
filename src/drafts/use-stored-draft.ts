import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { session } from '../session/session.store.ts';
import { DraftStorage, type Draft } from './draft-storage.ts';

export interface StoredDraft<T> {
  /** False until the device was asked; then `found` says what it had. */
  readonly asked: boolean;
  /** What this person had typed here and not saved, or null. */
  readonly found: Draft<T> | null;
  /** Called with everything at every change; written after a short silence, and when the page is left. */
  keep(value: T): void;
  /** After a save, or when the person throws the draft away. */
  clear(): Promise<void>;
}

/**
 * The unsaved draft of the form named `key` (page and row, such as `/system/post edit 12`), kept on this device under
 * the person's id: it outlives an expired session and a reload. A null key keeps nothing.
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
  const clear = useCallback(async () => {
    await keeper?.clear();
    setAnswer((before) => before && { ...before, found: null });
  }, [keeper]);
  const own = answer && answer.of === keeper ? answer : null;
  return { asked: keeper === null || own !== null, found: own?.found ?? null, keep, clear };
}
