import { keptPerson, session } from './session.store.ts';

/** Whose device this is now, as far as it is known: until the house has answered, the person it was; null of a visitor. */
export function personHere(): number | null {
  const { now } = session;
  if (now.state === 'known') return now.user.userId;
  return now.state === 'unknown' ? (keptPerson()?.user.userId ?? null) : null;
}
