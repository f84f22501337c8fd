import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Public accounts: domains, accounts, articles with snapshots of their counts, and built rankings. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.create('wechatDomain', { domainName: 'text', orderNum: 'zero', status: '=0', ...BASE });
  await make.uniqueLive('wechat_domain_name', 'wechatDomain', 'domain_name');
  await make.create('wechatAccount', {
    accountName: 'text',
    wechatId: 'text',
    domainId: 'number',
    avatar: 'empty',
    intro: 'empty',
    owner: 'empty',
    areaId: 'number?',
    certified: '=0',
    status: '=0',
    ...BASE,
  });
  await make.uniqueLive('wechat_account_wechat_id', 'wechatAccount', 'wechat_id');
  await make.index('wechatAccountDomain', 'wechatAccount', ['domainId']);
  await make.create('wechatArticle', {
    accountId: 'number',
    title: 'text',
    url: 'empty',
    cover: 'empty',
    digest: 'empty',
    content: 'empty',
    publishTime: 'number',
    position: 'number',
    readNum: 'zero',
    wowNum: 'zero',
    likeNum: 'zero',
    shareNum: 'zero',
    statTime: 'number?',
    outlier: '=none',
    outlierState: '=none',
    outlierNote: 'empty',
    ...BASE,
  });
  await make.uniqueLive('wechat_article_url', 'wechatArticle', 'url', "url <> ''");
  await make.index('wechatArticleAccount', 'wechatArticle', ['accountId', 'publishTime']);
  await make.index('wechatArticleTime', 'wechatArticle', ['publishTime']);
  await make.index('wechatArticleOutlier', 'wechatArticle', ['outlierState']);
  await make.create('articleStat', {
    articleId: 'number',
    takenAt: 'number',
    readNum: 'number',
    wowNum: 'number',
    likeNum: 'number',
    shareNum: 'number',
    source: 'text',
    createBy: 'empty',
    createTime: 'number',
  });
  await make.unique('articleStatTime', 'articleStat', ['articleId', 'takenAt']);
  await make.create('wechatRankList', {
    periodType: 'text',
    periodStart: 'text',
    periodEnd: 'text',
    revision: 'number',
    status: '=draft',
    formulaVersion: 'text',
    cutOff: 'number',
    accountNum: 'zero',
    articleNum: 'zero',
    heldNum: 'zero',
    missingNum: 'zero',
    note: 'empty',
    publishTime: 'number?',
    publishBy: 'empty',
    ...BASE,
  });
  await make.unique('wechatRankListPeriod', 'wechatRankList', ['periodType', 'periodStart', 'revision']);
  await make.create('wechatRank', {
    rankListId: 'number',
    accountId: 'number',
    accountName: 'text',
    domainId: 'number',
    domainName: 'text',
    articleNum: 'number',
    readTotal: 'number',
    wowTotal: 'number',
    likeTotal: 'number',
    shareTotal: 'number',
    headRead: 'number',
    headWow: 'number',
    headLike: 'number',
    headShare: 'number',
    maxRead: 'number',
    maxWow: 'number',
    maxLike: 'number',
    maxShare: 'number',
    wci: 'number',
    rank: 'number',
    rankChange: 'number?',
    domainRank: 'number',
    domainRankChange: 'number?',
    statIds: 'text',
  });
  await make.unique('wechatRankAccount', 'wechatRank', ['rankListId', 'accountId']);
  await make.index('wechatRankOfAccount', 'wechatRank', ['accountId']);
}
