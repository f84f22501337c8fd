import { storedPerson, session } from './session.store.ts';

/** Whose device this is now, as far as it is known: until the house has answered, the person it was; null of a visitor. */
export function currentPerson(): number | null {
  const { now } = session;
  if (now.state === 'authenticated') return now.user.userId;
  return now.state === 'restoring' ? (storedPerson()?.user.userId ?? null) : null;
}
