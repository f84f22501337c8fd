import type { Database, Tx } from '../db/database.ts';

type Db = Database | Tx;

/** Rights of a user to a work that hold now, from any source. */
export const liveRights = (db: Db, userId: number, publicationId: number, now: number) =>
  db
    .selectFrom('entitlement')
    .select(['id', 'source', 'sourceId', 'validTo', 'openedAt'])
    .where('userId', '=', userId)
    .where('publicationId', '=', publicationId)
    .where('revoked', '=', '0')
    .where('suspended', '=', '0')
    .where('validFrom', '<=', now)
    .where((eb) => eb.or([eb('validTo', 'is', null), eb('validTo', '>', now)]))
    .execute();

/** Whether a refund in progress suspends a right of the user to the work. */
export const hasSuspended = async (db: Db, userId: number, publicationId: number): Promise<boolean> =>
  (await db
    .selectFrom('entitlement')
    .select('id')
    .where('userId', '=', userId)
    .where('publicationId', '=', publicationId)
    .where('revoked', '=', '0')
    .where('suspended', '=', '1')
    .executeTakeFirst()) !== undefined;

/** Works of a list to which a user has a right or had one that a refund suspends: such a work is not sold to the user again. */
export const ownedWorks = async (db: Db, userId: number, publicationIds: readonly number[], now: number): Promise<ReadonlySet<number>> =>
  new Set(
    publicationIds.length === 0
      ? []
      : (
          await db
            .selectFrom('entitlement')
            .select('publicationId')
            .where('userId', '=', userId)
            .where('publicationId', 'in', publicationIds)
            .where('revoked', '=', '0')
            .where((eb) => eb.or([eb('validTo', 'is', null), eb('validTo', '>', now)]))
            .execute()
        ).map((row) => row.publicationId),
  );

/** Marks rights as opened; returns the order lines among them that were not opened before. */
export const markOpened = async (tx: Tx, ids: readonly number[], now: number): Promise<number[]> =>
  (
    await tx
      .updateTable('entitlement')
      .set({ openedAt: now })
      .where('id', 'in', ids)
      .where('openedAt', 'is', null)
      .where('revoked', '=', '0')
      .where('suspended', '=', '0')
      .returning(['source', 'sourceId'])
      .execute()
  ).flatMap((row) => (row.source === 'order' ? [row.sourceId] : []));

export const addOrderRight = (tx: Tx, userId: number, publicationId: number, orderItemId: number, now: number) =>
  tx
    .insertInto('entitlement')
    .values({ userId, publicationId, source: 'order', sourceId: orderItemId, validFrom: now, validTo: null, createBy: '', createTime: now })
    .onConflict((on) => on.columns(['userId', 'publicationId', 'source', 'sourceId']).doNothing())
    .execute();

/** The right of a copy that its owner handed out. */
export const addSeatRight = (tx: Tx, userId: number, publicationId: number, seatId: number, validTo: number | null, now: number) =>
  tx
    .insertInto('entitlement')
    .values({ userId, publicationId, source: 'seat', sourceId: seatId, validFrom: now, validTo, createBy: '', createTime: now })
    .execute();

/** The right of an access code. */
export const addCodeRight = (tx: Tx, userId: number, publicationId: number, codeId: number, validTo: number | null, now: number) =>
  tx
    .insertInto('entitlement')
    .values({ userId, publicationId, source: 'code', sourceId: codeId, validFrom: now, validTo, createBy: '', createTime: now })
    .execute();

/** Ends the right of an access code; rights of the reader from other sources stay. */
export const revokeCodeRight = (tx: Tx, codeId: number) =>
  tx.updateTable('entitlement').set({ revoked: '1' }).where('source', '=', 'code').where('sourceId', '=', codeId).execute();

/** Ends the right of a copy that its reader has not opened; returns whether it could: opening and taking back have one winner. */
export const revokeUnopenedSeat = async (tx: Tx, seatId: number): Promise<boolean> =>
  (
    await tx
      .updateTable('entitlement')
      .set({ revoked: '1' })
      .where('source', '=', 'seat')
      .where('sourceId', '=', seatId)
      .where('revoked', '=', '0')
      .where('openedAt', 'is', null)
      .returning('id')
      .execute()
  ).length > 0;

/** A right that is given without an order, such as that of an author to the own work. Giving it again changes nothing. */
export const addGift = (tx: Tx, userId: number, publicationId: number, now: number) =>
  tx
    .insertInto('entitlement')
    .values({ userId, publicationId, source: 'gift', sourceId: 0, validFrom: now, validTo: null, createBy: '', createTime: now })
    .onConflict((on) => on.columns(['userId', 'publicationId', 'source', 'sourceId']).doNothing())
    .execute();

/** Suspends the right of an order line that was not opened; returns whether there was one. */
export const suspendUnopened = async (tx: Tx, orderItemId: number): Promise<boolean> =>
  (
    await tx
      .updateTable('entitlement')
      .set({ suspended: '1' })
      .where('source', '=', 'order')
      .where('sourceId', '=', orderItemId)
      .where('revoked', '=', '0')
      .where('openedAt', 'is', null)
      .returning('id')
      .execute()
  ).length > 0;

export const changeOrderRight = (tx: Tx, orderItemIds: readonly number[], columns: { suspended?: '0' | '1'; revoked?: '1' }) =>
  tx.updateTable('entitlement').set(columns).where('source', '=', 'order').where('sourceId', 'in', orderItemIds).execute();

/** Ends the rights of copies, opened or not. */
export const revokeSeatRights = (tx: Tx, seatIds: readonly number[]) =>
  seatIds.length === 0
    ? Promise.resolve()
    : tx.updateTable('entitlement').set({ revoked: '1' }).where('source', '=', 'seat').where('sourceId', 'in', seatIds).execute();

/** Users with a right to a work that holds, in the order of their ids, after `after`. */
export const holdersOf = (db: Db, publicationId: number, after: number, most: number) =>
  db
    .selectFrom('entitlement')
    .select('userId')
    .distinct()
    .where('publicationId', '=', publicationId)
    .where('revoked', '=', '0')
    .where('userId', '>', after)
    .orderBy('userId')
    .limit(most)
    .execute();

/** Rights with the names of their owners. */
export const entitlementsWithUser = (db: Database) =>
  db.selectFrom('entitlement').innerJoin('user', 'user.id', 'entitlement.userId').selectAll('entitlement').select(['user.userName', 'user.nickName']);
