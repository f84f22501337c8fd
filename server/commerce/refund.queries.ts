import { sql } from 'kysely';
import { refundMachine } from '../../contract/commerce/refund.machine.ts';
import type { Database, Tx } from '../db/database.ts';
import { samePersonSql } from '../db/same-person.ts';

type Db = Database | Tx;
const { inProgress, holding } = refundMachine.groups;

/** A refund with the buyer of its order. */
export const refundById = (db: Db, id: number) =>
  db
    .selectFrom('refund')
    .innerJoin('order', 'order.id', 'refund.orderId')
    .selectAll('refund')
    .select('order.userId as buyerId')
    .where('refund.id', '=', id)
    .executeTakeFirst();
export type RefundRow = NonNullable<Awaited<ReturnType<typeof refundById>>>;

export const refundsOf = (db: Db, orderIds: readonly number[]) =>
  orderIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('refund')
        .leftJoin('payment', 'payment.id', 'refund.paymentId')
        .selectAll('refund')
        .select('payment.channel as paidThrough')
        .where('refund.orderId', 'in', orderIds)
        .orderBy('refund.id')
        .execute();

/** Lines of refunds with what they return. */
export const refundLinesOf = (db: Db, refundIds: readonly number[]) =>
  refundIds.length === 0 ? Promise.resolve([]) : db.selectFrom('refundLine').selectAll().where('refundId', 'in', refundIds).orderBy('id').execute();

/** Order lines that a refund in progress holds. */
export const heldItems = async (db: Db, orderIds: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set(
    orderIds.length === 0
      ? []
      : (
          await db
            .selectFrom('refundLine')
            .innerJoin('refund', 'refund.id', 'refundLine.refundId')
            .select('refundLine.orderItemId')
            .where('refund.orderId', 'in', orderIds)
            .where('refund.status', 'in', inProgress)
            .execute()
        ).map((row) => row.orderItemId),
  );

/** What refunds in progress hold of the lines of an order, fen by line. */
export const heldFen = async (db: Db, orderId: number): Promise<ReadonlyMap<number, number>> =>
  new Map(
    (
      await db
        .selectFrom('refundLine')
        .innerJoin('refund', 'refund.id', 'refundLine.refundId')
        .select((eb) => ['refundLine.orderItemId', eb.fn.sum<number>('refundLine.fen').as('fen')])
        .where('refund.orderId', '=', orderId)
        .where('refund.status', 'in', inProgress)
        .groupBy('refundLine.orderItemId')
        .execute()
    ).map((row) => [row.orderItemId, Number(row.fen)]),
  );

/** Copies of lines that were returned, or that a refund in progress holds, by line. */
export const returnedCopies = async (db: Db, itemIds: readonly number[]): Promise<ReadonlyMap<number, number>> =>
  new Map(
    itemIds.length === 0
      ? []
      : (
          await db
            .selectFrom('refundLine')
            .innerJoin('refund', 'refund.id', 'refundLine.refundId')
            .select((eb) => ['refundLine.orderItemId', eb.fn.sum<number>('refundLine.qty').as('qty')])
            .where('refundLine.orderItemId', 'in', itemIds)
            .where('refund.status', 'in', holding)
            .groupBy('refundLine.orderItemId')
            .execute()
        ).map((row) => [row.orderItemId, Number(row.qty)]),
  );

/** The payment that bought an order. */
export const countedPayment = (db: Db, orderId: number) =>
  db.selectFrom('payment').selectAll().where('orderId', '=', orderId).where('counts', '=', '1').executeTakeFirst();

/** Takes a refund that is to be sent to its channel or asked about: each is returned to one server only. */
export const takeDueRefund = (db: Database, now: number, nextAt: number) =>
  db
    .updateTable('refund')
    .set((eb) => ({ askAt: nextAt, asked: eb('asked', '+', 1) }))
    .where('id', '=', (eb) =>
      eb.selectFrom('refund as due').select('due.id').where('due.status', '=', 'sending').where('due.askAt', '<=', now).orderBy('due.askAt').limit(1),
    )
    .where('askAt', '<=', now)
    .returningAll()
    .executeTakeFirst();

export async function refundPage(
  db: Db,
  { refundId, status }: { refundId?: number | undefined; status?: string | undefined },
  limit: number,
  offset: (total: number) => number,
) {
  const found = db
    .selectFrom('refund')
    .$if(refundId !== undefined, (query) => query.where('refund.id', '=', refundId ?? 0))
    .$if(status !== undefined, (query) => query.where('refund.status', '=', status ?? ''));
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .innerJoin('order', 'order.id', 'refund.orderId')
    .innerJoin('user', 'user.id', 'order.userId')
    .leftJoin('payment', 'payment.id', 'refund.paymentId')
    .leftJoin('user as passer', 'passer.id', 'refund.passedBy')
    .leftJoin('user as transferrer', 'transferrer.id', 'refund.transferBy')
    .selectAll('refund')
    .select(['payment.channel as paidThrough', 'transferrer.nickName as transferrerName'])
    .select(['order.orderNo', 'order.userId as buyerId', 'user.userName', 'user.nickName', 'passer.nickName as passerName'])
    .orderBy('refund.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows };
}

/** Refunds in some states that a user may decide: of another person's order and, for the second decision, passed by another person. */
export function waitingRefunds(db: Db, userId: number, states: readonly string[], second: boolean) {
  return (
    db
      .selectFrom('refund')
      .innerJoin('order', 'order.id', 'refund.orderId')
      .innerJoin('user', 'user.id', 'order.userId')
      .innerJoin('user as viewer', (join) => join.on('viewer.id', '=', userId))
      .leftJoin('user as passer', 'passer.id', 'refund.passedBy')
      .leftJoin('user as transferrer', 'transferrer.id', 'refund.transferBy')
      .select([
        'refund.id as itemId',
        sql<string>`'订单' || ${sql.ref('order.orderNo')}`.as('title'),
        sql<string>`'退款' || ${sql.ref('refund.reason')}`.as('note'),
        'user.nickName as askedBy',
        'refund.updateTime as since',
        sql<number | null>`cast(null as bigint)`.as('due'),
        sql<string | null>`cast(null as text)`.as('page'),
      ])
      .where('refund.status', 'in', [...states])
      .where((eb) => eb.not(samePersonSql('user', 'viewer')))
      // A registered transfer waits for its second person only.
      .$if(!second, (query) => query.where('refund.transferBy', 'is', null))
      .$if(second, (query) =>
        query.where((eb) =>
          eb.or([
            eb.and([eb('refund.status', '=', 'approved'), eb.or([eb('refund.passedBy', 'is', null), eb.not(samePersonSql('passer', 'viewer'))])]),
            eb.and([eb('refund.status', '=', 'failed'), eb('refund.transferBy', 'is not', null), eb.not(samePersonSql('transferrer', 'viewer'))]),
          ]),
        ),
      )
  );
}

/** Makes the sent refunds of a payment due now. */
export const askAboutRefunds = (db: Db, paymentId: number, now: number) =>
  db.updateTable('refund').set({ askAt: now }).where('paymentId', '=', paymentId).where('status', '=', 'sending').execute();
