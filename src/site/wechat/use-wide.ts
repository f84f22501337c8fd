import { useSyncExternalStore } from 'react';

const WIDE = '(min-width: 992px)';

function subscribe(changed: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** True where there is room for a panel beside the list. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
