import type { User } from '../../contract/identity/session.ts';
import { keepPerson, session } from './session.store.ts';

/** What a person changed about himself. */
export function changePerson(change: Partial<User>): void {
  if (session.now.state !== 'known') return;
  Object.assign(session.now.user, change);
  const { user, roles, permissions } = session.now;
  keepPerson({ user, roles, permissions });
}
