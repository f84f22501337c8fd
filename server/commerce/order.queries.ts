import { SOLD_KINDS } from '../../contract/commerce/order-limits.ts';
import { orderMachine } from '../../contract/commerce/order.machine.ts';
import { refundMachine } from '../../contract/commerce/refund.machine.ts';
import type { Database, Tx } from '../db/database.ts';
import { contains } from '../db/contains.ts';

type Db = Database | Tx;

/** Locks an order until the end of the transaction and returns it as it is then. Every change of an order, its payments and refunds begins with it. */
export const lockOrder = (tx: Tx, id: number) =>
  tx
    .updateTable('order')
    .set((eb) => ({ updateTime: eb.ref('updateTime') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
export type OrderRow = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

/**
 * Locks a buyer until the end of the transaction: two orders, or two payments of different orders, at the same moment see each other. A caller that needs the
 * lock of an existing order too takes that one first.
 */
export const lockBuyer = (tx: Tx, userId: number) =>
  tx
    .updateTable('user')
    .set((eb) => ({ updateTime: eb.ref('updateTime') }))
    .where('id', '=', userId)
    .execute();

export const orderByNo = (db: Db, orderNo: string) => db.selectFrom('order').selectAll().where('orderNo', '=', orderNo).executeTakeFirst();

const items = (db: Db) =>
  db
    .selectFrom('orderItem')
    .leftJoin('publication', (join) =>
      // A fee is for a row of another table.
      join.onRef('publication.id', '=', 'orderItem.targetId').on('orderItem.kind', 'in', SOLD_KINDS),
    )
    .selectAll('orderItem')
    .select(['publication.kind as workKind', 'publication.coverUrl', 'publication.drawing', 'publication.coverColour', 'publication.coverFormat'])
    .select(['publication.status as workStatus', 'publication.salePriceFen', 'publication.isFree']);
export const itemsOf = (db: Db, orderIds: readonly number[]) =>
  orderIds.length === 0 ? Promise.resolve([]) : items(db).where('orderItem.orderId', 'in', orderIds).orderBy('orderItem.id').execute();
export type ItemRow = Awaited<ReturnType<typeof itemsOf>>[number];
export const itemById = (db: Db, id: number) => items(db).where('orderItem.id', '=', id).executeTakeFirst();

/** What may be sold now, by id. */
export const worksToSell = (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('publication')
        .select([
          'publication.id',
          'publication.title',
          'publication.status',
          'publication.isFree',
          'publication.salePriceFen',
          'publication.listPriceFen',
          'publication.archiveTypeId',
          'publication.kind as workKind',
        ])
        .select(['publication.coverUrl', 'publication.drawing', 'publication.coverColour', 'publication.coverFormat'])
        .select((eb) => [
          'publication.editionId',
          eb
            .selectFrom('media')
            .select((inner) => inner.fn.count<number>('media.id').as('tracks'))
            .whereRef('media.publicationId', '=', 'publication.id')
            .where('media.state', '=', 'ready')
            .where('media.delFlag', '=', '0')
            .as('tracks'),
        ])
        .where('publication.id', 'in', ids)
        .where('publication.delFlag', '=', '0')
        .execute();

/** Unpaid orders of a user with their works; fees are not among them. */
export const unpaidItems = (db: Db, userId: number) =>
  db
    .selectFrom('order')
    .innerJoin('orderItem', 'orderItem.orderId', 'order.id')
    .select(['order.id', 'order.orderNo', 'orderItem.kind', 'orderItem.qty', 'orderItem.targetId', 'orderItem.title'])
    .where('order.userId', '=', userId)
    .where('order.status', '=', 'unpaid')
    .where('orderItem.kind', 'in', SOLD_KINDS)
    .execute();

export const paymentsOf = (db: Db, orderId: number) => db.selectFrom('payment').selectAll().where('orderId', '=', orderId).orderBy('id').execute();
export type PaymentRow = Awaited<ReturnType<typeof paymentsOf>>[number];
export const paymentByNo = (db: Db, paymentNo: string) => db.selectFrom('payment').selectAll().where('paymentNo', '=', paymentNo).executeTakeFirst();
export const paymentById = (db: Db, id: number) => db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst();

/** The newest attempt of each order. */
export const newestAttempts = async (db: Db, orderIds: readonly number[]) =>
  new Map(
    orderIds.length === 0
      ? []
      : (
          await db
            .selectFrom('payment')
            .select(['orderId', 'status', 'channel', 'registeredBy'])
            .where('orderId', 'in', orderIds)
            .orderBy('id')
            .execute()
        ).map((row) => [row.orderId, row] as const),
  );

/** Takes the payments that are due to be asked about: each is returned to one server only. */
export const takeDuePayment = (db: Database, now: number, nextAt: number) =>
  db
    .updateTable('payment')
    .set((eb) => ({ askAt: nextAt, asked: eb('asked', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('payment as due')
        .select('due.id')
        .where('due.status', '=', 'created')
        .where('due.askAt', '<=', now)
        .orderBy('due.askAt')
        .limit(1),
    )
    .where('askAt', '<=', now)
    .returningAll()
    .executeTakeFirst();

export const dueOrder = (db: Database, now: number) =>
  db
    .selectFrom('order')
    .select(['id', 'cancelReason'])
    .where('status', '=', 'unpaid')
    .where('expireTime', '<=', now)
    .orderBy('expireTime')
    .limit(1)
    .executeTakeFirst();

/** A line of a paid order, of one of the kinds, whose time to return it is over. */
export const lineToFinish = (db: Database, paidBefore: number, kinds: readonly string[]) =>
  db
    .selectFrom('orderItem')
    .innerJoin('order', 'order.id', 'orderItem.orderId')
    .leftJoin('refundLine', 'refundLine.orderItemId', 'orderItem.id')
    .leftJoin('refund', (join) => join.onRef('refund.id', '=', 'refundLine.refundId').on('refund.status', 'in', refundMachine.groups.inProgress))
    .select(['orderItem.id', 'orderItem.orderId'])
    .where('order.status', '=', 'paid')
    .where('order.payTime', '<=', paidBefore)
    .where('orderItem.finishedAt', 'is', null)
    .where('orderItem.kind', 'in', kinds)
    .where('refund.id', 'is', null)
    // What was returned completely is no income.
    .where('orderItem.refundedFen', '<', (eb) => eb.ref('orderItem.payFen'))
    .limit(1)
    .executeTakeFirst();

export const lastChannel = async (db: Db, userId: number): Promise<string> =>
  (
    await db
      .selectFrom('payment')
      .innerJoin('order', 'order.id', 'payment.orderId')
      .select('payment.channel')
      .where('order.userId', '=', userId)
      .where('payment.status', '=', 'paid')
      .orderBy('payment.id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.channel ?? '';

export async function ownPage(
  db: Db,
  userId: number,
  tab: 'all' | 'unpaid' | 'paid' | 'finished' | 'refund',
  limit: number,
  offset: (total: number) => number,
) {
  const found = db
    .selectFrom('order')
    .where('userId', '=', userId)
    .where('hidden', '=', '0')
    .$if(tab !== 'all' && tab !== 'refund', (query) => query.where('status', '=', tab))
    .$if(tab === 'refund', (query) =>
      query.where((eb) =>
        eb.or([
          eb('status', 'in', orderMachine.groups.returning),
          eb('refundedFen', '>', 0),
          // A part of the order is being returned.
          eb.exists(
            eb
              .selectFrom('refund')
              .select('refund.id')
              .whereRef('refund.orderId', '=', 'order.id')
              .where('refund.kind', '!=', 'auto')
              .where('refund.status', '!=', 'cancelled'),
          ),
        ]),
      ),
    );
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows };
}

export interface OrderFilter {
  readonly orderNo?: string | undefined;
  readonly userName?: string | undefined;
  readonly title?: string | undefined;
  readonly status?: string | undefined;
}

const staffFound = (db: Db, { orderNo, userName, title, status }: OrderFilter) =>
  db
    .selectFrom('order')
    .$if(Boolean(orderNo), (query) =>
      /^DD\d{20}$/.test(orderNo ?? '')
        ? // The index finds a complete number.
          query.where('order.orderNo', '=', orderNo ?? '')
        : query.where('order.orderNo', 'like', `${(orderNo ?? '').replace(/[^A-Z0-9]/g, '')}%`),
    )
    .$if(Boolean(status), (query) => query.where('order.status', '=', status ?? ''))
    .$if(Boolean(userName), (query) =>
      query.where('order.userId', 'in', (eb) =>
        eb
          .selectFrom('user')
          .select('user.id')
          .where((or) => or.or([contains('user.userName', userName ?? ''), contains('user.nickName', userName ?? '')])),
      ),
    )
    .$if(Boolean(title), (query) =>
      query.where('order.id', 'in', (eb) =>
        eb
          .selectFrom('orderItem')
          .select('orderItem.orderId')
          .where(contains('orderItem.title', title ?? '')),
      ),
    );

export async function staffPage(db: Db, filter: OrderFilter, limit: number, offset: (total: number) => number) {
  const found = staffFound(db, filter);
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .innerJoin('user', 'user.id', 'order.userId')
    .selectAll('order')
    .select(['user.userName', 'user.nickName'])
    .orderBy('order.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows };
}
export type StaffRow = Awaited<ReturnType<typeof staffPage>>['rows'][number];

/** The sums of a filter, over all its pages. */
export const staffSums = (db: Db, filter: OrderFilter) =>
  staffFound(db, filter)
    .select((eb) => [
      eb.fn.countAll<number>().as('orders'),
      eb.fn.coalesce(eb.fn.sum<number>('order.totalFen'), eb.lit(0)).as('totalFen'),
      eb.fn.coalesce(eb.fn.sum<number>('order.discountFen'), eb.lit(0)).as('discountFen'),
      eb.fn.coalesce(eb.fn.sum<number>('order.payFen'), eb.lit(0)).as('payFen'),
      eb.fn
        .coalesce(eb.fn.sum<number>(eb.case().when('order.payTime', 'is not', null).then(eb.ref('order.payFen')).else(0).end()), eb.lit(0))
        .as('paidFen'),
      eb.fn.coalesce(eb.fn.sum<number>('order.refundedFen'), eb.lit(0)).as('refundedFen'),
    ])
    .executeTakeFirstOrThrow();

export const noticesOf = (db: Db, paymentIds: readonly number[]) =>
  paymentIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('paymentNotice').selectAll().where('paymentId', 'in', paymentIds).orderBy('id').execute();

/** The steps of an order, oldest first; without a name where the program took the step. */
export const orderLog = (db: Db, orderId: number) =>
  db
    .selectFrom('flowLog')
    .leftJoin('user', 'user.id', 'flowLog.operatorId')
    .select(['flowLog.event', 'flowLog.note', 'flowLog.at', 'user.nickName'])
    .where('flowLog.entityType', '=', 'order')
    .where('flowLog.entityId', '=', orderId)
    .orderBy('flowLog.id')
    .execute();

/** All entries of transactions, so that both sides are shown. */
export const entriesIn = (db: Db, transactionIds: readonly number[]) =>
  db
    .selectFrom('ledgerEntry')
    .innerJoin('ledgerTransaction', 'ledgerTransaction.id', 'ledgerEntry.transactionId')
    .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerEntry.accountId')
    .select(['ledgerTransaction.kind as event', 'ledgerTransaction.at', 'ledgerAccount.kind', 'ledgerAccount.ref', 'ledgerEntry.fen'])
    .where('ledgerEntry.transactionId', 'in', transactionIds)
    .orderBy('ledgerEntry.id')
    .execute();
