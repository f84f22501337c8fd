import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';
import { useLocation } from 'react-router-dom';
import { session } from '../../session/session.store.ts';

const KEY = 'desk-before-reload';

interface Kept {
  readonly userId: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Current state of the visible pages, by location and name. */
const held = new Map<string, unknown>();
const before = fromLastLoad();

addEventListener('pagehide', () => {
  const userId = whose();
  try {
    if (userId === null || held.size === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ userId, values: Object.fromEntries(held) } satisfies Kept));
  } catch {
    // A window that may keep nothing starts again.
  }
});

/**
 * State of a page that survives a reload of the window: for the same user, address and window, once. `name` distinguishes
 * values of one page; the value is serialised as JSON. A closed tab, or a page that was not visible, starts with `initial`.
 */
export function useReloadState<T>(name: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const { pathname, search } = useLocation();
  const key = `${pathname}${search} ${name}`;
  const [value, setValue] = useState<T>(() => (before?.userId === whose() && key in before.values ? (before.values[key] as T) : initial));
  useEffect(() => {
    if (before) delete before.values[key];
    held.set(key, value);
    return () => void held.delete(key);
  }, [key, value]);
  return [value, setValue];
}

const whose = (): number | null => (session.now.state === 'authenticated' ? session.now.user.userId : null);

function fromLastLoad(): { userId: number; values: Record<string, unknown> } | null {
  try {
    const { userId, values } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Kept>;
    return typeof userId === 'number' && values ? { userId, values: { ...values } } : null;
  } catch {
    return null;
  }
}
