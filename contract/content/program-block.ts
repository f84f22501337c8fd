import { z } from 'zod';
import { bookCard } from '../catalog/book.ts';
import { collection } from '../catalog/collection.ts';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, entry, html, optionalText, reference, remark, text, integer, yesNo } from '../field.ts';
import { noticeCard } from './notice.ts';

/** Public pages that are built from blocks; `agreement` is the text that a reader accepts at registration. */
export const BLOCK_PAGES = ['home', 'reading', 'textbook', 'agreement'] as const;
export const BLOCK_SOURCES = ['publication', 'notice', 'slogan', 'scholar', 'collection', 'information', 'wechatRank', 'contest', 'html'] as const;
export const BLOCK_STYLES = ['carousel', 'grid', 'list', 'rank'] as const;

/** A part of a public page: its content, layout and number of items. */
export const programBlock = crud('/program/block', {
  name: '区块',
  permission: 'program:block',
  key: 'blockId',
  title: 'title',
  fields: {
    page: choice('页面', 'program_block_page', BLOCK_PAGES, 'home'),
    blockKey: text('区块标识', 30, [/^[a-z][A-Za-z0-9]*$/, '区块标识须以小写字母开头，只用字母和数字'], { help: '同一页面内不能重复' }),
    title: text('标题', 30),
    note: optionalText('副标题', 30),
    source: choice('内容来源', 'program_block_source', BLOCK_SOURCES, 'publication'),
    style: choice('样式', 'program_block_style', BLOCK_STYLES, 'list'),
    limit: integer('条数', 1, 24, 6),
    sortBy: choice('排序', 'program_block_sort', ['new', 'hot', 'score'], 'new'),
    kind: entry('出版物类型', 'publish_publication_kind', ''),
    archiveTypeId: reference('分类'),
    collectionId: reference('丛书专题', { of: { crud: () => collection, only: { status: '0' } } }),
    onlyFree: yesNo('只要免费的'),
    onlyRecommended: yesNo('只要推荐的'),
    content: html('内容', 20_000),
    orderNum: integer('显示顺序', 0, 9999, 0),
    visible: yesNo('显示', '1'),
    remark: remark(),
  },
  filter: { page: 'equal', source: 'equal', visible: 'equal' },
  sort: ['orderNum', 'createTime'],
});

/** The ids of a page's blocks in their new order. */
export const sortBlocks = endpoint('PUT /program/block/sort', {
  summary: '区块排序',
  access: 'program:block:edit',
  body: z.object({ page: z.enum(BLOCK_PAGES), blockIds: z.array(z.number().int().positive()).min(1).max(100) }),
});

const head = { blockKey: z.string(), title: z.string(), note: z.string(), style: z.enum(BLOCK_STYLES) };
const scholarCard = z.object({ scholarId: z.number(), scholarName: z.string(), title: z.string(), researchField: z.string(), avatar: z.string() });

const newsCard = z.object({
  informationId: z.number(),
  title: z.string(),
  cover: z.string(),
  source: z.string(),
  categoryName: z.string(),
  publishTime: z.string(),
});
const placeCard = z.object({
  rank: z.number(),
  /** Places gained since the previous ranking, negative when lost; null for an account that was not in it. */
  rankChange: z.number().nullable(),
  accountId: z.number(),
  accountName: z.string(),
  avatar: z.string(),
  wci: z.number(),
});

const contestLine = z.object({
  contestId: z.number(),
  title: z.string(),
  theme: z.string(),
  cover: z.string(),
  submitEnd: z.string(),
  status: z.enum(['draft', 'announced', 'collecting', 'judging', 'publicity', 'finished', 'cancelled']),
});

export const shownBlock = z.discriminatedUnion('source', [
  z.object({ ...head, source: z.literal('publication'), books: z.array(bookCard), /** Address of the whole list. */ more: z.string() }),
  z.object({ ...head, source: z.literal('notice'), notices: z.array(noticeCard) }),
  z.object({ ...head, source: z.literal('slogan'), slogan: z.string() }),
  z.object({ ...head, source: z.literal('scholar'), scholars: z.array(scholarCard) }),
  z.object({ ...head, source: z.literal('collection'), intro: z.string(), books: z.array(bookCard) }),
  z.object({ ...head, source: z.literal('information'), news: z.array(newsCard) }),
  z.object({ ...head, source: z.literal('wechatRank'), /** The period as people read it. */ period: z.string(), places: z.array(placeCard) }),
  z.object({
    ...head,
    source: z.literal('contest'),
    contests: z.array(contestLine),
  }),
  z.object({ ...head, source: z.literal('html'), content: z.string() }),
]);
export type ShownBlock = z.output<typeof shownBlock>;
/** What a first visit does not wait for. */
export type MoreShown = Exclude<ShownBlock, { source: 'slogan' }>;

/** The blocks of a public page with their content; empty blocks are left out. */
export const queryBlocks = endpoint('GET /cms/block/queryBlocks', {
  summary: '页面区块（前台）',
  access: 'public',
  query: z.object({ page: z.enum(BLOCK_PAGES).default('home') }),
  data: z.array(shownBlock),
});

/** The same as a preview, before the block is saved or published. */
export const previewBlocks = endpoint('GET /program/block/preview', {
  summary: '预览页面区块',
  access: 'program:block:list',
  query: z.object({ page: z.enum(BLOCK_PAGES).default('home') }),
  data: z.array(shownBlock),
});
