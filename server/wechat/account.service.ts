import type { FoundAccount } from '../../contract/discovery/across.ts';
import { account, type AccountCard } from '../../contract/wechat/account.ts';
import type { PeriodType } from '../../contract/wechat/rank-period.ts';
import { crudService } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import type { AppContext } from '../context.ts';
import { failed, missing } from '../http/app-error.ts';
import { areaIdOf, areaWords, assertKnownArea } from '../system/area.service.ts';
import { articlesByAccount, articlesOf, articleTotals, domainById, domainByName, publicAccount, publicAccountsWith } from './account.queries.ts';
import { pointsOf } from './rank-view.service.ts';

/** Articles of an account card. */
const CARD_ARTICLES = 20;

export const accounts = crudService(account, {
  table: 'wechatAccount',
  log: '公众号管理',
  order: [
    ['createTime', 'desc'],
    ['id', 'desc'],
  ],
  unique: { wechatId: '微信号已存在' },
  removal: 'bin',
  names: { domainName: { from: 'wechatDomain', column: 'domainName', by: 'domainId' } },
  cells: { areaId: areaIdOf, domainId: domainIdOf },
  async check(tx, { draft: { areaId, domainId } }) {
    if (areaId !== null) await assertKnownArea(tx, areaId);
    if (!(await domainById(tx, domainId ?? 0))) throw failed('领域不存在或已被删除，请重新选择');
  },
  show: async (db, rows) => {
    const articles = await articlesByAccount(
      db,
      rows.map((row) => row.id),
    );
    const places = await areaWords(
      db,
      rows.map((row) => row['areaId']).filter((id) => typeof id === 'number'),
    );
    return rows.map((row) => ({ articleNum: articles.get(row.id) ?? 0, areaPath: places.get(Number(row['areaId'])) ?? '' }));
  },
});

/** Returns the id of a domain in a spreadsheet by its name. */
async function domainIdOf(tx: Tx, words: string): Promise<number> {
  const found = await domainByName(tx, words.trim());
  if (!found) throw failed(`没有领域「${words}」，请先在公众号领域里新增`);
  return found.id;
}

/** Returns an enabled account with its newest articles and its places in the last rankings of a type. */
export async function accountCard(context: AppContext, id: number, periodType: PeriodType): Promise<AccountCard> {
  const row = await publicAccount(context.db, id);
  if (!row) throw missing('公众号不存在或已停用');
  const articles = await articlesOf(context.db, id, CARD_ARTICLES);
  const { articles: articleNum, reads } = await articleTotals(context.db, id);
  const places = await areaWords(context.db, row.areaId === null ? [] : [row.areaId]);
  const points = await pointsOf(context, periodType, null, [id]);
  return {
    accountId: id,
    accountName: row.accountName,
    wechatId: row.wechatId,
    avatar: row.avatar,
    intro: row.intro,
    owner: row.owner,
    areaPath: places.get(row.areaId ?? 0) ?? '',
    certified: row.certified === '1',
    domainName: row.domainName,
    articleNum: Number(articleNum),
    meanRead: Number(articleNum) === 0 ? 0 : Math.round(Number(reads) / Number(articleNum)),
    points: points.get(id) ?? [],
    articles: articles.map((one) => ({ ...one, publishTime: wireTime(one.publishTime) })),
  };
}

/** Returns the public accounts that a text is found in. */
export async function accountsNamed(context: AppContext, text: string, limit: number): Promise<FoundAccount[]> {
  const rows = await publicAccountsWith(context.db, text.trim(), limit);
  return rows.map(({ id, certified, ...account }) => ({ accountId: id, certified: certified === '1', ...account }));
}
