import { contains } from '../db/contains.ts';
import type { Database, Tx } from '../db/database.ts';

/** Number of accounts of each domain, without those in the recycle bin. */
export async function accountsByDomain(db: Database | Tx, domainIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (domainIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('wechatAccount')
    .select(['domainId', (eb) => eb.fn.countAll<number>().as('total')])
    .where('domainId', 'in', [...domainIds])
    .where('delFlag', '=', '0')
    .groupBy('domainId')
    .execute();
  return new Map(rows.map((row) => [row.domainId, Number(row.total)]));
}

export const enabledDomains = (db: Database) =>
  db
    .selectFrom('wechatDomain')
    .select(['id as domainId', 'domainName'])
    .where('status', '=', '0')
    .where('delFlag', '=', '0')
    .orderBy('orderNum')
    .orderBy('id')
    .execute();

export const domainByName = (db: Database | Tx, domainName: string) =>
  db.selectFrom('wechatDomain').select('id').where('domainName', '=', domainName).where('delFlag', '=', '0').executeTakeFirst();

export const domainById = (db: Database | Tx, id: number) =>
  db.selectFrom('wechatDomain').select(['id', 'domainName']).where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();

/** Number of articles of each account, without those in the recycle bin. */
export async function articlesByAccount(db: Database | Tx, accountIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('wechatArticle')
    .select(['accountId', (eb) => eb.fn.countAll<number>().as('total')])
    .where('accountId', 'in', [...accountIds])
    .where('delFlag', '=', '0')
    .groupBy('accountId')
    .execute();
  return new Map(rows.map((row) => [row.accountId, Number(row.total)]));
}

/** A live, enabled account with the name of its domain. */
export const publicAccount = (db: Database, id: number) =>
  db
    .selectFrom('wechatAccount as account')
    .innerJoin('wechatDomain as domain', 'domain.id', 'account.domainId')
    .selectAll('account')
    .select('domain.domainName')
    .where('account.id', '=', id)
    .where('account.status', '=', '0')
    .where('account.delFlag', '=', '0')
    .executeTakeFirst();

/** Enabled accounts whose name, number or introduction contains a text. */
export const publicAccountsWith = (db: Database, text: string, limit: number) =>
  db
    .selectFrom('wechatAccount as account')
    .innerJoin('wechatDomain as domain', 'domain.id', 'account.domainId')
    .select(['account.id', 'account.accountName', 'account.wechatId', 'account.avatar', 'account.intro', 'account.certified', 'domain.domainName'])
    .where('account.status', '=', '0')
    .where('account.delFlag', '=', '0')
    .where((eb) => eb.or([contains('account.accountName', text), contains('account.wechatId', text), contains('account.intro', text)]))
    .orderBy('account.id')
    .limit(limit)
    .execute();

/** The newest articles of an account that are not in the recycle bin. */
export const articlesOf = (db: Database, accountId: number, limit: number) =>
  db
    .selectFrom('wechatArticle')
    .select(['id as articleId', 'title', 'publishTime', 'position', 'readNum', 'wowNum', 'likeNum', 'shareNum'])
    .where('accountId', '=', accountId)
    .where('delFlag', '=', '0')
    .orderBy('publishTime', 'desc')
    .orderBy('position')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const articleTotals = (db: Database, accountId: number) =>
  db
    .selectFrom('wechatArticle')
    .select((eb) => [eb.fn.countAll<number>().as('articles'), eb.fn.sum<number | null>('readNum').as('reads')])
    .where('accountId', '=', accountId)
    .where('delFlag', '=', '0')
    .executeTakeFirstOrThrow();
