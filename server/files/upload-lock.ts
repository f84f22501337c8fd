import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ERRORS, type Lock, type Locker } from '@tus/server';
import type { Cache } from '../cache/cache.ts';

/** The lock of a killed server expires after this time. */
const LEASE_MS = 10_000;
const RENEW_MS = 2_000;
/** Interval at which a waiting request tries again. */
const RETRY_MS = 200;

/**
 * Locks of uploads that work across servers, as leases in the cache. A waiting request asks the current holder of the
 * lock to stop: the holder's connection is usually broken without either side having noticed.
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
          // During a cache outage the lease may expire; the store still checks the upload offset.
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
