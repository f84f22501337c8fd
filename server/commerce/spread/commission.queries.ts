import type { Database, Tx } from '../../db/database.ts';

type Db = Database | Tx;

export const promoterOf = (tx: Tx, spreadId: number) => tx.selectFrom('spread').select('promoterId').where('id', '=', spreadId).executeTakeFirst();

export const addEntry = (tx: Tx, entry: { spreadId: number; userId: number; orderItemId: number; refundLineId: number; fen: number; at: number }) =>
  tx
    .insertInto('spreadEntry')
    .values(entry)
    .onConflict((on) => on.columns(['orderItemId', 'refundLineId']).doNothing())
    .execute();

/** Commission that was counted or taken back between two times, by promoter and link. */
export const entriesBetween = (db: Db, from: number, until: number) =>
  db
    .selectFrom('spreadEntry')
    .innerJoin('spread', 'spread.id', 'spreadEntry.spreadId')
    .leftJoin('publication', 'publication.id', 'spread.publishId')
    .select(['spreadEntry.userId', 'spreadEntry.spreadId', 'spread.code', 'spread.rateBp', 'publication.title'])
    .select((eb) => [
      eb.fn.sum<number>(eb.case().when('spreadEntry.refundLineId', '=', 0).then(eb.ref('spreadEntry.fen')).else(0).end()).as('counted'),
      eb.fn.sum<number>(eb.case().when('spreadEntry.refundLineId', '<>', 0).then(eb.ref('spreadEntry.fen')).else(0).end()).as('back'),
      eb.fn.sum<number>(eb.case().when('spreadEntry.refundLineId', '=', 0).then(1).else(0).end()).as('lines'),
      eb.fn.sum<number>(eb.case().when('spreadEntry.refundLineId', '<>', 0).then(1).else(0).end()).as('refunds'),
    ])
    .where('spreadEntry.at', '>=', from)
    .where('spreadEntry.at', '<', until)
    .groupBy(['spreadEntry.userId', 'spreadEntry.spreadId', 'spread.code', 'spread.rateBp', 'publication.title'])
    .orderBy('spreadEntry.userId')
    .orderBy('spreadEntry.spreadId')
    .execute();

/** The time of the first entry before `until`; null without one. */
export const firstEntryBefore = async (db: Db, until: number): Promise<number | null> =>
  (
    await db
      .selectFrom('spreadEntry')
      .select((eb) => eb.fn.min('at').as('at'))
      .where('at', '<', until)
      .executeTakeFirst()
  )?.at ?? null;

export const promoterNames = async (db: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, string>> =>
  userIds.length === 0
    ? new Map()
    : new Map((await db.selectFrom('user').select(['id', 'nickName']).where('id', 'in', userIds).execute()).map((row) => [row.id, row.nickName]));
