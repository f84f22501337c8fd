import type { Selectable } from 'kysely';
import type { NoticeCard } from '../../contract/content/notice.ts';
import { wireTime } from '../db/clock.ts';
import type { NoticeTable } from '../db/tables/content-tables.ts';
import type { AppContext } from '../context.ts';
import { missing } from '../http/app-error.ts';
import { cleanHtml } from '../http/rich-text.ts';
import { publishedAt } from '../state-machine/release.ts';
import { description, type FeedEntry, type IdRange, type SiteMapEntry } from '../http/site-part.ts';

const published = (context: AppContext) =>
  context.db
    .selectFrom('notice')
    .where(publishedAt(Date.now()))
    .where('publishTime', 'is not', null)
    .where('audience', '=', 'all')
    .where('delFlag', '=', '0');

function card(row: Selectable<NoticeTable>): NoticeCard {
  const { id, noticeTitle, noticeType, topFlag, publishTime, viewNum } = row;
  return { noticeId: id, noticeTitle, noticeType, topFlag: topFlag === '1', publishTime: wireTime(publishTime), viewNum };
}

/** Pinned notices first, then the newest. */
export async function publicNotices(context: AppContext, page: { pageNum: number; pageSize: number }) {
  const { total } = await published(context)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await published(context)
    .selectAll()
    .orderBy('topFlag', 'desc')
    .orderBy('publishTime', 'desc')
    .orderBy('id', 'desc')
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  return { rows: rows.map(card), total: Number(total) };
}

export async function noticeDetail(context: AppContext, id: number, counts: () => Promise<boolean>) {
  const row = await published(context).selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || row.publishTime === null) throw missing('公告不存在或已下线');
  if (await counts()) context.views.add('notice', id);
  const near = (sign: '<' | '>') =>
    published(context)
      .select(['id as noticeId', 'noticeTitle'])
      .where('publishTime', sign, row.publishTime)
      .orderBy('publishTime', sign === '<' ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst();
  return { ...card(row), noticeContent: cleanHtml(row.noticeContent), previous: (await near('<')) ?? null, next: (await near('>')) ?? null };
}

const FEED_ENTRIES = 30;

/** The newest public notices for the feed. */
export const noticePath = (id: number): string => `/cms/main/noticeDetail?noticeId=${id}`;

export async function noticeAddresses(context: AppContext, { from, to }: IdRange): Promise<SiteMapEntry[]> {
  const rows = await published(context)
    .select(['id', 'publishTime', 'updateTime'])
    .where('id', '>=', from)
    .where('id', '<', to)
    .orderBy('id')
    .execute();
  return rows.map(({ id, publishTime, updateTime }) => ({ path: noticePath(id), time: Math.max(Number(publishTime), Number(updateTime)) }));
}

export async function noticesForFeed(context: AppContext): Promise<FeedEntry[]> {
  const rows = await published(context).selectAll().orderBy('publishTime', 'desc').limit(FEED_ENTRIES).execute();
  return rows.map(({ id, noticeTitle, noticeContent, publishTime }) => ({
    path: noticePath(id),
    title: noticeTitle,
    summary: description(noticeContent),
    time: Number(publishTime),
  }));
}
