import { invoiceMachine } from '../../../contract/commerce/invoice.machine.ts';
import type { InvoiceState } from '../../../contract/commerce/invoice.ts';
import { inGroup } from '../../../contract/state-machine.ts';
import { sql } from 'kysely';
import { contains } from '../../db/contains.ts';
import type { Database, Tx } from '../../db/database.ts';

type Db = Database | Tx;

const { live, waiting, ended } = invoiceMachine.groups;

export const titlesOf = (db: Db, userId: number) =>
  db.selectFrom('invoiceTitle').selectAll().where('userId', '=', userId).orderBy('isDefault', 'desc').orderBy('id').execute();
export type TitleRow = Awaited<ReturnType<typeof titlesOf>>[number];

export const invoiceById = (db: Db, id: number) => db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirst();
export type InvoiceRow = NonNullable<Awaited<ReturnType<typeof invoiceById>>>;
/** Locks an invoice until the end of the transaction. */
export const lockInvoice = (tx: Tx, id: number) =>
  tx
    .updateTable('invoice')
    .set((eb) => ({ updateTime: eb.ref('updateTime') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
export const invoiceByNo = (db: Db, applyNo: string) => db.selectFrom('invoice').selectAll().where('applyNo', '=', applyNo).executeTakeFirst();

/** Lines with the order that each is of, and what red invoices took back of it. */
export const invoiceLines = (db: Db, invoiceIds: readonly number[]) =>
  invoiceIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('invoiceLine')
        .innerJoin('orderItem', 'orderItem.id', 'invoiceLine.orderItemId')
        .innerJoin('order', 'order.id', 'orderItem.orderId')
        .selectAll('invoiceLine')
        .select(['order.orderNo', 'order.id as orderId', 'orderItem.payFen', 'orderItem.refundedFen'])
        .select((eb) =>
          eb
            .selectFrom('redInvoiceLine')
            .innerJoin('redInvoice', 'redInvoice.id', 'redInvoiceLine.redInvoiceId')
            .select((inner) => inner.fn.coalesce(inner.fn.sum<number>('redInvoiceLine.fen'), inner.lit(0)).as('red'))
            .whereRef('redInvoiceLine.invoiceLineId', '=', 'invoiceLine.id')
            .where('redInvoice.number', 'is not', null)
            .as('redFen'),
        )
        .where('invoiceLine.invoiceId', 'in', invoiceIds)
        .orderBy('invoiceLine.id')
        .execute();
export type LineRow = Awaited<ReturnType<typeof invoiceLines>>[number];

export const redsOf = (db: Db, invoiceIds: readonly number[]) =>
  invoiceIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('redInvoice').selectAll().where('invoiceId', 'in', invoiceIds).where('confirmState', '!=', 'lapsed').orderBy('id').execute();
export const redById = (db: Db, id: number) => db.selectFrom('redInvoice').selectAll().where('id', '=', id).executeTakeFirst();
export type RedRow = NonNullable<Awaited<ReturnType<typeof redById>>>;
export const redLinesOf = (db: Db, redId: number) =>
  db.selectFrom('redInvoiceLine').selectAll().where('redInvoiceId', '=', redId).orderBy('id').execute();
/** Lines of an invoice that a red application holds which is not issued yet. */
export const linesInRed = async (db: Db, invoiceId: number): Promise<ReadonlySet<number>> =>
  new Set(
    (
      await db
        .selectFrom('redInvoiceLine')
        .innerJoin('redInvoice', 'redInvoice.id', 'redInvoiceLine.redInvoiceId')
        .select('redInvoiceLine.invoiceLineId')
        .where('redInvoice.invoiceId', '=', invoiceId)
        .where('redInvoice.number', 'is', null)
        .where('redInvoice.confirmState', '!=', 'lapsed')
        .execute()
    ).map((row) => row.invoiceLineId),
  );
export const redsOfRefund = (db: Db, refundId: number) =>
  db.selectFrom('redInvoice').selectAll().where('refundId', '=', refundId).where('number', 'is', null).execute();

export const lapseRed = (tx: Tx, id: number) =>
  tx.updateTable('redInvoice').set({ confirmState: 'lapsed', updateTime: Date.now() }).where('id', '=', id).execute();

/** What is invoiced of order lines: issued, and applied for. Red invoices take their part back. */
export async function invoicedOf(db: Db, itemIds: readonly number[]): Promise<ReadonlyMap<number, { all: number; issued: number }>> {
  const found = new Map<number, { all: number; issued: number }>();
  if (itemIds.length === 0) return found;
  const blue = await db
    .selectFrom('invoiceLine')
    .innerJoin('invoice', 'invoice.id', 'invoiceLine.invoiceId')
    .select(['invoiceLine.orderItemId', 'invoiceLine.fen', 'invoice.status'])
    .where('invoiceLine.orderItemId', 'in', itemIds)
    .where('invoice.status', 'in', live)
    .execute();
  const red = await db
    .selectFrom('redInvoiceLine')
    .innerJoin('redInvoice', 'redInvoice.id', 'redInvoiceLine.redInvoiceId')
    .innerJoin('invoiceLine', 'invoiceLine.id', 'redInvoiceLine.invoiceLineId')
    .select(['invoiceLine.orderItemId', 'redInvoiceLine.fen'])
    .where('invoiceLine.orderItemId', 'in', itemIds)
    .where('redInvoice.number', 'is not', null)
    .execute();
  const add = (id: number, fen: number, open: boolean): void => {
    const before = found.get(id) ?? { all: 0, issued: 0 };
    found.set(id, { all: before.all + fen, issued: before.issued + (open ? 0 : fen) });
  };
  for (const { orderItemId, fen, status } of blue) add(orderItemId, fen, inGroup(invoiceMachine, 'waiting', status as InvoiceState));
  for (const { orderItemId, fen } of red) add(orderItemId, fen, false);
  return found;
}

/** Issued lines of order lines of which something is left. */
export const issuedLines = (db: Db, itemIds: readonly number[]) =>
  db
    .selectFrom('invoiceLine')
    .innerJoin('invoice', 'invoice.id', 'invoiceLine.invoiceId')
    .select(['invoiceLine.id', 'invoiceLine.invoiceId', 'invoiceLine.orderItemId'])
    .where('invoiceLine.orderItemId', 'in', itemIds)
    .where('invoice.status', '=', 'issued')
    .execute();

export async function ownInvoices(db: Db, userId: number, orderNo: string | undefined, limit: number, offset: (total: number) => number) {
  const found = db
    .selectFrom('invoice')
    .where('userId', '=', userId)
    .$if(orderNo !== undefined, (query) =>
      query.where('id', 'in', (eb) =>
        eb
          .selectFrom('invoiceLine')
          .innerJoin('orderItem', 'orderItem.id', 'invoiceLine.orderItemId')
          .innerJoin('order', 'order.id', 'orderItem.orderId')
          .select('invoiceLine.invoiceId')
          .where('order.orderNo', '=', orderNo ?? ''),
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

export interface InvoiceFilter {
  readonly invoiceId?: number | undefined;
  readonly shown: 'applied' | 'issuing' | 'failed' | 'redWaiting' | 'issued' | 'ended' | 'all';
  readonly title?: string | undefined;
  readonly number?: string | undefined;
  readonly orderNo?: string | undefined;
}
const plain = (text: string | undefined): string => (text ?? '').replace(/[^A-Z0-9]/gi, '').toUpperCase();

const staffFound = (db: Db, { invoiceId, shown, title, number, orderNo }: InvoiceFilter) =>
  db
    .selectFrom('invoice')
    .$if(invoiceId !== undefined, (query) => query.where('invoice.id', '=', invoiceId ?? 0))
    .$if(shown === 'applied' || shown === 'issuing' || shown === 'failed' || shown === 'issued', (query) =>
      query.where('invoice.status', '=', shown as InvoiceState),
    )
    .$if(shown === 'ended', (query) => query.where('invoice.status', 'in', ended))
    .$if(shown === 'redWaiting', (query) =>
      query.where('invoice.id', 'in', (eb) =>
        eb
          .selectFrom('redInvoice')
          .select('redInvoice.invoiceId')
          .where('redInvoice.number', 'is', null)
          .where('redInvoice.confirmState', '!=', 'lapsed'),
      ),
    )
    .$if(Boolean(title), (query) => query.where(contains('invoice.title', title ?? '')))
    .$if(Boolean(number), (query) =>
      query.where((eb) => eb.or([eb('invoice.invoiceNumber', 'like', `${plain(number)}%`), eb('invoice.applyNo', 'like', `${plain(number)}%`)])),
    )
    .$if(Boolean(orderNo), (query) =>
      query.where('invoice.id', 'in', (eb) =>
        eb
          .selectFrom('invoiceLine')
          .innerJoin('orderItem', 'orderItem.id', 'invoiceLine.orderItemId')
          .innerJoin('order', 'order.id', 'orderItem.orderId')
          .select('invoiceLine.invoiceId')
          .where('order.orderNo', 'like', `${plain(orderNo)}%`),
      ),
    );

/** What waits is shown oldest first, everything else newest first. */
export async function staffInvoices(db: Db, filter: InvoiceFilter, limit: number, offset: (total: number) => number) {
  const { total } = await staffFound(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const waits = filter.shown === 'redWaiting' || (waiting as readonly string[]).includes(filter.shown);
  const rows = await staffFound(db, filter)
    .innerJoin('user', 'user.id', 'invoice.userId')
    .leftJoin('user as clerk', 'clerk.id', 'invoice.issuedBy')
    .selectAll('invoice')
    .select(['user.userName', 'user.nickName', 'clerk.nickName as clerkName'])
    .orderBy('invoice.id', waits ? 'asc' : 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows };
}

/** The sums of a filter over all its pages; red ones are those of its invoices. */
export async function staffInvoiceSums(db: Db, filter: InvoiceFilter) {
  const blue = await staffFound(db, filter)
    .select((eb) => [
      eb.fn.countAll<number>().as('invoices'),
      eb.fn.coalesce(eb.fn.sum<number>('invoice.amountFen'), eb.lit(0)).as('amountFen'),
      eb.fn.coalesce(eb.fn.sum<number>('invoice.taxFen'), eb.lit(0)).as('taxFen'),
    ])
    .executeTakeFirstOrThrow();
  const red = await db
    .selectFrom('redInvoice')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('redInvoice.fen'), eb.lit(0)).as('fen'))
    .where('redInvoice.number', 'is not', null)
    .where('redInvoice.invoiceId', 'in', staffFound(db, filter).select('invoice.id'))
    .executeTakeFirstOrThrow();
  return { invoices: Number(blue.invoices), amountFen: Number(blue.amountFen), taxFen: Number(blue.taxFen), redFen: Number(red.fen) };
}

/** Whether a number belongs to another invoice, blue or red. */
export const numberTaken = async (db: Db, number: string): Promise<boolean> =>
  (await db.selectFrom('invoice').select('id').where('invoiceNumber', '=', number).executeTakeFirst()) !== undefined ||
  (await db.selectFrom('redInvoice').select('id').where('number', '=', number).executeTakeFirst()) !== undefined;

export const waitingInvoices = (db: Db, states: readonly InvoiceState[], most: number) =>
  db
    .selectFrom('invoice')
    .selectAll()
    .where('status', 'in', [...states])
    .orderBy('id')
    .limit(most)
    .execute();

/** A red application whose buyer has not confirmed it in time. */
export const dueRed = (db: Db, now: number) =>
  db
    .selectFrom('redInvoice')
    .select('id')
    .where('confirmState', '=', 'waiting')
    .where('confirmUntil', '<=', now)
    .where('number', 'is', null)
    .limit(1)
    .executeTakeFirst();

const todo = () => ['user.nickName as askedBy' as const, sql<number | null>`cast(null as bigint)`.as('due')];

/** Applications that a clerk has to issue, for the to-do page: their age is the time since they were made. */
export const invoiceTodos = (db: Db) =>
  db
    .selectFrom('invoice')
    .innerJoin('user', 'user.id', 'invoice.userId')
    .select([
      'invoice.id as itemId',
      sql<string>`'发票' || ${sql.ref('invoice.applyNo')}`.as('title'),
      sql<string>`'抬头' || ${sql.ref('invoice.title')}`.as('note'),
      'invoice.createTime as since',
      sql<
        string | null
      >`case when ${sql.ref('invoice.status')} = 'applied' then null else '/pay/invoice?shown=' || ${sql.ref('invoice.status')} end`.as('page'),
      ...todo(),
    ])
    .where('invoice.status', 'in', waiting);

/** Invoices with a red invoice to issue that does not wait for its buyer. */
export const redTodos = (db: Db) =>
  db
    .selectFrom('invoice')
    .innerJoin('user', 'user.id', 'invoice.userId')
    .select((eb) => [
      'invoice.id as itemId',
      sql<string>`'红冲发票' || ${sql.ref('invoice.applyNo')}`.as('title'),
      sql<string>`'抬头' || ${sql.ref('invoice.title')}`.as('note'),
      eb.fn
        .coalesce(
          eb
            .selectFrom('redInvoice')
            .select((inner) => inner.fn.min('redInvoice.createTime').as('since'))
            .whereRef('redInvoice.invoiceId', '=', 'invoice.id')
            .where('redInvoice.number', 'is', null)
            .where('redInvoice.confirmState', 'in', ['none', 'confirmed']),
          eb.lit(0),
        )
        .as('since'),
      sql<string | null>`cast(null as text)`.as('page'),
      ...todo(),
    ])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('redInvoice')
          .select('redInvoice.id')
          .whereRef('redInvoice.invoiceId', '=', 'invoice.id')
          .where('redInvoice.number', 'is', null)
          .where('redInvoice.confirmState', 'in', ['none', 'confirmed']),
      ),
    );
