import { subscribe } from 'valtio/vanilla';
import { syncLook } from '../../annotations/look-sync.ts';
import { dropOwnLooks, storeLook, storedLook, readLook } from '../../first-page/stored-look.ts';
import { chooseScope, lookScope, readingLook } from './reading-look.store.ts';

/** Synchronises the display settings of the open book between the user's devices. Returns a stop function. */
export const syncReadingLook = (publishId: number): (() => void) =>
  syncLook(publishId, {
    state: () => ({ own: lookScope.own, look: { ...readingLook } }),
    take({ own, look }) {
      if (own !== lookScope.own) chooseScope(own);
      Object.assign(readingLook, readLook(look, { ...readingLook }));
    },
    keepForAll: (look) => storeLook(readLook(look, storedLook()), null),
    dropOwn() {
      dropOwnLooks();
      lookScope.own = false;
      Object.assign(readingLook, storedLook());
    },
    watch(changed) {
      const stops = [subscribe(readingLook, changed), subscribe(lookScope, changed)];
      return () => stops.forEach((stop) => stop());
    },
  });
