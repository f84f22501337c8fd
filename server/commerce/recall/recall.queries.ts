import { SOLD_KINDS } from '../../../contract/commerce/order-limits.ts';
import { sql, type Expression } from 'kysely';
import { orderMachine } from '../../../contract/commerce/order.machine.ts';
import { refundMachine } from '../../../contract/commerce/refund.machine.ts';
import type { Database, Tx } from '../../db/database.ts';
import { samePersonSql } from '../../db/same-person.ts';

type Db = Database | Tx;

export const addRecall = (tx: Tx, row: { publishId: number; reason: string; recalledBy: number | null; createTime: number }) =>
  tx
    .insertInto('recall')
    .values({ ...row, confirmedBy: null, confirmedAt: null, notifiedAt: null, doneAt: null })
    .execute();

export const recallById = (db: Db, id: number) => db.selectFrom('recall').selectAll().where('id', '=', id).executeTakeFirst();

/** Locks a recall until the end of the transaction. */
export const lockRecall = (tx: Tx, id: number) =>
  tx
    .updateTable('recall')
    .set((eb) => ({ createTime: eb.ref('createTime') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
export type RecallRow = NonNullable<Awaited<ReturnType<typeof recallById>>>;

export async function recallPage(db: Db, { recallId }: { recallId?: number | undefined }, limit: number, offset: (total: number) => number) {
  const found = db.selectFrom('recall').$if(recallId !== undefined, (query) => query.where('recall.id', '=', recallId ?? 0));
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .innerJoin('publication', 'publication.id', 'recall.publishId')
    .leftJoin('user as recaller', 'recaller.id', 'recall.recalledBy')
    .leftJoin('user as confirmer', 'confirmer.id', 'recall.confirmedBy')
    .selectAll('recall')
    .select(['publication.title', 'recaller.nickName as recallerName', 'confirmer.nickName as confirmerName'])
    .orderBy('recall.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows };
}

/** Paid lines of a work of which something is left, with the state of the refund that holds the rest. */
export const unreturnedLines = (db: Db, publishId: number) =>
  db
    .selectFrom('orderItem')
    .innerJoin('order', 'order.id', 'orderItem.orderId')
    .select(['orderItem.id', 'orderItem.orderId', 'order.userId'])
    .select(sql<number>`${sql.ref('orderItem.payFen')} - ${sql.ref('orderItem.refundedFen')}`.as('leftFen'))
    .select((eb) =>
      eb
        .selectFrom('refundLine')
        .innerJoin('refund', 'refund.id', 'refundLine.refundId')
        .select('refund.status')
        .whereRef('refundLine.orderItemId', '=', 'orderItem.id')
        .where('refund.status', 'in', refundMachine.groups.inProgress)
        .limit(1)
        .as('heldBy'),
    )
    .where('orderItem.kind', 'in', SOLD_KINDS)
    .where('orderItem.targetId', '=', publishId)
    .where('order.status', 'in', orderMachine.groups.returnable)
    .whereRef('orderItem.refundedFen', '<', 'orderItem.payFen')
    .orderBy('orderItem.id')
    .execute();

/** What the refunds of the recall of a work have returned, by line. */
export const returnedByRecall = (db: Db, publishId: number) =>
  db
    .selectFrom('refundLine')
    .innerJoin('refund', 'refund.id', 'refundLine.refundId')
    .innerJoin('orderItem', 'orderItem.id', 'refundLine.orderItemId')
    .innerJoin('order', 'order.id', 'orderItem.orderId')
    .select(['refundLine.fen', 'order.userId'])
    .where('orderItem.kind', 'in', SOLD_KINDS)
    .where('orderItem.targetId', '=', publishId)
    .where('refund.kind', '=', 'recall')
    .where('refund.status', '=', 'done')
    .execute();

/** A line of a confirmed recall that has no refund yet. */
export const lineToRecall = (db: Db) =>
  db
    .selectFrom('recall')
    .innerJoin('orderItem', 'orderItem.targetId', 'recall.publishId')
    .innerJoin('order', 'order.id', 'orderItem.orderId')
    .select(['recall.id as recallId', 'orderItem.id', 'orderItem.orderId'])
    .where('recall.confirmedBy', 'is not', null)
    .where('recall.doneAt', 'is', null)
    .where('orderItem.kind', 'in', SOLD_KINDS)
    .where('order.status', 'in', orderMachine.groups.returnable)
    .whereRef('orderItem.refundedFen', '<', 'orderItem.payFen')
    .where((eb) => eb.not(eb.exists(refundsInProgress(eb.ref('orderItem.id'), db))))
    .orderBy('orderItem.id')
    .limit(1)
    .executeTakeFirst();

const refundsInProgress = (itemId: Expression<number>, db: Db) =>
  db
    .selectFrom('refundLine')
    .innerJoin('refund', 'refund.id', 'refundLine.refundId')
    .select('refund.id')
    .where('refundLine.orderItemId', '=', itemId)
    .where('refund.status', 'in', refundMachine.groups.inProgress);

/** Confirmed recalls that are not done. */
export const openRecalls = (db: Db) =>
  db.selectFrom('recall').select(['id', 'publishId']).where('confirmedBy', 'is not', null).where('doneAt', 'is', null).execute();

export const finishRecall = (db: Db, id: number, now: number) =>
  db.updateTable('recall').set({ doneAt: now }).where('id', '=', id).where('doneAt', 'is', null).execute();

/** A recall about which not everybody has got the message. */
export const recallToNotify = (db: Db) =>
  db
    .selectFrom('recall')
    .innerJoin('publication', 'publication.id', 'recall.publishId')
    .select(['recall.id', 'recall.publishId', 'recall.reason', 'recall.notifiedTo', 'publication.title'])
    .where('recall.notifiedAt', 'is', null)
    .orderBy('recall.id')
    .limit(1)
    .executeTakeFirst();

/** Recalls with lines to refund that a user may confirm: another person recalled the work. */
export const waitingRecalls = (db: Db, userId: number) =>
  db
    .selectFrom('recall')
    .innerJoin('publication', 'publication.id', 'recall.publishId')
    .innerJoin('user as viewer', (join) => join.on('viewer.id', '=', userId))
    .leftJoin('user as recaller', 'recaller.id', 'recall.recalledBy')
    .select([
      'recall.id as itemId',
      sql<string>`'召回' || ${sql.ref('publication.title')}`.as('title'),
      sql<string>`'原因：' || ${sql.ref('recall.reason')}`.as('note'),
      sql<string>`coalesce(${sql.ref('recaller.nickName')}, '')`.as('askedBy'),
      'recall.createTime as since',
      sql<number | null>`cast(null as bigint)`.as('due'),
      sql<string | null>`cast(null as text)`.as('page'),
    ])
    .where('recall.confirmedBy', 'is', null)
    .where((eb) => eb.or([eb('recaller.id', 'is', null), eb.not(samePersonSql('recaller', 'viewer'))]))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('orderItem')
          .innerJoin('order', 'order.id', 'orderItem.orderId')
          .select('orderItem.id')
          .whereRef('orderItem.targetId', '=', 'recall.publishId')
          .where('orderItem.kind', 'in', SOLD_KINDS)
          .where('order.status', 'in', orderMachine.groups.returnable)
          .whereRef('orderItem.refundedFen', '<', 'orderItem.payFen'),
      ),
    );
