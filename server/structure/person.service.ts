import { findPeople } from '../../contract/structure/person.ts';
import { scopeOfAny, within } from '../crud/data-scope.ts';
import { contains } from '../db/contains.ts';
import type { AppContext } from '../context.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';

const SHOWN = 20;

/** Returns enabled users within the data scope whose name or sign-in name contains a text, and those requested by id. */
export async function people(context: AppContext, currentUser: CurrentUser, keyword: string, userIds: readonly number[]) {
  const held = [findPeople.access].flat().filter((permission) => hasPermission(currentUser, permission));
  const limit = within(await scopeOfAny(context.db, currentUser, held), { dept: 'deptId', user: 'id' }, currentUser);
  const users = context.db
    .selectFrom('user')
    .select(['id as userId', 'userName', 'nickName'])
    .where('delFlag', '=', '0')
    .$if(limit !== null, (query) => (limit ? query.where(limit) : query));
  const named = userIds.length > 0 ? await users.where('id', 'in', userIds).execute() : [];
  const found = await users
    .where('status', '=', '0')
    .where((eb) => eb.or([contains('userName', keyword), contains('nickName', keyword)]))
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  return [...named, ...found.filter((one) => !named.some((other) => other.userId === one.userId))];
}
