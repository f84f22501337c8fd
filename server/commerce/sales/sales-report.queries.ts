import { SOLD_KINDS } from '../../../contract/commerce/order-limits.ts';
import { sql } from 'kysely';
import { DAY_MS, SHANGHAI_MS } from '../../../contract/clock.ts';
import { orderMachine } from '../../../contract/commerce/order.machine.ts';
import type { ReportFilter } from '../../../contract/report/report.ts';
import type { Database } from '../../db/database.ts';
import { personKeySql } from '../../db/same-person.ts';

/** Epoch milliseconds; the end is not in it. */
interface Range {
  readonly begin: number;
  readonly end: number;
  readonly filter: ReportFilter;
}
/** The kind of a payment that bought nothing. */
export const NO_LINE = 'extra';

/** Columns by which sales are grouped: a payment that bought nothing has no line. */
const kind = sql<string>`coalesce(order_item.kind, ${sql.lit(NO_LINE)})`;
const discount = sql<string>`coalesce(order_item.discount_kind, 'none')`;
/** The person whose link brought the line; 0 without a link. */
const promoter = sql<number>`coalesce(spread.promoter_id, 0)`;
const dayNumber = (column: string) => sql<number>`(${sql.ref(column)} + ${sql.lit(SHANGHAI_MS)}) / ${sql.lit(DAY_MS)}`;

/** Successful payments by the time of payment, one row for each line that they bought; a second or late payment is one row. */
export const receivedLines = (db: Database, { begin, end, filter }: Range) =>
  db
    .selectFrom('payment')
    .innerJoin('order', 'order.id', 'payment.orderId')
    .leftJoin('orderItem', (join) => join.onRef('orderItem.orderId', '=', 'payment.orderId').on('payment.counts', '=', '1'))
    .leftJoin('spread', 'spread.id', 'orderItem.spreadId')
    .select(['order.id', sql<string>`coalesce(order_item.title, '多收的付款')`.as('title'), 'order.orderNo as note', 'payment.paidAt as at'])
    .select(sql<number>`coalesce(order_item.pay_fen, payment.amount_fen)`.as('amount'))
    .select([kind.as('kind'), discount.as('discount'), promoter.as('promoter'), 'payment.channel', 'orderItem.targetId', 'orderItem.qty'])
    .select(dayNumber('payment.paidAt').as('day'))
    .where('payment.status', '=', sql.lit('paid'))
    .where('payment.paidAt', '>=', begin)
    .where('payment.paidAt', '<', end)
    .$if(Boolean(filter['channel']), (query) => query.where('payment.channel', '=', filter['channel'] ?? ''))
    .$if(Boolean(filter['kind']), (query) => query.where(kind, '=', filter['kind'] ?? ''))
    .$if(Boolean(filter['discount']), (query) => query.where(discount, '=', filter['discount'] ?? ''))
    .$if(Boolean(filter['promoter']), (query) => query.where(promoter, '=', Number(filter['promoter'])))
    .$if(Boolean(filter['work']), (query) =>
      query.where('orderItem.kind', 'in', SOLD_KINDS).where('orderItem.targetId', '=', Number(filter['work'])),
    );

/** Refunds by the time they were done, one row for each line that they return. */
export const refundedLines = (db: Database, { begin, end, filter }: Range) =>
  db
    .selectFrom('refund')
    .innerJoin('order', 'order.id', 'refund.orderId')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .leftJoin('refundLine', 'refundLine.refundId', 'refund.id')
    .leftJoin('orderItem', 'orderItem.id', 'refundLine.orderItemId')
    .leftJoin('spread', 'spread.id', 'orderItem.spreadId')
    .select(['order.id', sql<string>`coalesce(order_item.title, '多收的付款')`.as('title'), 'order.orderNo as note', 'refund.doneAt as at'])
    .select(sql<number>`coalesce(refund_line.fen, refund.fen)`.as('amount'))
    .select([kind.as('kind'), discount.as('discount'), promoter.as('promoter'), 'payment.channel', 'orderItem.targetId', 'refundLine.qty'])
    .select(dayNumber('refund.doneAt').as('day'))
    .where('refund.status', '=', 'done')
    .where('refund.doneAt', '>=', begin)
    .where('refund.doneAt', '<', end)
    .$if(Boolean(filter['channel']), (query) => query.where('payment.channel', '=', filter['channel'] ?? ''))
    .$if(Boolean(filter['kind']), (query) => query.where(kind, '=', filter['kind'] ?? ''))
    .$if(Boolean(filter['discount']), (query) => query.where(discount, '=', filter['discount'] ?? ''))
    .$if(Boolean(filter['promoter']), (query) => query.where(promoter, '=', Number(filter['promoter'])))
    .$if(Boolean(filter['work']), (query) =>
      query.where('orderItem.kind', 'in', SOLD_KINDS).where('orderItem.targetId', '=', Number(filter['work'])),
    );

/** What came in and, as negative rows, what went back. */
export const netLines = (db: Database, range: Range) =>
  db
    .selectFrom(receivedLines(db, range).as('line'))
    .select(['line.id', 'line.title', 'line.note', 'line.at', 'line.amount'])
    .unionAll(
      db
        .selectFrom(refundedLines(db, range).as('line'))
        .select(['line.id', 'line.title', 'line.note', 'line.at', sql<number>`-line.amount`.as('amount')]),
    );

/** Orders that have a line of the filter. */
const withLines = (db: Database, { filter }: Range) => {
  const byLine = ['kind', 'discount', 'work', 'promoter'].some((key) => Boolean(filter[key]));
  return db
    .selectFrom('order')
    .$if(Boolean(filter['channel']), (query) => query.where('order.channel', '=', filter['channel'] ?? ''))
    .$if(byLine, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('orderItem')
            .leftJoin('spread', 'spread.id', 'orderItem.spreadId')
            .select('orderItem.id')
            .whereRef('orderItem.orderId', '=', 'order.id')
            .$if(Boolean(filter['kind']), (inner) => inner.where('orderItem.kind', '=', filter['kind'] ?? ''))
            .$if(Boolean(filter['discount']), (inner) => inner.where('orderItem.discountKind', '=', filter['discount'] ?? ''))
            .$if(Boolean(filter['promoter']), (inner) => inner.where(promoter, '=', Number(filter['promoter'])))
            .$if(Boolean(filter['work']), (inner) =>
              inner.where('orderItem.kind', 'in', SOLD_KINDS).where('orderItem.targetId', '=', Number(filter['work'])),
            ),
        ),
      ),
    );
};

/** Orders that were paid in the range, whatever became of them. */
export const paidOrders = (db: Database, range: Range) =>
  withLines(db, range)
    .innerJoin('user', 'user.id', 'order.userId')
    .select(['order.id', 'order.orderNo as title', 'user.nickName as note', 'order.payTime as at'])
    .where('order.status', 'in', orderMachine.groups.bought)
    .where('order.payTime', '>=', range.begin)
    .where('order.payTime', '<', range.end);

/** People who paid an order in the range: accounts of one person are one row. */
export const buyers = (db: Database, range: Range) =>
  withLines(db, range)
    .innerJoin('user', 'user.id', 'order.userId')
    .select((eb) => [
      eb.fn.min<number>('user.id').as('id'),
      eb.fn.min<string>('user.nickName').as('title'),
      sql<string>`count(*) || '单'`.as('note'),
      eb.fn.max<number>('order.payTime').as('at'),
    ])
    .where('order.status', 'in', orderMachine.groups.bought)
    .where('order.payTime', '>=', range.begin)
    .where('order.payTime', '<', range.end)
    .groupBy(personKeySql('user'));

/** Unpaid orders of the range: they wait for payment, or were cancelled. */
export const unpaidOrders = (db: Database, range: Range) =>
  withLines(db, range)
    .select(['order.id', 'order.orderNo as title', 'order.cancelReason as note', 'order.createTime as at', 'order.status', 'order.payFen'])
    .where('order.payTime', 'is', null)
    .where('order.createTime', '>=', range.begin)
    .where('order.createTime', '<', range.end);

export const placedOrders = (db: Database, range: Range) =>
  withLines(db, range)
    .select((eb) => [eb.fn.countAll<number>().as('placed'), eb.fn.count<number>('order.payTime').as('paid')])
    .where('order.createTime', '>=', range.begin)
    .where('order.createTime', '<', range.end)
    .executeTakeFirstOrThrow();

/** The middle of the time between order and payment, milliseconds; null without orders. The lower one of two. */
export async function medianToPay(db: Database, range: Range): Promise<number | null> {
  const paid = withLines(db, range)
    .where('order.status', 'in', orderMachine.groups.bought)
    .where('order.payTime', '>=', range.begin)
    .where('order.payTime', '<', range.end);
  const { total } = await paid.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  if (Number(total) === 0) return null;
  const row = await paid
    .select(sql<number>`pay_time - create_time`.as('ms'))
    .orderBy('ms')
    .limit(1)
    .offset(Math.floor((Number(total) - 1) / 2))
    .executeTakeFirstOrThrow();
  return Number(row.ms);
}

const DIMENSIONS = ['kind', 'channel', 'discount', 'promoter', 'day'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Amounts and numbers of lines for each combination of the dimensions, from which the charts and tables are added up. */
export async function amountsByAll(db: Database, lines: typeof receivedLines | typeof refundedLines, range: Range) {
  const columns = DIMENSIONS.map((dimension) => `line.${dimension}` as const);
  const rows = await db
    .selectFrom(lines(db, range).as('line'))
    .select(columns)
    .select((eb) => [eb.fn.sum<number>('line.amount').as('fen'), eb.fn.countAll<number>().as('lines')])
    .groupBy(columns)
    .execute();
  return rows.map((row) => ({ ...row, fen: Number(row.fen), lines: Number(row.lines) }));
}

/** Works by what came in for them; copies are those of the lines. */
export const worksBy = (db: Database, lines: typeof receivedLines | typeof refundedLines, range: Range) =>
  db
    .selectFrom(lines(db, range).as('line'))
    .select((eb) => [
      'line.targetId as workId',
      eb.fn.min<string>('line.title').as('title'),
      eb.fn.sum<number>('line.amount').as('fen'),
      eb.fn.sum<number>('line.qty').as('copies'),
    ])
    .where('line.kind', 'in', SOLD_KINDS)
    .groupBy('line.targetId')
    .orderBy('fen', 'desc')
    .orderBy('line.targetId')
    .execute();

export const cancelReasons = (db: Database, range: Range) =>
  db
    .selectFrom(unpaidOrders(db, range).as('line'))
    .select((eb) => ['line.status', 'line.note', eb.fn.countAll<number>().as('orders'), eb.fn.sum<number>('line.payFen').as('fen')])
    .groupBy(['line.status', 'line.note'])
    .orderBy('orders', 'desc')
    .execute();

/** Names of the people who have links. */
export const promoters = (db: Database) =>
  db
    .selectFrom('user')
    .select(['id', 'nickName'])
    .where('id', 'in', (eb) => eb.selectFrom('spread').select('spread.promoterId'))
    .orderBy('id')
    .execute();

/** Open differences with the bills of the channels. */
export const openDifferences = (db: Database) =>
  db
    .selectFrom('reconItem')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('reconItem.open', '=', '1')
    .executeTakeFirstOrThrow();
