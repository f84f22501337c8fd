import { useState } from 'react';

const KEY = 'shuzhou.columns';

const read = (): Record<string, string[]> => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string[]>;
  } catch {
    return {};
  }
};

/** Columns that the user hides on a page; stored on this device. */
export function useHiddenColumns(page: string) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => new Set(read()[page] ?? []));
  const toggle = (key: string) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    setHidden(next);
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [page]: [...next] }));
  };
  return { hidden, toggle };
}
