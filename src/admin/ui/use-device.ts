import { useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio/react';
import { deviceOf, type Device } from './device.ts';
import { layout } from '../theme/layout-settings.store.ts';

const onResize = (changed: () => void): (() => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};

export const useDevice = (): Device => useSyncExternalStore(onResize, () => deviceOf(window.innerWidth));
export const useWindowWidth = (): number => useSyncExternalStore(onResize, () => window.innerWidth);
export const useWindowHeight = (): number => useSyncExternalStore(onResize, () => window.innerHeight);

/** Under 992 px the admin uses the phone layout. */
export const useNarrow = (): boolean => useDevice() !== 'desktop';

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

/** Dark mode from the settings, or else from the device. */
export function useDark(): boolean {
  const device = useMedia('(prefers-color-scheme: dark)');
  return useSnapshot(layout).dark ?? device;
}

/** The user prefers reduced motion. */
export const useStill = (): boolean => useMedia('(prefers-reduced-motion: reduce)');
