import { getInfo, type User } from '../../../contract/identity/session.ts';
import { getProfile } from '../../../contract/identity/profile.ts';
import { allOf } from '../../api/all-of.ts';
import { queryClient } from '../../api/query-client.ts';
import { updatePerson } from '../../session/update-person.ts';

/** Shows the saved data everywhere at once. */
export function profileChanged(change: Partial<User>): void {
  updatePerson(change);
  for (const endpoint of [getProfile, getInfo]) void queryClient.invalidateQueries(allOf(endpoint));
}
