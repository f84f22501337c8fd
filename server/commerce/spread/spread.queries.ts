import { sql } from 'kysely';
import { spreadMachine } from '../../../contract/commerce/spread/spread.machine.ts';
import { contains } from '../../db/contains.ts';
import type { Database, Tx } from '../../db/database.ts';
import { samePersonSql } from '../../db/same-person.ts';

type Db = Database | Tx;

const rows = (db: Db) =>
  db
    .selectFrom('spread')
    .innerJoin('user as promoter', 'promoter.id', 'spread.promoterId')
    .leftJoin('publication', 'publication.id', 'spread.publishId')
    .leftJoin('user as maker', 'maker.id', 'spread.createdBy')
    .leftJoin('user as approver', 'approver.id', 'spread.approvedBy')
    .selectAll('spread')
    .select(['promoter.userName', 'promoter.nickName', 'publication.title', 'publication.kind as workKind'])
    .select(['maker.nickName as makerName', 'approver.nickName as approverName']);

export const spreadById = (db: Db, id: number) => rows(db).where('spread.id', '=', id).executeTakeFirst();
export type SpreadRowOf = NonNullable<Awaited<ReturnType<typeof spreadById>>>;

export interface SpreadFilter {
  readonly code?: string | undefined;
  readonly promoter?: string | undefined;
  readonly title?: string | undefined;
  readonly status?: string | undefined;
}

const filtered = (db: Db, { code, promoter, title, status }: SpreadFilter) =>
  db
    .selectFrom('spread')
    .$if(Boolean(code), (query) => query.where('spread.code', '=', (code ?? '').toUpperCase()))
    .$if(Boolean(status), (query) => query.where('spread.status', '=', status ?? ''))
    .$if(Boolean(promoter), (query) =>
      query.where('spread.promoterId', 'in', (eb) =>
        eb
          .selectFrom('user')
          .select('user.id')
          .where((or) => or.or([contains('user.userName', promoter ?? ''), contains('user.nickName', promoter ?? '')])),
      ),
    )
    .$if(Boolean(title), (query) =>
      query.where('spread.publishId', 'in', (eb) =>
        eb
          .selectFrom('publication')
          .select('publication.id')
          .where(contains('publication.title', title ?? '')),
      ),
    );

async function ofIds(db: Db, ids: readonly { readonly id: number }[]): Promise<SpreadRowOf[]> {
  if (ids.length === 0) return [];
  return rows(db)
    .where(
      'spread.id',
      'in',
      ids.map(({ id }) => id),
    )
    .orderBy('spread.id', 'desc')
    .execute();
}

export async function spreadPage(db: Db, filter: SpreadFilter, limit: number, offset: (total: number) => number) {
  const { total } = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const ids = await filtered(db, filter)
    .select('spread.id')
    .orderBy('spread.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows: await ofIds(db, ids) };
}

export async function ownSpreadPage(db: Db, promoterId: number, limit: number, offset: (total: number) => number) {
  const found = db.selectFrom('spread').where('promoterId', '=', promoterId);
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const ids = await found
    .select('id')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows: await ofIds(db, ids) };
}

/** The next links of a filter, for the spreadsheet, newest first. */
export async function spreadPart(db: Db, filter: SpreadFilter, before: number, limit: number): Promise<SpreadRowOf[]> {
  const ids = await filtered(db, filter).select('spread.id').where('spread.id', '<', before).orderBy('spread.id', 'desc').limit(limit).execute();
  return ofIds(db, ids);
}

/** Paid lines that count for links, with what is left of them and what is still pending; grouped by link. */
const paidLines = (db: Db) =>
  db
    .selectFrom('orderItem')
    .innerJoin('order', 'order.id', 'orderItem.orderId')
    .select((eb) => [
      eb.fn.count<number>('order.id').distinct().as('orders'),
      eb.fn.coalesce(eb.fn.sum<number>(eb('orderItem.payFen', '-', eb.ref('orderItem.refundedFen'))), eb.lit(0)).as('amount'),
    ])
    .where('orderItem.spreadId', 'is not', null)
    .where('order.payTime', 'is not', null);

/** Paid lines that are not finished: their commission is pending. */
const pendingLines = (db: Db) =>
  db
    .selectFrom('orderItem')
    .innerJoin('order', 'order.id', 'orderItem.orderId')
    .select(['orderItem.spreadId', 'orderItem.payFen', 'orderItem.refundedFen', 'orderItem.commissionFen'])
    .where('orderItem.spreadId', 'is not', null)
    .where('order.payTime', 'is not', null)
    .where('orderItem.finishedAt', 'is', null)
    .whereRef('orderItem.refundedFen', '<', 'orderItem.payFen');

export const salesOfLinks = (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : paidLines(db).select('orderItem.spreadId').where('orderItem.spreadId', 'in', ids).groupBy('orderItem.spreadId').execute();
export const pendingOfLinks = (db: Db, ids: readonly number[]) =>
  ids.length === 0 ? Promise.resolve([]) : pendingLines(db).where('orderItem.spreadId', 'in', ids).execute();
export const countedOfLinks = (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('spreadEntry')
        .select((eb) => ['spreadId', eb.fn.sum<number>('fen').as('fen')])
        .where('spreadId', 'in', ids)
        .groupBy('spreadId')
        .execute();

/** The sums of a filter, over all its pages. */
export async function sumsOfLinks(db: Db, filter: SpreadFilter) {
  const ids = filtered(db, filter).select('spread.id');
  const { links, clicks } = await filtered(db, filter)
    .select((eb) => [eb.fn.countAll<number>().as('links'), eb.fn.coalesce(eb.fn.sum<number>('spread.clickNum'), eb.lit(0)).as('clicks')])
    .executeTakeFirstOrThrow();
  const sales = await paidLines(db).where('orderItem.spreadId', 'in', ids).executeTakeFirstOrThrow();
  const pending = await pendingLines(db).where('orderItem.spreadId', 'in', ids).execute();
  const { fen } = await db
    .selectFrom('spreadEntry')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('fen'), eb.lit(0)).as('fen'))
    .where('spreadId', 'in', ids)
    .executeTakeFirstOrThrow();
  return { links: Number(links), clicks: Number(clicks), orders: Number(sales.orders), amount: Number(sales.amount), pending, counted: Number(fen) };
}

export const liveLinksOf = async (db: Db, promoterId: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('spread')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('promoterId', '=', promoterId)
        .where('status', 'in', spreadMachine.groups.live)
        .executeTakeFirstOrThrow()
    ).n,
  );

export const promoterByName = (db: Db, userName: string) =>
  db.selectFrom('user').select(['id', 'status']).where('userName', '=', userName).where('delFlag', '=', '0').executeTakeFirst();

export const workOfLink = (db: Db, id: number) =>
  db
    .selectFrom('publication')
    .select(['id', 'title', 'status', 'isFree', 'salePriceFen'])
    .where('id', '=', id)
    .where('delFlag', '=', '0')
    .executeTakeFirst();

/** A link whose last day is over. */
export const lapsedSpread = (db: Db, today: string) =>
  db
    .selectFrom('spread')
    .select('id')
    .where('status', 'in', spreadMachine.groups.live)
    .where('validTo', '<>', '')
    .where('validTo', '<', today)
    .limit(1)
    .executeTakeFirst();

/** Links that wait for a second person: neither who made the link nor the promoter. */
export const waitingSpreads = (db: Db, userId: number) =>
  db
    .selectFrom('spread')
    .innerJoin('user as viewer', (join) => join.on('viewer.id', '=', userId))
    .innerJoin('user as promoter', 'promoter.id', 'spread.promoterId')
    .leftJoin('user as maker', 'maker.id', 'spread.createdBy')
    .select([
      'spread.id as itemId',
      sql<string>`'推广链接' || ${sql.ref('spread.code')}`.as('title'),
      sql<string>`'推广人：' || ${sql.ref('promoter.nickName')}`.as('note'),
      sql<string>`coalesce(${sql.ref('maker.nickName')}, '')`.as('askedBy'),
      'spread.createTime as since',
      sql<number | null>`cast(null as bigint)`.as('due'),
      sql<string | null>`cast(null as text)`.as('page'),
    ])
    .where('spread.status', '=', 'pending')
    .where((eb) => eb.not(samePersonSql('promoter', 'viewer')))
    .where((eb) => eb.or([eb('maker.id', 'is', null), eb.not(samePersonSql('maker', 'viewer'))]));
