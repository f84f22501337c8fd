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

/** Adds a pool that staff make without an order. */
export const addGiftPool = async (tx: Tx, row: { publishId: number; ownerId: number; n: number; to: number }, now: number): Promise<number> =>
  (
    await tx
      .insertInto('seatPool')
      .values({ ...row, orderItemId: null, source: 'gift', from: now, createTime: now })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

/** Pools of an owner for some works, the first to end first; those without an end last. */
export const poolsOfOwner = (db: Db, ownerId: number, publishIds: readonly number[]) =>
  publishIds.length === 0
    ? Promise.resolve([])
    : pools(db)
        .where('seatPool.ownerId', '=', ownerId)
        .where('seatPool.publishId', 'in', publishIds)
        .orderBy((eb) => eb.fn.coalesce('seatPool.to', eb.lit(Number.MAX_SAFE_INTEGER)))
        .orderBy('seatPool.id')
        .execute();

/** Columns that staff change. */
export const setPool = (tx: Tx, id: number, columns: { readonly n?: number; readonly closedAt?: number; readonly autoClasses?: string }) =>
  tx.updateTable('seatPool').set(columns).where('id', '=', id).execute();

export const setAutoClasses = (tx: Tx, id: number, autoClasses: string) =>
  tx.updateTable('seatPool').set({ autoClasses }).where('id', '=', id).execute();

/** Copies that a user holds by a class. */
export const seatsOfClass = (db: Db, classId: number, userId: number) =>
  db
    .selectFrom('seat')
    .selectAll()
    .where('classId', '=', classId)
    .where('userId', '=', userId)
    .where('takenBack', 'is', null)
    .orderBy('poolId')
    .execute();

/** Notices of the end of a right, in their order; a later one replaces an earlier one. */
export const END_NOTICES = { ending: 1, ended: 2 } as const;

/**
 * A copy whose right ends within `before`, or has ended, and whose reader was not told so. Who got the copy within that time has read its end then.
 */
export const seatToNotify = (db: Db, kind: keyof typeof END_NOTICES, now: number, before: number) =>
  db
    .selectFrom('seat')
    .innerJoin('seatPool', 'seatPool.id', 'seat.poolId')
    .innerJoin('publication', 'publication.id', 'seatPool.publishId')
    .select(['seat.id', 'seat.userId', 'seatPool.to', 'seatPool.publishId', 'publication.title', 'publication.kind as workKind'])
    .where('seat.takenBack', 'is', null)
    .where('seat.userId', 'is not', null)
    .where('seat.endNotice', '<', END_NOTICES[kind])
    .where('publication.delFlag', '=', '0')
    .$if(kind === 'ended', (query) => query.where('seatPool.to', '<=', now))
    .$if(kind === 'ending', (query) =>
      query
        .where('seatPool.to', '>', now)
        .where('seatPool.to', '<=', now + before)
        .where((eb) => eb('seatPool.to', '>', eb(eb.fn.coalesce('seat.claimedAt', 'seat.givenAt'), '+', before))),
    )
    .orderBy('seat.id')
    .limit(1)
    .$narrowType<{ userId: number; to: number }>()
    .executeTakeFirst();

/** Marks that a message about the end of a seat is sent; returns false when it was sent before. */
export const noteEndNotice = async (tx: Tx, seatId: number, kind: keyof typeof END_NOTICES): Promise<boolean> =>
  (
    await tx
      .updateTable('seat')
      .set({ endNotice: END_NOTICES[kind] })
      .where('id', '=', seatId)
      .where('endNotice', '<', END_NOTICES[kind])
      .returning('id')
      .execute()
  ).length > 0;

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
  row: { poolId: number; codeHash: string | null; userId: number | null; classId?: number; givenAt: number; claimedAt: number | null },
): Promise<number> =>
  (
    await tx
      .insertInto('seat')
      .values({ classId: null, ...row, takenBack: null })
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
