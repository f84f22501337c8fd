import type { Database, Tx } from '../../db/database.ts';

type Db = Database | Tx;

export const linkByCode = (db: Db, code: string) =>
  db.selectFrom('spread').select(['id', 'promoterId', 'publishId', 'status', 'validTo']).where('code', '=', code).executeTakeFirst();

/** Stores a click; returns whether it is the first of the device with this link on this day. */
export async function storeClick(tx: Tx, click: { spreadId: number; deviceHash: string; day: string; at: number }): Promise<boolean> {
  const { id } = (await tx
    .insertInto('spreadClick')
    .values(click)
    .onConflict((on) => on.columns(['deviceHash', 'spreadId', 'day']).doNothing())
    .returning('id')
    .executeTakeFirst()) ?? { id: null };
  if (id !== null) return true;
  await tx
    .updateTable('spreadClick')
    .set({ at: click.at })
    .where('deviceHash', '=', click.deviceHash)
    .where('spreadId', '=', click.spreadId)
    .where('day', '=', click.day)
    .execute();
  return false;
}

export const addClick = (tx: Tx, spreadId: number) =>
  tx
    .updateTable('spread')
    .set((eb) => ({ clickNum: eb('clickNum', '+', 1) }))
    .where('id', '=', spreadId)
    .execute();

/** The link that a device opened last, with its promoter. */
export const lastClick = (db: Db, deviceHash: string, since: number) =>
  db
    .selectFrom('spreadClick')
    .innerJoin('spread', 'spread.id', 'spreadClick.spreadId')
    .innerJoin('user', 'user.id', 'spread.promoterId')
    .select(['spread.id', 'spread.promoterId', 'spread.publishId', 'spread.rateBp', 'spread.status', 'spread.validTo'])
    .select(['user.status as promoterStatus', 'user.delFlag as promoterGone'])
    .where('spreadClick.deviceHash', '=', deviceHash)
    .where('spreadClick.at', '>=', since)
    .orderBy('spreadClick.at', 'desc')
    .orderBy('spreadClick.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whether two accounts have signed in on one device. */
export async function shareDevice(db: Db, one: number, other: number): Promise<boolean> {
  const found = await db
    .selectFrom('knownDevice as a')
    .innerJoin('knownDevice as b', 'b.deviceHash', 'a.deviceHash')
    .select('a.id')
    .where('a.userId', '=', one)
    .where('b.userId', '=', other)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Deletes clicks that no order can count for any more; returns whether there were any. */
export async function removeOldClicks(db: Db, before: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('spreadClick').where('at', '<', before).executeTakeFirst();
  return Number(numDeletedRows) > 0;
}
