import { useCallback, useMemo, useState } from 'react';
import { PLAIN, type ListState } from './list-address.rule.ts';

const KEY = 'shuzhou.columns';

const read = (): Record<string, string[]> => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, string[]>) : {};
  } catch {
    return {};
  }
};

/** What a list shows at first on this device: the columns that were hidden there last are hidden. */
export function useHiddenColumns(path: string): { readonly initial: ListState; readonly rememberHidden: (hidden: readonly string[]) => void } {
  const [hidden] = useState(() => {
    const stored: unknown = read()[path];
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  });
  const initial = useMemo(() => ({ ...PLAIN, hidden }), [hidden]);
  const rememberHidden = useCallback(
    (next: readonly string[]) => {
      try {
        localStorage.setItem(KEY, JSON.stringify({ ...read(), [path]: next }));
      } catch {
        // Storage is full or forbidden; the address has the columns.
      }
    },
    [path],
  );
  return { initial, rememberHidden };
}
