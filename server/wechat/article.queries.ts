import type { Insertable } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { ArticleStatTable, WechatArticleTable } from '../db/tables/wechat-tables.ts';

type Db = Database | Tx;
/** Articles of an account whose growth is compared. */
const COMPARED_ARTICLES = 100;
/** Ids of one query: below the limit of parameters of SQLite. */
const IDS = 500;

export const statsOf = (db: Db, articleId: number, limit: number) =>
  db.selectFrom('articleStat').selectAll().where('articleId', '=', articleId).orderBy('takenAt', 'desc').limit(limit).execute();

/** The last snapshot of an article before or at a time. */
export const statAt = (db: Db, articleId: number, time: number) =>
  db
    .selectFrom('articleStat')
    .selectAll()
    .where('articleId', '=', articleId)
    .where('takenAt', '<=', time)
    .orderBy('takenAt', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The first snapshot of an article after a time. */
export const statAfter = (db: Db, articleId: number, time: number) =>
  db
    .selectFrom('articleStat')
    .selectAll()
    .where('articleId', '=', articleId)
    .where('takenAt', '>', time)
    .orderBy('takenAt')
    .limit(1)
    .executeTakeFirst();

export const addStat = async (tx: Tx, row: Insertable<ArticleStatTable>): Promise<void> => {
  await tx.insertInto('articleStat').values(row).execute();
};

/** Snapshots of the newest articles of an account, by article and time. */
export const statsOfAccount = (db: Db, accountId: number) =>
  db
    .selectFrom('articleStat')
    .select(['articleId', 'readNum'])
    .where('articleId', 'in', (eb) =>
      eb
        .selectFrom('wechatArticle')
        .select('id')
        .where('accountId', '=', accountId)
        .where('delFlag', '=', '0')
        .orderBy('publishTime', 'desc')
        .limit(COMPARED_ARTICLES),
    )
    .orderBy('articleId')
    .orderBy('takenAt')
    .execute();

export const articleById = (db: Db, id: number) =>
  db.selectFrom('wechatArticle').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();

export const addArticle = async (tx: Tx, row: Insertable<WechatArticleTable>): Promise<number> =>
  (await tx.insertInto('wechatArticle').values(row).returning('id').executeTakeFirstOrThrow()).id;

export const setArticle = async (tx: Tx, id: number, columns: Readonly<Record<string, unknown>>): Promise<void> => {
  await tx
    .updateTable('wechatArticle')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
};

const KNOWN = ['id', 'accountId', 'url', 'title', 'outlier', 'outlierState'] as const;

async function inParts<V, R>(values: readonly V[], query: (part: readonly V[]) => Promise<R[]>): Promise<R[]> {
  const found: R[] = [];
  for (let at = 0; at < values.length; at += IDS) found.push(...(await query(values.slice(at, at + IDS))));
  return found;
}

export const articlesByUrl = (db: Db, urls: readonly string[]) =>
  inParts(urls, (part) =>
    db
      .selectFrom('wechatArticle')
      .select(KNOWN)
      .where('url', 'in', [...part])
      .where('delFlag', '=', '0')
      .execute(),
  );

export const articlesById = (db: Db, ids: readonly number[]) =>
  inParts(ids, (part) =>
    db
      .selectFrom('wechatArticle')
      .select(KNOWN)
      .where('id', 'in', [...part])
      .where('delFlag', '=', '0')
      .execute(),
  );

export const accountsByName = (db: Db) =>
  db.selectFrom('wechatAccount').select(['id', 'accountName', 'wechatId']).where('delFlag', '=', '0').execute();

export const accountExists = (db: Db, id: number) =>
  db.selectFrom('wechatAccount').select('id').where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();

/** Articles that readers may see: live, of a live and enabled account. */
const openArticles = (db: Db) =>
  db
    .selectFrom('wechatArticle as article')
    .innerJoin('wechatAccount as account', 'account.id', 'article.accountId')
    .where('article.delFlag', '=', '0')
    .where('account.delFlag', '=', '0')
    .where('account.status', '=', '0');

export const publicArticleTitles = (db: Db, ids: readonly number[]) =>
  openArticles(db)
    .select(['article.id', 'article.title'])
    .where('article.id', 'in', [...ids])
    .execute();

/** Articles that readers may see, with ids from `from` up to, but without, `to`. */
export const publicArticleIds = (db: Db, from: number, to: number) =>
  openArticles(db)
    .select(['article.id', 'article.updateTime'])
    .where('article.id', '>=', from)
    .where('article.id', '<', to)
    .orderBy('article.id')
    .execute();

export const publicArticle = (db: Db, id: number) =>
  openArticles(db)
    .innerJoin('wechatDomain as domain', 'domain.id', 'account.domainId')
    .selectAll('article')
    .select(['account.accountName', 'account.avatar', 'domain.domainName'])
    .where('article.id', '=', id)
    .executeTakeFirst();
