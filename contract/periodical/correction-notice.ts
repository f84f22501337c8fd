import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, paging } from '../page.ts';
import { requiredText } from '../required-text.ts';
import { NOTICE_TYPES } from './periodical-limits.ts';

const row = z.object({
  noticeId: z.number(),
  submissionId: z.number(),
  articleTitle: z.string(),
  journalName: z.string(),
  type: z.enum(NOTICE_TYPES),
  noticeNo: z.string(),
  title: z.string(),
  content: z.string(),
  publishedAt: z.string(),
  publishedBy: z.string(),
});
export type NoticeRow = z.output<typeof row>;

/** E97: notices about published articles of the journals on which the caller works. */
export const noticeList = endpoint('GET /cms/journal/notice/list', {
  summary: '更正与撤稿声明',
  access: 'journal:issue:list',
  query: paging.extend({ submissionId: id.optional() }),
  row,
});

/** Published at once; it cannot be removed. A second notice corrects a wrong one. */
export const addNotice = endpoint('POST /cms/journal/notice', {
  summary: '发布更正或撤稿声明',
  access: 'journal:issue:publish',
  body: z.object({
    submissionId: id,
    type: z.enum(NOTICE_TYPES, '请选择声明的类别'),
    title: requiredText('请填写标题').max(120, '标题不能超过120个字'),
    content: requiredText('请填写内容').max(5000, '内容不能超过5000个字'),
    issueId: id.nullish(),
    correctedFileId: id.nullish(),
  }),
  data: z.object({ noticeId: z.number() }),
});
