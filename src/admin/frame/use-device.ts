import { useSyncExternalStore } from 'react';

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

/** Under 992 px the desk is a phone's. */
export const useNarrow = (): boolean => useMedia('(max-width: 991.98px)');
export const useDark = (): boolean => useMedia('(prefers-color-scheme: dark)');
