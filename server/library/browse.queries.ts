import type { Database } from '../db/database.ts';

interface Visit {
  readonly userId: number | null;
  readonly visitorId: string;
  readonly targetType: string;
  readonly targetId: number;
}

/** Returns the last visit of a page by the same person since a time. */
export const lastVisit = (db: Database, { userId, visitorId, targetType, targetId }: Visit, since: number) =>
  db
    .selectFrom('browse')
    .select(['id', 'seconds'])
    .where((eb) => (userId === null ? eb.and([eb('userId', 'is', null), eb('visitorId', '=', visitorId)]) : eb('userId', '=', userId)))
    .where('targetType', '=', targetType)
    .where('targetId', '=', targetId)
    .where('lastTime', '>', since)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const continueVisit = (db: Database, id: number, seconds: number, now: number) =>
  db.updateTable('browse').set({ seconds, lastTime: now }).where('id', '=', id).execute();

export const addVisit = (db: Database, visit: Visit & { seconds: number; network: string; device: string }, now: number) =>
  db
    .insertInto('browse')
    .values({ ...visit, createTime: now, lastTime: now })
    .execute();

export const isPrivate = async (db: Database, userId: number): Promise<boolean> =>
  (await db.selectFrom('browsePrivate').select('userId').where('userId', '=', userId).executeTakeFirst()) !== undefined;

export async function setPrivate(db: Database, userId: number, wanted: boolean, now: number): Promise<void> {
  if (wanted)
    await db
      .insertInto('browsePrivate')
      .values({ userId, createTime: now })
      .onConflict((oc) => oc.doNothing())
      .execute();
  else await db.deleteFrom('browsePrivate').where('userId', '=', userId).execute();
}

/** The newest visit of each page by a user. */
const newest = (db: Database, userId: number) =>
  db
    .selectFrom('browse')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('userId', '=', userId)
    .groupBy(['targetType', 'targetId']);

export const historyRows = (db: Database, userId: number, limit: number, offset: number) =>
  db
    .selectFrom('browse')
    .select(['id', 'targetType', 'targetId', 'lastTime'])
    .where('id', 'in', newest(db, userId))
    .orderBy('lastTime', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export async function historyTotal(db: Database, userId: number): Promise<number> {
  const { total } = await db
    .selectFrom(newest(db, userId).as('page'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Deletes all visits of the page of one record; nothing for a record of another user. */
export async function forgetVisits(db: Database, userId: number, browseId: number): Promise<void> {
  const row = await db
    .selectFrom('browse')
    .select(['targetType', 'targetId'])
    .where('id', '=', browseId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!row) return;
  await db.deleteFrom('browse').where('userId', '=', userId).where('targetType', '=', row.targetType).where('targetId', '=', row.targetId).execute();
}

export const clearVisits = (db: Database, userId: number) => db.deleteFrom('browse').where('userId', '=', userId).execute();

/** Deletes visits that began before a time; returns their number. */
export async function dropVisits(db: Database, before: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('browse').where('createTime', '<', before).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export const noticeTitles = (db: Database, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('notice')
        .select(['id', 'noticeTitle', 'status', 'audience', 'publishTime', 'expireTime'])
        .where('id', 'in', ids)
        .where('delFlag', '=', '0')
        .execute();

/** Titles of works in any state: a record keeps its title when the work is no longer on sale. */
export const workTitles = (db: Database, ids: readonly number[]) =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('publication').select(['id', 'title']).where('id', 'in', ids).execute();
