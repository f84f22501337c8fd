import type { Insertable } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { WechatRankListTable, WechatRankTable } from '../db/tables/wechat-tables.ts';

type Db = Database | Tx;
type PeriodType = WechatRankListTable['periodType'];

/** Rows of one insert: below the limit of parameters of SQLite. */
const INSERT_ROWS = 500;

/** A live article of an enabled account in a period, with its last snapshot before the cut-off, if there is one. */
export const countedArticles = (db: Db, from: number, to: number, cutOff: number) =>
  db
    .selectFrom('wechatArticle as article')
    .innerJoin('wechatAccount as account', 'account.id', 'article.accountId')
    .leftJoin('articleStat as stat', (join) =>
      join.on((eb) =>
        eb(
          'stat.id',
          '=',
          eb
            .selectFrom('articleStat as one')
            .select('one.id')
            .whereRef('one.articleId', '=', 'article.id')
            .where('one.takenAt', '<=', cutOff)
            .orderBy('one.takenAt', 'desc')
            .limit(1),
        ),
      ),
    )
    .select([
      'article.accountId',
      'article.position',
      'article.outlierState',
      'stat.id as statId',
      'stat.readNum',
      'stat.wowNum',
      'stat.likeNum',
      'stat.shareNum',
    ])
    .where('article.publishTime', '>=', from)
    .where('article.publishTime', '<=', to)
    .where('article.delFlag', '=', '0')
    .where('account.delFlag', '=', '0')
    .where('account.status', '=', '0')
    .orderBy('article.id')
    .execute();

/** Number of articles of a period that were changed, measured, decided or removed since a time. */
export const changedArticles = async (db: Db, from: number, to: number, since: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('wechatArticle')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('publishTime', '>=', from)
        .where('publishTime', '<=', to)
        .where('updateTime', '>', since)
        .executeTakeFirstOrThrow()
    ).total,
  );

export const accountNames = (db: Db) =>
  db
    .selectFrom('wechatAccount as account')
    .innerJoin('wechatDomain as domain', 'domain.id', 'account.domainId')
    .select(['account.id', 'account.accountName', 'account.domainId', 'domain.domainName'])
    .execute();

/** Returns the ranking of a period that readers see, or undefined. */
export const publishedList = (db: Db, periodType: PeriodType, periodStart: string) =>
  db
    .selectFrom('wechatRankList')
    .selectAll()
    .where('periodType', '=', periodType)
    .where('periodStart', '=', periodStart)
    .where('status', '=', 'published')
    .executeTakeFirst();

/** All revisions of one period, newest first. */
export const listsOf = (db: Db, periodType: PeriodType, periodStart: string) =>
  db
    .selectFrom('wechatRankList')
    .selectAll()
    .where('periodType', '=', periodType)
    .where('periodStart', '=', periodStart)
    .orderBy('revision', 'desc')
    .execute();

export const listById = (db: Db, id: number) => db.selectFrom('wechatRankList').selectAll().where('id', '=', id).executeTakeFirst();

/** Published rankings up to a period, newest first. */
export const publishedLists = (db: Db, periodType: PeriodType, until: string | null, limit: number) =>
  db
    .selectFrom('wechatRankList')
    .selectAll()
    .where('periodType', '=', periodType)
    .where('status', '=', 'published')
    .$if(until !== null, (query) => query.where('periodStart', '<=', until ?? ''))
    .orderBy('periodStart', 'desc')
    .limit(limit)
    .execute();

export const addList = async (tx: Tx, row: Insertable<WechatRankListTable>): Promise<number> =>
  (await tx.insertInto('wechatRankList').values(row).returning('id').executeTakeFirstOrThrow()).id;

export const removePlaces = (tx: Tx, listIds: readonly number[]) =>
  tx
    .deleteFrom('wechatRank')
    .where('rankListId', 'in', [...listIds])
    .execute();

export async function addPlaces(tx: Tx, rows: readonly Insertable<WechatRankTable>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += INSERT_ROWS)
    await tx
      .insertInto('wechatRank')
      .values(rows.slice(at, at + INSERT_ROWS))
      .execute();
}

/** The overall and the domain place of each account of a ranking. */
export async function placesOf(db: Db, rankListId: number): Promise<ReadonlyMap<number, { rank: number; domainRank: number; domainId: number }>> {
  const rows = await db
    .selectFrom('wechatRank')
    .select(['accountId', 'rank', 'domainRank', 'domainId'])
    .where('rankListId', '=', rankListId)
    .execute();
  return new Map(rows.map((row) => [row.accountId, row]));
}

const places = (db: Db, rankListId: number, domainId: number | null) =>
  db
    .selectFrom('wechatRank')
    .where('rankListId', '=', rankListId)
    .$if(domainId !== null, (query) => query.where('domainId', '=', domainId ?? 0));

export const countPlaces = async (db: Db, rankListId: number): Promise<number> =>
  Number(
    (
      await places(db, rankListId, null)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  );

/** Places of a ranking in order, of one domain or of all. */
export const pageOfPlaces = (db: Db, rankListId: number, domainId: number | null, limit: number, offset: number) =>
  places(db, rankListId, domainId).selectAll().orderBy('rank').limit(limit).offset(offset).execute();

export const accountLooks = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('wechatAccount')
    .select(['id', 'avatar', 'certified'])
    .where('id', 'in', [...ids])
    .execute();

/** Places of some accounts in some rankings. */
export const pointRows = (db: Db, listIds: readonly number[], accountIds: readonly number[]) =>
  db
    .selectFrom('wechatRank')
    .select(['rankListId', 'accountId', 'rank', 'wci'])
    .where('rankListId', 'in', [...listIds])
    .where('accountId', 'in', [...accountIds])
    .execute();
