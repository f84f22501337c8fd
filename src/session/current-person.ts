import { storedPerson, session } from './session.store.ts';

/**
 * Returns the current user of this device, as far as known: the last known user until the server has answered; null for an anonymous
 * visitor.
 */
export function currentPerson(): number | null {
  const { now } = session;
  if (now.state === 'authenticated') return now.user.userId;
  return now.state === 'restoring' ? (storedPerson()?.user.userId ?? null) : null;
}
