import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, paging } from '../page.ts';
import { KINDS } from './manuscript-limits.ts';
import { MANUSCRIPT_FIELDS, authorLine } from './manuscript.ts';
import { AUTHOR_EVENTS, AUTHOR_WORDS, MANUSCRIPT_STATES } from './manuscript.machine.ts';

const card = z.object({
  archiveId: z.number(),
  archiveNo: z.string(),
  title: z.string(),
  kind: z.enum(KINDS),
  status: z.enum(MANUSCRIPT_STATES),
  authorWord: z.enum(AUTHOR_WORDS),
  nextStep: z.string(),
  /** Usual days of this stage: the median of the last fifty; null while too few are known. */
  usualDays: z.number().nullable(),
  stageSince: z.string(),
  wordCount: z.number(),
  updateTime: z.string(),
  can: z.array(z.enum(AUTHOR_EVENTS)),
});
export type OwnManuscript = z.output<typeof card>;

/** The caller's own manuscripts; `word` filters by the author's word for the state. */
export const ownManuscripts = endpoint('GET /cms/archive/mine', {
  summary: '我的稿件',
  access: 'signed-in',
  query: paging.extend({ word: z.enum(AUTHOR_WORDS, '没有这个状态').optional() }),
  row: card,
});

export const ownStatistics = endpoint('GET /cms/archive/mine/statistics', {
  summary: '我的稿件统计',
  access: 'signed-in',
  data: z.object({
    words: z.record(z.enum(AUTHOR_WORDS), z.number()),
    /** What waits for the author, in one list. */
    todo: z.array(z.object({ archiveId: z.number(), title: z.string(), kind: z.string(), text: z.string(), due: z.string(), link: z.string() })),
  }),
});

const mine = z.object({ archiveId: id });

const ownDetail = card.extend({
  subtitle: z.string(),
  titleEn: z.string(),
  language: z.string(),
  originality: z.string(),
  archiveTypeId: z.number().nullable(),
  clcCode: z.string(),
  keywords: z.array(z.string()),
  summary: z.string(),
  planWordCount: z.number(),
  authors: z.array(authorLine),
  version: z.number(),
  editorName: z.string(),
  dueAt: z.string(),
  currentVersion: z.number(),
  /** Steps in the author's words, without the names of reviewers. */
  timeline: z.array(z.object({ at: z.string(), text: z.string(), note: z.string() })),
  /** Letters that have been delivered. */
  letters: z.array(z.object({ letterId: z.number(), subject: z.string(), content: z.string(), at: z.string() })),
  queries: z.array(
    z.object({
      queryId: z.number(),
      place: z.string(),
      quote: z.string(),
      text: z.string(),
      answer: z.string(),
      status: z.enum(['open', 'answered', 'resolved', 'overruled']),
      createTime: z.string(),
    }),
  ),
  editable: z.boolean(),
});
export type OwnManuscriptDetail = z.output<typeof ownDetail>;

export const ownManuscript = endpoint('GET /cms/archive/mine/{archiveId}', {
  summary: '我的稿件详情',
  access: 'signed-in',
  params: mine,
  data: ownDetail,
});

const draft = z.object(MANUSCRIPT_FIELDS);

export const addOwnManuscript = endpoint('POST /cms/archive/mine', {
  summary: '新建稿件',
  access: 'signed-in',
  once: true,
  body: draft,
  data: z.object({ archiveId: z.number() }),
});

export const saveOwnManuscript = endpoint('PUT /cms/archive/mine', {
  summary: '修改我的稿件',
  access: 'signed-in',
  body: draft.extend({ archiveId: id, version: z.number('缺少版本号，请刷新后重试').int() }),
  data: ownDetail,
});

export const removeOwnManuscript = endpoint('DELETE /cms/archive/mine/{archiveId}', { summary: '删除我的稿件', access: 'signed-in', params: mine });

export const submitManuscript = endpoint('POST /cms/archive/submit/{archiveId}', { summary: '投稿', access: 'signed-in', params: mine });

export const ownManuscriptEvent = endpoint('PUT /cms/archive/mine/{event}/{archiveId}', {
  summary: '我的稿件流转',
  access: 'signed-in',
  params: mine.extend({ event: z.enum(['resubmit', 'withdraw', 'askRestore'], '没有这个操作') }),
});
