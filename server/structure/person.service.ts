import { contains } from '../db/contains.ts';
import type { House } from '../house.ts';

const SHOWN = 20;

/** Enabled users whose name or sign-in name contains a text, and those asked for by id. */
export async function people(house: House, keyword: string, userIds: readonly number[]) {
  const users = house.db.selectFrom('user').select(['id as userId', 'userName', 'nickName']).where('delFlag', '=', '0');
  const named = userIds.length > 0 ? await users.where('id', 'in', userIds).execute() : [];
  const found = await users
    .where('status', '=', '0')
    .where((eb) => eb.or([contains('userName', keyword), contains('nickName', keyword)]))
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  return [...named, ...found.filter((one) => !named.some((other) => other.userId === one.userId))];
}
