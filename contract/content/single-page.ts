import { z } from 'zod';
import { bookCard } from '../catalog/book.ts';
import { endpoint } from '../endpoint.ts';
import { id, wireTime } from '../page.ts';
import { RELEASE_EVENTS, RELEASE_STATES, releaseStep } from '../release.ts';
import { requiredText } from '../required-text.ts';
import { visible } from '../visible-text.ts';
import { BLOCK_LIMITS, pageBlock } from './page-block.ts';

/** Public pages that staff write; each has one row. */
export const SINGLE_PAGES = ['logo', 'introduction', 'about'] as const;
export type SinglePageKey = (typeof SINGLE_PAGES)[number];

const content = {
  title: requiredText('请填写标题').max(40, '标题不能超过40个字'),
  /** What search engines and link previews show. */
  description: visible('摘要不正确').max(120, '摘要不能超过120个字').default(''),
  blocks: z.array(pageBlock, '页面内容不正确').max(BLOCK_LIMITS.blocks, `最多${BLOCK_LIMITS.blocks}个内容块`),
};

const pageRow = z.object({
  pageId: z.number(),
  pageKey: z.enum(SINGLE_PAGES),
  title: z.string(),
  /** The state of the draft; the published content stays on the site while a new draft is written and audited. */
  state: z.enum(RELEASE_STATES),
  /** Readers see published content now. */
  live: z.boolean(),
  publishTime: wireTime,
  updateBy: z.string(),
  updateTime: wireTime,
  version: z.number(),
});
export type SinglePageRow = z.output<typeof pageRow>;

export const singlePages = endpoint('GET /cms/page/list', { summary: '站点页面列表', access: 'cms:page:list', data: z.array(pageRow) });

const draft = pageRow.extend({
  description: z.string(),
  blocks: z.array(pageBlock),
  /** Why the draft was sent back, until the next step; empty otherwise. */
  rejectNote: z.string(),
});
export type SinglePageDraft = z.output<typeof draft>;

export const getSinglePage = endpoint('GET /cms/page/{pageId}', {
  summary: '查询站点页面',
  access: 'cms:page:query',
  params: z.object({ pageId: id }),
  data: draft,
});

export const saveSinglePage = endpoint('PUT /cms/page', {
  summary: '保存站点页面',
  access: 'cms:page:edit',
  body: z.object({ pageId: id, version: z.number('版本不正确').int(), ...content }),
  data: draft,
});

/** submit, approve, reject, offline, publish. Users cannot approve their own submission. */
export const singlePageEvent = endpoint('PUT /cms/page/{event}/{pageId}', {
  summary: '站点页面流转',
  access: ['cms:page:edit', 'cms:content:audit'],
  params: z.object({ event: z.enum(RELEASE_EVENTS, '没有这个操作'), pageId: id }),
  body: releaseStep,
});

const pageVersion = z.object({
  versionId: z.number(),
  versionNo: z.number(),
  title: z.string(),
  blockNum: z.number(),
  createBy: z.string(),
  createTime: wireTime,
  /** Empty unless it was published. */
  publishTime: wireTime,
  /** Readers see it now. */
  live: z.boolean(),
});
export type SinglePageVersion = z.output<typeof pageVersion>;

export const singlePageVersions = endpoint('GET /cms/page/version/list/{pageId}', {
  summary: '站点页面的历史版本',
  access: 'cms:page:query',
  params: z.object({ pageId: id }),
  data: z.array(pageVersion),
});

export const getSinglePageVersion = endpoint('GET /cms/page/version/{versionId}', {
  summary: '查询历史版本',
  access: 'cms:page:query',
  params: z.object({ versionId: id }),
  data: pageVersion.extend({ description: z.string(), blocks: z.array(pageBlock) }),
});

/** Makes an earlier version the draft. Restoring the version that readers see discards the draft, and needs no new approval. */
export const restoreSinglePage = endpoint('PUT /cms/page/restore/{versionId}', {
  summary: '恢复历史版本',
  access: 'cms:page:edit',
  params: z.object({ versionId: id }),
  body: z.object({ version: z.number('版本不正确').int() }),
  data: draft,
});

/** The works of the film blocks by number, for the preview in the editor and for readers; works that are not on sale are left out. */
export const pageFilms = z.array(bookCard);

/** Public. A page without published content has no blocks. */
export const getPage = endpoint('GET /cms/page/getInfo/{key}', {
  summary: '站点页面（前台）',
  access: 'public',
  params: z.object({ key: z.enum(SINGLE_PAGES, '没有这个页面') }),
  data: z.object({
    pageKey: z.enum(SINGLE_PAGES),
    title: z.string(),
    description: z.string(),
    blocks: z.array(pageBlock),
    films: pageFilms,
    publishTime: wireTime,
  }),
});
