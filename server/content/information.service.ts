import type { Selectable } from 'kysely';
import type { DataOf } from '../../contract/endpoint.ts';
import { inTitleMarks } from '../../contract/catalog/title-marks.ts';
import { information, type getInformation, type InformationCard } from '../../contract/content/information.ts';
import { informationMachine } from '../../contract/content/information.machine.ts';
import type { ReleaseEvent } from '../../contract/release.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { listedOf } from '../catalog/book.service.ts';
import type { AppContext } from '../context.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import type { InformationTable } from '../db/tables/content-tables.ts';
import { conflict, failed, missing } from '../http/app-error.ts';
import { cleanHtml } from '../http/rich-text.ts';
import { description, type FeedEntry, type IdRange, type SiteMapEntry } from '../http/site-part.ts';
import { inState, publishedAt, releaseRules, stateAt, type ReleaseRow } from '../state-machine/release.ts';
import { requirePermission } from '../state-machine/transition.ts';
import {
  categoryNames,
  informationById,
  neighbourOf,
  publishedInformation,
  scholarOfNews,
  titlesOf,
  type InformationFilter,
} from './information.queries.ts';

const LOG = '资讯管理';
const GONE = '资讯不存在或已下线';
const MOST_BOOKS = 20;

type NewsRow = ReleaseRow & Selectable<InformationTable>;

const { step, approveAgain, columnsOf } = releaseRules<NewsRow>({
  machine: informationMachine,
  table: 'information',
  subject: (row) => `资讯${inTitleMarks(row.title)}`,
  content: (row) => row.content,
});

const idsIn = (json: unknown): number[] => JSON.parse(String(json)) as number[];
/** What readers see: a change needs another approval. */
const SHOWN = ['title', 'content', 'summary', 'cover', 'source', 'author', 'scholarId', 'publishIds', 'category'] as const;

export const news = crudService(information, {
  table: 'information',
  log: LOG,
  order: [['id', 'desc']],
  removal: 'bin',
  filters: { status: (query, value) => query.where(inState(value, Date.now())) },
  names: { scholarName: { from: 'scholar', column: 'scholarName', by: 'scholarId' } },
  show: async (db, rows) => {
    const titles = new Map((await titlesOf(db, [...new Set(rows.flatMap((row) => idsIn(row['publishIds'])))])).map((one) => [one.id, one.title]));
    return rows.map((row) => ({
      status: stateAt(row, Date.now()),
      books: idsIn(row['publishIds']).map((publishId) => ({ publishId, title: titles.get(publishId) ?? '已删除的作品' })),
    }));
  },
  async check(tx, { draft }) {
    if (draft.publishIds.length > MOST_BOOKS) throw failed(`相关作品最多${MOST_BOOKS}部`);
    if ((await titlesOf(tx, draft.publishIds)).length < draft.publishIds.length) throw failed('有的相关作品不存在或已被删除，请重新选择');
    if (draft.scholarId !== null && !(await scholarOfNews(tx, draft.scholarId))) throw failed('相关学者不存在或已被合并，请重新选择');
  },
  columnsOf: ({ before, currentUser }) => columnsOf(before, currentUser),
  async afterSave(tx, { id, before, currentUser }) {
    const row = await informationById(tx, id);
    if (!before || !row) return;
    const state = stateAt(before, Date.now());
    const changed = SHOWN.some((column) => before[column] !== row[column]);
    if (changed) await approveAgain(tx, currentUser, row, state, state !== 'offline');
  },
});

interface Said {
  readonly note?: string | null | undefined;
  readonly version?: number | null | undefined;
}

/** Takes a step on an article. With `version` the call fails when it was changed since, so a user approves only what they read. */
export async function handleInformationEvent(caller: RequestCaller, id: number, event: ReleaseEvent, { note, version }: Said): Promise<void> {
  requirePermission(informationMachine, event, caller.currentUser);
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await informationById(tx, id);
    if (!row) throw missing('资讯不存在或已被删除，请刷新后重试');
    if (version != null && version !== row.version) throw conflict();
    await step(tx, caller.currentUser, row, event, note ?? '');
  });
}

const published = (context: AppContext, filter: InformationFilter = {}) => publishedInformation(context.db, publishedAt(Date.now()), filter);

const card = (row: Selectable<InformationTable>, categories: ReadonlyMap<string, string>): InformationCard => ({
  informationId: row.id,
  title: row.title,
  category: row.category,
  categoryName: categories.get(row.category) ?? '',
  cover: row.cover,
  summary: row.summary || description(row.content),
  source: row.source,
  author: row.author,
  topFlag: row.topFlag === '1',
  publishTime: wireTime(row.publishTime),
  viewNum: row.viewNum,
});

const labels = async (context: AppContext) => new Map((await categoryNames(context.db)).map((one) => [one.dictValue, one.dictLabel]));

/** Pinned articles first, then the newest. */
export async function publicNews(context: AppContext, { pageNum, pageSize, ...filter }: InformationFilter & { pageNum: number; pageSize: number }) {
  const { total } = await published(context, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await published(context, filter)
    .selectAll()
    .orderBy('topFlag', 'desc')
    .orderBy('publishTime', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const categories = await labels(context);
  return { rows: rows.map((row) => card(row, categories)), total: Number(total) };
}

export async function newsDetail(context: AppContext, id: number, counts: () => Promise<boolean>): Promise<DataOf<typeof getInformation>> {
  const row = await published(context).selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || row.publishTime === null) throw missing(GONE);
  if (await counts()) context.views.add('information', id);
  const scholar = row.scholarId === null ? undefined : await scholarOfNews(context.db, row.scholarId);
  const place = { publishTime: row.publishTime, id };
  return {
    ...card(row, await labels(context)),
    content: cleanHtml(row.content),
    scholar:
      scholar?.status === 'published'
        ? {
            scholarId: scholar.id,
            scholarName: scholar.scholarName,
            avatar: scholar.avatar,
            title: scholar.title,
            collegeName: scholar.collegeName ?? '',
            researchField: scholar.researchField,
          }
        : null,
    books: await listedOf(context, idsIn(row.publishIds)),
    previous: (await neighbourOf(published(context), place, 'before')) ?? null,
    next: (await neighbourOf(published(context), place, 'after')) ?? null,
  };
}

export const newsPath = (informationId: number): string => `/cms/main/information?id=${informationId}`;
const FEED_ENTRIES = 30;

/** The newest articles for the feed. */
export async function newsForFeed(context: AppContext): Promise<FeedEntry[]> {
  const rows = await published(context).selectAll().orderBy('publishTime', 'desc').limit(FEED_ENTRIES).execute();
  return rows.map(({ id, title, summary, content, publishTime }) => ({
    path: newsPath(id),
    title,
    summary: summary || description(content),
    time: Number(publishTime),
  }));
}

export async function newsAddresses(context: AppContext, { from, to }: IdRange): Promise<SiteMapEntry[]> {
  const rows = await published(context)
    .select(['id', 'publishTime', 'updateTime'])
    .where('id', '>=', from)
    .where('id', '<', to)
    .orderBy('id')
    .execute();
  return rows.map(({ id, publishTime, updateTime }) => ({ path: newsPath(id), time: Math.max(Number(publishTime), Number(updateTime)) }));
}
