import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, paging } from '../page.ts';
import { requiredText } from '../required-text.ts';
import { visible } from '../visible-text.ts';
import { doi } from './doi.ts';
import { NOTICE_STATES, NOTICE_TYPES } from './periodical-limits.ts';

const one = z.object({ noticeId: id });

const row = z.object({
  noticeId: z.number(),
  submissionId: z.number(),
  articleTitle: z.string(),
  journalName: z.string(),
  type: z.enum(NOTICE_TYPES),
  status: z.enum(NOTICE_STATES),
  /** Empty until the notice is published. */
  noticeNo: z.string(),
  doi: z.string(),
  title: z.string(),
  content: z.string(),
  issueLabel: z.string(),
  draftedBy: z.string(),
  draftedAt: z.string(),
  publishedAt: z.string(),
  publishedBy: z.string(),
  decidedNote: z.string(),
  /** The caller may publish or reject it: somebody else drafted it, and it waits. */
  mayDecide: z.boolean(),
});
export type NoticeRow = z.output<typeof row>;

/** E97: notices about published articles of the journals on which the caller works. */
export const noticeList = endpoint('GET /cms/journal/notice/list', {
  summary: '更正与撤稿声明',
  access: 'journal:issue:list',
  query: paging.extend({ submissionId: id.optional() }),
  row,
});

/** Drafts a notice. Nothing is public until another person publishes it. */
export const addNotice = endpoint('POST /cms/journal/notice', {
  summary: '起草更正或撤稿声明',
  access: 'journal:issue:edit',
  once: true,
  body: z.object({
    submissionId: id,
    type: z.enum(NOTICE_TYPES, '请选择声明的类别'),
    title: requiredText('请填写标题').max(120, '标题不能超过120个字'),
    content: requiredText('请填写内容').max(5000, '内容不能超过5000个字'),
    doi: doi(),
    /** Issue whose contents list the notice; without it the newest published one. */
    issueId: id.nullish(),
    correctedFileId: id.nullish(),
  }),
  data: z.object({ noticeId: z.number() }),
});

/** A published notice cannot be removed; a second notice corrects a wrong one. */
export const decideNotice = endpoint('PUT /cms/journal/notice/{noticeId}', {
  summary: '发布或驳回更正与撤稿声明',
  access: 'journal:issue:publish',
  params: one,
  body: z.object({
    status: z.enum(['published', 'rejected'], '请选择发布或驳回'),
    note: visible().max(500, '说明不能超过500个字').default(''),
  }),
});

const notice = z.object({
  noticeId: z.number(),
  type: z.enum(NOTICE_TYPES),
  noticeNo: z.string(),
  doi: z.string(),
  title: z.string(),
  content: z.string(),
  citation: z.string(),
  publishedAt: z.string(),
  journalId: z.number(),
  journalName: z.string(),
  issn: z.string(),
  issueId: z.number().nullable(),
  issueLabel: z.string(),
  articleId: z.number(),
  articleTitle: z.string(),
  articleCitation: z.string(),
  hasFile: z.boolean(),
});
export type OpenNotice = z.output<typeof notice>;

export const getNotice = endpoint('GET /cms/journal/notice/getInfo/{noticeId}', {
  summary: '更正与撤稿声明（公开）',
  access: 'public',
  params: one,
  data: notice,
});

/** The notice as JATS 1.3, related to its article. */
export const exportNotice = endpoint('GET /cms/journal/notice/export/{noticeId}', {
  summary: '更正与撤稿声明的JATS（公开）',
  access: 'public',
  params: one,
  file: true,
});
