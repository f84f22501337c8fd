import { article, type ArticleStat, type ArticleView } from '../../contract/wechat/article.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { IdRange, SiteMapEntry } from '../http/site-part.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import type { Row } from '../crud/crud-table.ts';
import { wireTime } from '../db/clock.ts';
import { failed, invalid, missing } from '../http/app-error.ts';
import { cleanHtml } from '../http/rich-text.ts';
import { accountExists, articleById, publicArticle, publicArticleIds, setArticle, statsOf } from './article.queries.ts';
import { addSnapshot, capped, increasesOf, sameCounts } from './article-stat.service.ts';
import type { Counts } from './wci.ts';

const LOG = '公众号文章';
/** Snapshots shown for one article. */
const STATS_SHOWN = 200;

const countsOf = ({ readNum, wowNum, likeNum, shareNum }: Counts): Counts => ({ readNum, wowNum, likeNum, shareNum });

export const articles = crudService(article, {
  table: 'wechatArticle',
  log: LOG,
  order: [
    ['publishTime', 'desc'],
    ['position', 'asc'],
    ['id', 'desc'],
  ],
  unique: { url: '原文链接已存在' },
  removal: 'bin',
  names: { accountName: { from: 'wechatAccount', column: 'accountName', by: 'accountId' } },
  async check(tx, { draft }) {
    if (draft.publishTime === '') throw invalid('请填写发布时间');
    if (!(await accountExists(tx, draft.accountId ?? 0))) throw failed('公众号不存在或已被删除，请重新选择');
  },
  columnsOf: ({ draft }) => ({ ...capped(countsOf(draft)) }),
  async afterSave(tx, { id, draft, before, currentUser }) {
    const counts = capped(countsOf(draft));
    const old = before ? countsOf(before) : { readNum: 0, wowNum: 0, likeNum: 0, shareNum: 0 };
    if (sameCounts(counts, old)) return;
    const { outlier = 'none', outlierState = 'none' } = (await articleById(tx, id)) ?? {};
    const increases = await increasesOf(tx, draft.accountId ?? 0);
    await addSnapshot(tx, { articleId: id, takenAt: Date.now(), counts, source: 'hand', by: currentUser.userName, outlier, outlierState }, increases);
  },
});

/** Built rankings refer to the snapshots of an article. */
export async function articleStats(context: AppContext, id: number): Promise<ArticleStat[]> {
  if (!(await articleById(context.db, id))) throw missing('文章不存在或已被删除，请刷新后重试');
  const rows = await statsOf(context.db, id, STATS_SHOWN);
  return rows.map((row) => ({
    statId: row.id,
    takenAt: wireTime(row.takenAt),
    readNum: row.readNum,
    wowNum: row.wowNum,
    likeNum: row.likeNum,
    shareNum: row.shareNum,
    source: row.source,
    createBy: row.createBy,
  }));
}

interface Decision {
  readonly articleIds: readonly number[];
  readonly decision: 'counted' | 'excluded';
  readonly note: string;
}

/** Decides about articles with unusual counts. An article with a decision can be decided again; others are skipped. */
export async function decideOutlier(caller: RequestCaller, { articleIds, decision, note }: Decision) {
  return withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const ids = [...new Set(articleIds)];
    const skipped: { id: number; reason: string }[] = [];
    for (const id of ids) {
      const row: Pick<Row, 'outlierState'> | undefined = await articleById(tx, id);
      if (!row) skipped.push({ id, reason: '文章不存在或已被删除' });
      else if (row['outlierState'] === 'none') skipped.push({ id, reason: '数据没有异常，不用判定' });
      else if (row['outlierState'] === decision) skipped.push({ id, reason: '已经是这个判定' });
      else
        await setArticle(tx, id, {
          outlierState: decision,
          outlierNote: note,
          updateBy: caller.currentUser.userName,
          updateTime: Date.now(),
        });
    }
    return { done: ids.length - skipped.length, skipped };
  });
}

export async function articleView(context: AppContext, id: number): Promise<ArticleView> {
  const row = await publicArticle(context.db, id);
  if (!row) throw missing('文章不存在');
  return {
    articleId: id,
    title: row.title,
    publishTime: wireTime(row.publishTime),
    position: row.position,
    readNum: row.readNum,
    wowNum: row.wowNum,
    likeNum: row.likeNum,
    shareNum: row.shareNum,
    accountId: row.accountId,
    accountName: row.accountName,
    domainName: row.domainName,
    avatar: row.avatar,
    url: row.url,
    cover: row.cover,
    digest: row.digest,
    content: cleanHtml(row.content),
    statTime: wireTime(row.statTime),
  };
}

/** Addresses of the public pages, for the sitemap. */
export const articleAddresses = async (context: AppContext, { from, to }: IdRange): Promise<SiteMapEntry[]> =>
  (await publicArticleIds(context.db, from, to)).map(({ id, updateTime }) => ({ path: `/cms/main/wechatArticle/${id}`, time: Number(updateTime) }));
