import type { Database, Tx } from '../db/database.ts';

export const worksById = (db: Database | Tx, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('publication').select(['id', 'title', 'kind', 'status']).where('id', 'in', ids).where('delFlag', '=', '0').execute();

/** The public pages of users who are scholars as well. */
export const scholarsOfUsers = (db: Database | Tx, userIds: readonly number[]) =>
  userIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('scholar')
        .select(['id', 'userId', 'scholarName'])
        .where('userId', 'in', userIds)
        .where('status', '=', 'published')
        .where('delFlag', '=', '0')
        .where('mergedInto', 'is', null)
        .execute();
