import { NO_TAX_VERSION } from '../../../contract/earnings/earning-limits.ts';
import { earningMachine } from '../../../contract/earnings/earning.machine.ts';
import type { Database, Tx } from '../../db/database.ts';
import { contains } from '../../db/contains.ts';

type Db = Database | Tx;
type Page = { limit: number; offset: (total: number) => number };

export interface TaxFilter {
  readonly month: string;
  readonly category: string;
  readonly keyword?: string | undefined;
}

const BOOKED = earningMachine.groups.booked;

const lines = (db: Db, { month, category, keyword }: TaxFilter) =>
  db
    .selectFrom('earning')
    .innerJoin('user', 'user.id', 'earning.userId')
    .where('earning.taxMonth', '=', month)
    .where('earning.status', 'in', BOOKED)
    .where('earning.payableFen', '>', 0)
    .where('earning.taxVersion', '<>', NO_TAX_VERSION)
    .$if(category !== '', (query) => query.where('earning.taxCategory', '=', category))
    .$if(Boolean(keyword), (query) =>
      query.where((eb) =>
        eb.or([contains('user.nickName', keyword ?? ''), contains('user.realName', keyword ?? ''), contains('earning.title', keyword ?? '')]),
      ),
    );

/** Income of each payee by item: what is taxed as a whole. */
const items = (db: Db, filter: TaxFilter) =>
  lines(db, filter)
    .select((eb) => [
      'earning.userId',
      'earning.taxItem',
      'earning.taxCategory',
      'earning.taxResidence',
      eb.fn.min<string>('earning.title').as('title'),
      eb.fn.min<string>('earning.taxVersion').as('version'),
      eb.fn.sum<number>('earning.payableFen').as('income'),
      eb.fn.sum<number>('earning.taxFen').as('tax'),
      eb.fn.max<number>('earning.id').as('newest'),
      eb.fn.countAll<number>().as('lines'),
    ])
    .groupBy(['earning.userId', 'earning.taxItem', 'earning.taxCategory', 'earning.taxResidence']);

export async function taxTotals(db: Db, filter: TaxFilter): Promise<{ count: number; income: number; tax: number }> {
  const row = await db
    .selectFrom(items(db, filter).as('item'))
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.coalesce(eb.fn.sum<number>('item.income'), eb.lit(0)).as('income'),
      eb.fn.coalesce(eb.fn.sum<number>('item.tax'), eb.lit(0)).as('tax'),
    ])
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), income: Number(row.income), tax: Number(row.tax) };
}

export async function taxPage(db: Db, filter: TaxFilter, page: Page | null) {
  const { count } = await taxTotals(db, filter);
  const found = await items(db, filter)
    .orderBy('earning.userId')
    .orderBy('earning.taxItem')
    .orderBy('earning.taxResidence')
    .$if(page !== null, (query) => query.limit(page?.limit ?? 0).offset(page?.offset(count) ?? 0))
    .execute();
  return { total: count, rows: found };
}
export type TaxItemRow = Awaited<ReturnType<typeof taxPage>>['rows'][number];

/** Who the payees are, with their sealed documents. */
export const peopleOf = async (db: Db, userIds: readonly number[]) =>
  userIds.length === 0
    ? []
    : db
        .selectFrom('user')
        .leftJoin('realNameCheck', (join) => join.onRef('realNameCheck.userId', '=', 'user.id').on('realNameCheck.status', '=', 'verified'))
        .leftJoin('payee', 'payee.userId', 'user.id')
        .select(['user.id', 'user.nickName', 'user.realName', 'user.idCardNo', 'realNameCheck.idType', 'payee.idType as keptIdType'])
        .where('user.id', 'in', [...new Set(userIds)])
        .execute();
export type TaxPerson = Awaited<ReturnType<typeof peopleOf>>[number];

/** What the last settlement of each item withheld. */
export const taxOfLines = async (db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> =>
  new Map(
    ids.length === 0
      ? []
      : (await db.selectFrom('earning').select(['id', 'taxFen']).where('id', 'in', ids).execute()).map(({ id, taxFen }) => [id, taxFen] as const),
  );

export const taxMonthOf = (db: Db, month: string) =>
  db
    .selectFrom('taxMonth')
    .leftJoin('user', 'user.id', 'taxMonth.declaredBy')
    .selectAll('taxMonth')
    .select('user.nickName')
    .where('taxMonth.month', '=', month)
    .executeTakeFirst();

export const declaredMonths = (db: Db) => db.selectFrom('taxMonth').select(['month', 'taxFen']).execute();

/** Income and tax of one payee by month and item, in the months of a year. */
export const taxedInYear = (db: Db, userId: number, year: string) =>
  db
    .selectFrom('earning')
    .select((eb) => [
      'taxMonth',
      'taxItem',
      'taxCategory',
      'taxResidence',
      eb.fn.min<string>('title').as('title'),
      eb.fn.sum<number>('payableFen').as('income'),
      eb.fn.sum<number>('taxFen').as('tax'),
    ])
    .where('userId', '=', userId)
    .where('taxMonth', '>=', `${year}-01`)
    .where('taxMonth', '<=', `${year}-12`)
    .where('status', 'in', BOOKED)
    .where('payableFen', '>', 0)
    .groupBy(['taxMonth', 'taxItem', 'taxCategory', 'taxResidence'])
    .orderBy('taxMonth')
    .orderBy('taxItem')
    .execute();

/** Months in which a payee was paid something. */
export const taxedMonths = (db: Db, userId: number) =>
  db
    .selectFrom('earning')
    .select((eb) => ['taxMonth', eb.fn.sum<number>('payableFen').as('income'), eb.fn.sum<number>('taxFen').as('tax')])
    .where('userId', '=', userId)
    .where('taxMonth', '<>', '')
    .where('status', 'in', BOOKED)
    .where('payableFen', '>', 0)
    .groupBy('taxMonth')
    .orderBy('taxMonth', 'desc')
    .execute();

/** Lines that were taxed together, in the order in which they were settled. */
export const taxedTogether = (db: Db, userId: number, taxMonth: string, taxItem: string) =>
  db
    .selectFrom('earning')
    .select(['id', 'payableFen', 'taxFen'])
    .where('userId', '=', userId)
    .where('taxMonth', '=', taxMonth)
    .where('taxItem', '=', taxItem)
    .where('status', 'in', BOOKED)
    .orderBy('settledAt')
    .orderBy('id')
    .execute();
