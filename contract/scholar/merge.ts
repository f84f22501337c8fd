import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, paging } from '../page.ts';
import { requiredText } from '../required-text.ts';

const EDIT = 'structure:scholar:edit';

/** A merge may be undone for this long. */
export const MERGE_UNDO_DAYS = 90;

const pair = z.object({ keptId: id, mergedId: id }).refine(({ keptId, mergedId }) => keptId !== mergedId, '请选择另一位学者');

/** What a merge would move, before it happens. */
export const mergePreview = endpoint('GET /structure/scholar/mergePreview', {
  summary: '合并学者前查看',
  access: EDIT,
  query: pair,
  data: z.object({
    works: z.number(),
    /** Works that the kept scholar has already; they stay hidden with the merged page. */
    sameWorks: z.number(),
    news: z.number(),
    followers: z.number(),
    names: z.array(z.string()),
    /** Name of the user whose page is merged; empty without one. */
    userName: z.string(),
    /** Why the two cannot be merged; empty when they can. */
    obstacle: z.string(),
  }),
});

/** Moves works, news, followers, claims and names to `keptId`; the address of `mergedId` then leads there. */
export const mergeScholars = endpoint('PUT /structure/scholar/merge', { summary: '合并学者', access: EDIT, body: pair });

export const scholarMerge = z.object({
  mergeId: z.number(),
  keptId: z.number(),
  keptName: z.string(),
  mergedId: z.number(),
  mergedName: z.string(),
  createBy: z.string(),
  createTime: z.string(),
  undoUntil: z.string(),
  undoneBy: z.string(),
  /** Empty while the merge stands. */
  undoneTime: z.string(),
  undoable: z.boolean(),
});
export type ScholarMerge = z.output<typeof scholarMerge>;

export const listMerges = endpoint('GET /structure/scholar/merge/list', {
  summary: '学者合并记录',
  access: 'structure:scholar:list',
  query: paging,
  row: scholarMerge,
});

export const undoMerge = endpoint('PUT /structure/scholar/merge/undo/{mergeId}', {
  summary: '撤销学者合并',
  access: EDIT,
  params: z.object({ mergeId: id }),
});

/** Moves works to a new scholar of the same or another name, who starts as a draft. */
export const splitScholar = endpoint('POST /structure/scholar/split', {
  summary: '拆分学者',
  access: 'structure:scholar:add',
  body: z.object({
    scholarId: id,
    worksIds: z.array(z.number().int().positive()).min(1, '请选择要移走的作品').max(1000, '作品过多'),
    scholarName: requiredText('请填写新学者的姓名').max(30, '学者姓名长度不能超过30个字符'),
    researchField: requiredText('请填写研究方向').max(200, '研究方向长度不能超过200个字符'),
  }),
  data: z.object({ scholarId: z.number() }),
});
