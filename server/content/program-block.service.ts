import type { Selectable } from 'kysely';
import type { ContestCard } from '../../contract/contest/contest.ts';
import { periodLabel } from '../../contract/wechat/rank-period.ts';
import type { InformationCard } from '../../contract/content/information.ts';
import { programBlock, type ShownBlock } from '../../contract/content/program-block.ts';
import { TEXTBOOKS_PATH } from '../../contract/textbook/textbook.site.ts';
import { listBooks } from '../catalog/book.service.ts';
import { publicCollections } from '../catalog/collection.service.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import type { ProgramBlockTable } from '../db/tables/admin-tables.ts';
import type { AppContext } from '../context.ts';
import { sharedAnswer } from '../db/shared-answer.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { failed } from '../http/app-error.ts';
import { cleanHtml } from '../http/rich-text.ts';
import { contestsNamed } from '../contest/contest.service.ts';
import { topOfWeek } from '../wechat/rank-view.service.ts';
import { publicNews } from './information.service.ts';
import { publicNotices } from './notice.service.ts';
import { liveSlogans } from './slogan.service.ts';

interface Asked {
  readonly sortBy: 'new' | 'hot' | 'score';
  readonly kind: string;
  readonly archiveTypeId: number | null;
  readonly collectionId: number | null;
  readonly onlyFree: '0' | '1';
  readonly onlyRecommended: '0' | '1';
}

export const ASKS: readonly (keyof Asked)[] = ['sortBy', 'kind', 'archiveTypeId', 'collectionId', 'onlyFree', 'onlyRecommended'];

export const blocks = crudService(programBlock, {
  table: 'programBlock',
  log: '栏目区块',
  order: [
    ['page', 'asc'],
    ['orderNum', 'asc'],
    ['id', 'asc'],
  ],
  unique: { blockKey: '区块标识已存在' },
  within: ['page'],
  removal: 'hard',
  virtualFields: ASKS,
  check: async (_tx, { draft }) => {
    if (draft.page === 'agreement' && draft.source !== 'html') throw failed('用户协议只能放自定义内容');
    if (draft.source === 'collection' && draft.collectionId === null) throw failed('请选择要显示的丛书专题');
    if (draft.source === 'html' && cleanHtml(draft.content).trim() === '') throw failed('请填写要显示的内容');
  },
  columnsOf: ({ draft }) => ({ query: JSON.stringify(Object.fromEntries(ASKS.map((field) => [field, draft[field]]))) }),
  show: async (_db, rows) => rows.map((row) => ({ collectionId: null, ...(JSON.parse(String(row['query'])) as Partial<Asked>) })),
});

export async function sortBlocks(caller: RequestCaller, page: string, blockIds: readonly number[]): Promise<void> {
  await withOperationLog(caller, { title: '栏目区块' }, async (tx) => {
    for (const [index, id] of blockIds.entries())
      await tx
        .updateTable('programBlock')
        .set({ orderNum: index + 1, updateBy: caller.currentUser.userName, updateTime: Date.now() })
        .where('id', '=', id)
        .where('page', '=', page)
        .execute();
  });
}

/** Returns the blocks of a page with their current content, in order; empty blocks are left out. */
export const shownBlocks = (context: AppContext, page: string): Promise<ShownBlock[]> =>
  sharedAnswer(context.db, `blocks ${page}`, SHOWN_TABLES, () => currentBlocks(context, page));

/** Tables with what blocks show. */
const SHOWN_TABLES = [
  'programBlock',
  'publication',
  'archiveType',
  'collection',
  'notice',
  'slogan',
  'scholar',
  'information',
  'contest',
  'contestSubmit',
  'wechatRankList',
  'wechatRank',
  'wechatAccount',
  'dictData',
] as const;

async function currentBlocks(context: AppContext, page: string): Promise<ShownBlock[]> {
  const rows = await context.db
    .selectFrom('programBlock')
    .selectAll()
    .where('page', '=', page)
    .where('visible', '=', '1')
    .where('delFlag', '=', '0')
    .orderBy('orderNum')
    .orderBy('id')
    .execute();
  const made = await Promise.all(rows.map((row, index) => shown(context, row, sum(rows.slice(0, index)))));
  const seen = new Set<number>();
  return made.flatMap((block, index) => (block ? [inPlace(block, rows[index]?.limit ?? 0, seen)] : []));
}

const sum = (rows: readonly Pick<Row, 'limit'>[]): number => rows.reduce((all, { limit }) => all + limit, 0);

/**
 * Two lists of a page do not repeat works: works shown in an earlier list are skipped while there are others. Cover rows
 * and grids may repeat works, and so may rankings, where the rank itself matters.
 */
function inPlace(block: ShownBlock, limit: number, seen: Set<number>): ShownBlock {
  if (block.source !== 'publication') return block;
  if (block.style !== 'list') return { ...block, books: block.books.slice(0, limit) };
  const others = block.books.filter(({ publishId }) => !seen.has(publishId));
  const books = (others.length > 0 ? others : block.books).slice(0, limit);
  for (const { publishId } of books) seen.add(publishId);
  return { ...block, books };
}

type Row = Selectable<ProgramBlockTable>;

/** `beside`: the number of works that may be skipped because they were shown before. */
async function shown(context: AppContext, row: Row, beside: number): Promise<ShownBlock | null> {
  const head = { blockKey: row.blockKey, title: row.title, note: row.note, style: row.style as ShownBlock['style'] };
  const asked = JSON.parse(row.query) as Partial<Asked>;
  switch (row.source) {
    case 'publication':
      return publications(context, head, asked, row.style === 'list' ? row.limit + beside : row.limit);
    case 'collection': {
      if (asked.collectionId == null) return null;
      const [one] = (await publicCollections(context, { collectionId: asked.collectionId, pageNum: 1, pageSize: 1 })).rows;
      return one ? { ...head, source: 'collection', intro: one.intro, books: one.books.slice(0, row.limit) } : null;
    }
    case 'notice': {
      const { rows: notices } = await publicNotices(context, { pageNum: 1, pageSize: row.limit });
      return notices.length > 0 ? { ...head, source: 'notice', notices } : null;
    }
    case 'slogan': {
      const [first] = await liveSlogans(context, row.page);
      return first ? { ...head, source: 'slogan', slogan: first.content } : null;
    }
    case 'scholar': {
      const scholars = await context.db
        .selectFrom('scholar')
        .select(['id as scholarId', 'scholarName', 'title', 'researchField', 'avatar'])
        .where('status', '=', 'published')
        .where('delFlag', '=', '0')
        .where('mergedInto', 'is', null)
        .orderBy('recommend', 'desc')
        .orderBy('orderNum')
        .limit(row.limit)
        .execute();
      return scholars.length > 0 ? { ...head, source: 'scholar', scholars } : null;
    }
    case 'information': {
      const { rows: news } = await publicNews(context, { pageNum: 1, pageSize: row.limit });
      return news.length > 0 ? { ...head, source: 'information', news: news.map(newsLine) } : null;
    }
    case 'wechatRank': {
      const top = await topOfWeek(context, row.limit);
      return top ? { ...head, source: 'wechatRank', period: periodLabel('week', top.periodStart), places: top.places } : null;
    }
    case 'contest': {
      const contests = await contestsNamed(context, '', row.limit);
      return contests.length > 0 ? { ...head, source: 'contest', contests: contests.map(contestLine) } : null;
    }
    default:
      return row.content.trim() ? { ...head, source: 'html', content: cleanHtml(row.content) } : null;
  }
}

/** Without summary and counts, which a front page does not show. */
const newsLine = ({ informationId, title, cover, source, categoryName, publishTime }: InformationCard) => ({
  informationId,
  title,
  cover,
  source,
  categoryName,
  publishTime,
});

/** Without organiser and counts, which a front page does not show. */
const contestLine = ({ contestId, title, theme, cover, submitEnd, status }: ContestCard) => ({ contestId, title, theme, cover, submitEnd, status });

type Head = Pick<ShownBlock, 'blockKey' | 'title' | 'note' | 'style'>;

async function publications(context: AppContext, head: Head, asked: Partial<Asked>, limit: number): Promise<ShownBlock | null> {
  const { sortBy = 'new', kind = '', archiveTypeId = null, onlyFree = '0', onlyRecommended = '0' } = asked;
  const { rows: books } = await listBooks(context, {
    pageNum: 1,
    pageSize: limit,
    sort: sortBy,
    kind: kind || undefined,
    archiveTypeId: archiveTypeId ?? undefined,
    price: onlyFree === '1' ? 'free' : undefined,
    recommend: onlyRecommended === '1' ? '1' : undefined,
  });
  if (books.length === 0) return null;
  const more = new URLSearchParams({ sort: sortBy });
  if (onlyFree === '1') more.set('price', 'free');
  if (kind) more.set('kind', kind);
  if (archiveTypeId !== null) more.set('type', String(archiveTypeId));
  return { ...head, source: 'publication', books, more: kind === 'textbook' ? TEXTBOOKS_PATH : `/cms/main/cmsReadingCenter?${more}` };
}
