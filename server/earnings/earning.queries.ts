import { SOLD_KINDS } from '../../contract/commerce/order-limits.ts';
import { earningMachine } from '../../contract/earnings/earning.machine.ts';
import { settlementMachine } from '../../contract/earnings/settlement.machine.ts';
import type { Database, Tx } from '../db/database.ts';
import { contains } from '../db/contains.ts';

type Db = Database | Tx;

const rows = (db: Db) =>
  db
    .selectFrom('earning')
    .innerJoin('user', 'user.id', 'earning.userId')
    .leftJoin('protocol', 'protocol.id', 'earning.protocolId')
    .leftJoin('settlement', 'settlement.period', 'earning.period')
    .selectAll('earning')
    .select(['user.nickName', 'user.realNameStatus', 'protocol.protocolNo', 'settlement.status as settlementStatus'])
    .select(['settlement.calculatedBy', 'settlement.publishedAt']);

export const earningById = (db: Db, id: number) => rows(db).where('earning.id', '=', id).executeTakeFirst();
export type EarningRowOf = NonNullable<Awaited<ReturnType<typeof earningById>>>;

export interface EarningFilter {
  readonly period: string;
  readonly status: string;
  readonly taxMonth?: string | undefined;
  readonly keyword?: string | undefined;
  readonly earningId?: number | undefined;
}
type Page = { limit: number; offset: (total: number) => number };

const filtered = (db: Db, { period, status, taxMonth, keyword, earningId }: EarningFilter) =>
  db
    .selectFrom('earning')
    .$if(period !== '', (query) => query.where('earning.period', '=', period))
    .$if(status !== '', (query) => query.where('earning.status', '=', status))
    .$if(Boolean(taxMonth), (query) => query.where('earning.taxMonth', '=', taxMonth ?? ''))
    .$if(earningId !== undefined, (query) => query.where('earning.id', '=', earningId ?? 0))
    .$if(Boolean(keyword), (query) =>
      query.where((eb) =>
        eb.or([
          eb(
            'earning.userId',
            'in',
            eb
              .selectFrom('user')
              .select('user.id')
              .where(contains('user.nickName', keyword ?? '')),
          ),
          contains('earning.title', keyword ?? ''),
          eb('earning.earningNo', '=', keyword ?? ''),
        ]),
      ),
    );

export async function earningPage(db: Db, filter: EarningFilter, { limit, offset }: Page) {
  const { total } = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const ids = await filtered(db, filter)
    .select('earning.id')
    .orderBy('earning.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows: await earningsIn(db, ids) };
}

async function earningsIn(db: Db, ids: readonly { readonly id: number }[]): Promise<EarningRowOf[]> {
  if (ids.length === 0) return [];
  return rows(db)
    .where(
      'earning.id',
      'in',
      ids.map(({ id }) => id),
    )
    .orderBy('earning.id', 'desc')
    .execute();
}

/** Sums of every line of a filter that is not void. */
export async function sumsOf(db: Db, filter: EarningFilter) {
  const found = await filtered(db, filter)
    .select((eb) => [
      'earning.status',
      eb.fn.sum<number>('earning.grossFen').as('gross'),
      eb.fn.sum<number>('earning.taxFen').as('tax'),
      eb.fn.sum<number>('earning.netFen').as('net'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('earning.status', '<>', 'void')
    .groupBy('earning.status')
    .execute();
  return found.map((row) => ({
    status: row.status,
    gross: Number(row.gross),
    tax: Number(row.tax),
    net: Number(row.net),
    count: Number(row.count),
  }));
}

/** Lines that a payee may see: of a published month, or with an end of their own. */
const shown = (db: Db, userId: number) =>
  db
    .selectFrom('earning')
    .leftJoin('settlement', 'settlement.period', 'earning.period')
    .where('earning.userId', '=', userId)
    .where('earning.status', '<>', 'void')
    .where((eb) => eb.or([eb('settlement.status', 'in', settlementMachine.groups.shown), eb('earning.status', 'in', earningMachine.groups.booked)]));

export async function ownPage(db: Db, userId: number, { limit, offset }: Page) {
  const { total } = await shown(db, userId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const ids = await shown(db, userId)
    .select('earning.id')
    .orderBy('earning.period', 'desc')
    .orderBy('earning.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return {
    total: Number(total),
    rows: (await earningsIn(db, ids)).toSorted((a, b) => (a.period === b.period ? b.id - a.id : a.period < b.period ? 1 : -1)),
  };
}

export const earningsByIds = (db: Db, ids: readonly number[]) => rows(db).where('earning.id', 'in', ids).orderBy('earning.id').execute();

export const countLines = async (db: Db, period: string, states: readonly string[]): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('earning')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('period', '=', period)
        .where('status', 'in', states)
        .executeTakeFirstOrThrow()
    ).n,
  );

/** What was taxed and withheld already for one item of a month. */
export async function withheldOf(db: Db, userId: number, month: string, item: string): Promise<{ incomeFen: number; taxFen: number }> {
  const row = await db
    .selectFrom('earning')
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number>('payableFen'), eb.lit(0)).as('income'),
      eb.fn.coalesce(eb.fn.sum<number>('taxFen'), eb.lit(0)).as('tax'),
    ])
    .where('userId', '=', userId)
    .where('taxMonth', '=', month)
    .where('taxItem', '=', item)
    .where('status', 'in', earningMachine.groups.booked)
    .executeTakeFirstOrThrow();
  return { incomeFen: Number(row.income), taxFen: Number(row.tax) };
}

/** Settled lines of a payee, oldest first, with what they are worth. */
export const bookedOf = (db: Db, userId: number) =>
  rows(db)
    .where('earning.userId', '=', userId)
    .where('earning.status', 'in', earningMachine.groups.booked)
    .orderBy('earning.settledAt')
    .orderBy('earning.id')
    .execute();

export const everyBooked = (db: Db) =>
  db.selectFrom('earning').selectAll().where('status', 'in', earningMachine.groups.booked).orderBy('id').execute();

export const settlementOf = (db: Db, period: string) => db.selectFrom('settlement').selectAll().where('period', '=', period).executeTakeFirst();
export type SettlementRowOf = NonNullable<Awaited<ReturnType<typeof settlementOf>>>;

export const settlementRows = (db: Db) =>
  db
    .selectFrom('settlement')
    .leftJoin('user as calculator', 'calculator.id', 'settlement.calculatedBy')
    .leftJoin('user as publisher', 'publisher.id', 'settlement.publishedBy')
    .selectAll('settlement')
    .select(['calculator.nickName as calculatorName', 'publisher.nickName as publisherName'])
    .orderBy('settlement.period', 'desc')
    .execute();

const linesOfWork = (db: Db, publicationId: number) =>
  db
    .selectFrom('orderItem')
    .where('orderItem.kind', 'in', SOLD_KINDS)
    .where('orderItem.targetId', '=', publicationId)
    .where('orderItem.finishedAt', 'is not', null);

/** Lines of orders of a work that were finished between two times, `fen` as it was paid. */
export const finishedLines = (db: Db, publicationId: number, from: number, until: number) =>
  linesOfWork(db, publicationId)
    .innerJoin('publication', 'publication.id', 'orderItem.targetId')
    .select(['orderItem.id', 'orderItem.payFen as fen', 'orderItem.finishedAt', 'publication.kind'])
    .where('orderItem.finishedAt', '>=', from)
    .where('orderItem.finishedAt', '<', until)
    .orderBy('orderItem.id')
    .execute();

/** All refunds of finished lines of a work before a time, in their order. */
export const refundsOfLines = (db: Db, publicationId: number, until: number) =>
  linesOfWork(db, publicationId)
    .innerJoin('publication', 'publication.id', 'orderItem.targetId')
    .innerJoin('refundLine', 'refundLine.orderItemId', 'orderItem.id')
    .innerJoin('refund', 'refund.id', 'refundLine.refundId')
    .select(['orderItem.id', 'orderItem.payFen', 'orderItem.finishedAt', 'publication.kind', 'refundLine.fen', 'refund.doneAt'])
    .where('refund.status', '=', 'done')
    .where('refund.doneAt', '<', until)
    .orderBy('refund.doneAt')
    .orderBy('refundLine.id')
    .execute();

/** Confirmed sales of other channels of a work up to a month. */
export const channelSalesOf = (db: Db, publicationId: number, until: string) =>
  db
    .selectFrom('channelSale')
    .innerJoin('saleBatch', 'saleBatch.id', 'channelSale.batchId')
    .select(['channelSale.id', 'channelSale.period', 'channelSale.saleDate', 'channelSale.channel', 'channelSale.form', 'channelSale.copies'])
    .select('channelSale.priceFen')
    .where('channelSale.publicationId', '=', publicationId)
    .where('channelSale.period', '<=', until)
    .where('saleBatch.status', '=', 'confirmed')
    .orderBy('channelSale.id')
    .execute();

/** The lines of the first month in which an agreement earned royalties. */
export const firstRoyalties = (db: Db, protocolId: number, before: string) =>
  db
    .selectFrom('earning')
    .select('basis')
    .where('protocolId', '=', protocolId)
    .where('sourceType', '=', 'royalty')
    .where('status', '<>', 'void')
    .where('period', '<', before)
    .orderBy('period')
    .orderBy('id')
    .limit(20)
    .execute();

export const listPriceOf = async (db: Db, publicationId: number): Promise<number> =>
  (await db.selectFrom('publication').select('listPriceFen').where('id', '=', publicationId).executeTakeFirst())?.listPriceFen ?? 0;
