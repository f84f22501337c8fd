import type { DataOf } from '../../contract/endpoint.ts';
import { grantReading } from '../../contract/reading/grant.ts';
import { call } from '../api/call.ts';

export type Grant = DataOf<typeof grantReading>;

/** Asked for again when this part of its life is over. */
const RENEW_AT = 0.8;
const held = new Map<number, { asked: Promise<Grant>; until: number }>();

/** The right to a work's files, asked for at most once in its life. A failure is not remembered. */
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

/** One that opened nothing: the next is asked for, whatever life it was said to have. */
export const forgetGrant = (publishId: number): void => void held.delete(publishId);
export const forgetGrants = (): void => held.clear();

/** Keeps the right alive while a book is open; answers how to stop. */
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
  // A device that slept comes back with a right that ran out.
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
