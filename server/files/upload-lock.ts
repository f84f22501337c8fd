import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ERRORS, type Lock, type Locker } from '@tus/server';
import type { Cache } from '../cache/cache.ts';

/** The lock of a killed server is free after this time. */
const LEASE_MS = 10_000;
const RENEW_MS = 2_000;
/** How often a waiting request tries again. */
const RETRY_MS = 200;

/**
 * Locks of uploads that hold between servers, as leases of the cache. A request that waits asks the one that holds the
 * lock to end: its connection is usually a broken one that neither side has noticed yet.
 */
export function sharedLocker(cache: Cache): Locker {
  return {
    newLock(id): Lock {
      const key = `upload_lock:${id}`;
      const wanted = `upload_wanted:${id}`;
      const owner = randomBytes(12).toString('hex');
      let renewing: NodeJS.Timeout | null = null;
      return {
        async lock(signal, cancelReq) {
          while (!(await cache.claim(key, owner, LEASE_MS))) {
            await cache.set(wanted, owner, LEASE_MS);
            await wait(RETRY_MS, undefined, { signal }).catch(() => {
              throw ERRORS.ERR_LOCK_TIMEOUT;
            });
          }
          await cache.remove(wanted);
          const renew = async (): Promise<void> => {
            const held = await cache.claim(key, owner, LEASE_MS);
            const asked = (await cache.get(wanted)) !== null;
            if (!held || asked) await cancelReq();
          };
          // An outage of the cache: the lease may end, and the store's own checks of the offset remain.
          renewing = setInterval(() => void renew().catch(() => undefined), RENEW_MS);
          renewing.unref();
        },
        async unlock() {
          if (renewing) clearInterval(renewing);
          renewing = null;
          await cache.release(key, owner);
        },
      };
    },
  };
}
