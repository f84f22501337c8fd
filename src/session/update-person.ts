import type { User } from '../../contract/identity/session.ts';
import { storePerson, session } from './session.store.ts';

/** What a person changed about himself. */
export function updatePerson(change: Partial<User>): void {
  if (session.now.state !== 'authenticated') return;
  Object.assign(session.now.user, change);
  const { user, roles, permissions } = session.now;
  storePerson({ user, roles, permissions });
}
