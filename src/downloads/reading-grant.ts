import type { DataOf } from '../../contract/endpoint.ts';
import { grantReading } from '../../contract/reading/grant.ts';
import { call } from '../api/call.ts';

export type Grant = DataOf<typeof grantReading>;

/** Renewed after this part of its lifetime. */
const RENEW_AT = 0.8;
const held = new Map<number, { asked: Promise<Grant>; until: number }>();

/** Returns the reading grant for a work's files, requested at most once in its lifetime. A failure is not cached. */
export function holdGrant(publishId: number): Promise<Grant> {
  const known = held.get(publishId);
  if (known && known.until > Date.now()) return known.asked;
  const entry = { asked: call(grantReading, { body: { publishId } }), until: Infinity };
  held.set(publishId, entry);
  entry.asked.then(
    (grant) => (entry.until = Date.now() + grant.expiresIn * RENEW_AT),
    () => held.delete(publishId),
  );
  return entry.asked;
}

/** Drops a grant that did not work, so that the next call requests a new one regardless of its lifetime. */
export const forgetGrant = (publishId: number): void => void held.delete(publishId);
export const forgetGrants = (): void => held.clear();

/** Keeps the reading grant valid while a book is open; returns a function that stops it. */
export function keepGranted(publishId: number, onGrant: (grant: Grant) => void): () => void {
  let timer = 0;
  let ended = false;
  const renew = (): void => {
    holdGrant(publishId)
      .then((grant) => {
        if (ended) return;
        onGrant(grant);
        timer = window.setTimeout(renew, Math.max(5_000, grant.expiresIn * RENEW_AT + 50));
      })
      .catch(() => {
        if (!ended) timer = window.setTimeout(renew, 15_000);
      });
  };
  // A device that wakes from sleep may have an expired grant.
  const woke = (): void => {
    if (document.visibilityState !== 'visible') return;
    clearTimeout(timer);
    renew();
  };
  document.addEventListener('visibilitychange', woke);
  renew();
  return () => {
    ended = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', woke);
  };
}
