import type { Database, Tx } from '../../db/database.ts';

type Db = Database | Tx;

const pools = (db: Db) =>
  db
    .selectFrom('seatPool')
    .innerJoin('publication', 'publication.id', 'seatPool.publishId')
    .selectAll('seatPool')
    .select(['publication.title', 'publication.kind as workKind']);
export const poolById = (db: Db, id: number) => pools(db).where('seatPool.id', '=', id).executeTakeFirst();
export const poolOfItem = (db: Db, orderItemId: number) => pools(db).where('seatPool.orderItemId', '=', orderItemId).executeTakeFirst();
export type PoolRow = NonNullable<Awaited<ReturnType<typeof poolById>>>;

/** Locks a pool until the end of the transaction. The lock of its order, where it is needed, is taken before. */
export const lockPool = (tx: Tx, id: number) =>
  tx
    .updateTable('seatPool')
    .set((eb) => ({ n: eb.ref('n') }))
    .where('id', '=', id)
    .execute();

export const addPool = (tx: Tx, row: { orderItemId: number; publishId: number; ownerId: number; n: number }, now: number) =>
  tx
    .insertInto('seatPool')
    .values({ ...row, from: now, to: null, createTime: now })
    .onConflict((on) => on.column('orderItemId').doNothing())
    .execute();

/** Copies that are handed out, the newest first. */
export const liveSeats = (db: Db, poolIds: readonly number[]) =>
  poolIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('seat')
        .leftJoin('user', 'user.id', 'seat.userId')
        .leftJoin('entitlement', (join) => join.on('entitlement.source', '=', 'seat').onRef('entitlement.sourceId', '=', 'seat.id'))
        .selectAll('seat')
        .select(['user.userName', 'user.nickName', 'entitlement.openedAt'])
        .where('seat.poolId', 'in', poolIds)
        .where('seat.takenBack', 'is', null)
        .orderBy('seat.id', 'desc')
        .execute();
export type SeatRow = Awaited<ReturnType<typeof liveSeats>>[number];

/** The pools of order lines. */
export const poolsOfItems = (db: Db, itemIds: readonly number[]) =>
  itemIds.length === 0 ? Promise.resolve([]) : pools(db).where('seatPool.orderItemId', 'in', itemIds).execute();

export const seatById = (db: Db, id: number) => db.selectFrom('seat').selectAll().where('id', '=', id).executeTakeFirst();
export const seatByCode = (db: Db, codeHash: string) =>
  db
    .selectFrom('seat')
    .innerJoin('seatPool', 'seatPool.id', 'seat.poolId')
    .innerJoin('user', 'user.id', 'seatPool.ownerId')
    .innerJoin('publication', 'publication.id', 'seatPool.publishId')
    .selectAll('seat')
    .select(['seatPool.publishId', 'seatPool.to', 'user.nickName as giver', 'publication.title', 'publication.kind as workKind'])
    .select(['publication.status as workStatus', 'publication.delFlag as workDelFlag'])
    .select(['publication.coverUrl', 'publication.drawing', 'publication.coverColour', 'publication.coverFormat'])
    .where('seat.codeHash', '=', codeHash)
    .executeTakeFirst();
export type OfferRow = NonNullable<Awaited<ReturnType<typeof seatByCode>>>;

export const readerByName = (db: Db, userName: string) =>
  db
    .selectFrom('user')
    .select(['id', 'userName', 'nickName'])
    .where((eb) => eb(eb.fn<string>('lower', ['userName']), '=', userName.toLowerCase()))
    .where('delFlag', '=', '0')
    .executeTakeFirst();

export const addSeat = async (
  tx: Tx,
  row: { poolId: number; codeHash: string | null; userId: number | null; givenAt: number; claimedAt: number | null },
): Promise<number> =>
  (
    await tx
      .insertInto('seat')
      .values({ ...row, classId: null, takenBack: null })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

/** The copy gets its reader; returns whether it was still free. */
export const claimFor = async (tx: Tx, seatId: number, userId: number, now: number): Promise<boolean> =>
  (
    await tx
      .updateTable('seat')
      .set({ userId, claimedAt: now })
      .where('id', '=', seatId)
      .where('userId', 'is', null)
      .where('takenBack', 'is', null)
      .returning('id')
      .execute()
  ).length > 0;

export const takeBack = (tx: Tx, seatId: number, now: number) => tx.updateTable('seat').set({ takenBack: now }).where('id', '=', seatId).execute();
