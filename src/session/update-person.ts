import type { User } from '../../contract/identity/session.ts';
import { storePerson, session } from './session.store.ts';

/** Applies changes that users made to their own data. */
export function updatePerson(change: Partial<User>): void {
  if (session.now.state !== 'authenticated') return;
  Object.assign(session.now.user, change);
  const { user, roles, permissions } = session.now;
  storePerson({ user, roles, permissions });
}
