import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { date, image, integer, optionalText, reference, shown, shownNumber } from '../field.ts';
import { id, paging } from '../page.ts';
import { visible } from '../visible-text.ts';
import { journal } from './journal.ts';
import { ISSUE_EVENTS, ISSUE_STATES } from './journal-issue.machine.ts';
import { NOTICE_TYPES } from './periodical-limits.ts';

/** A2: issues of the journals on which the caller works. */
export const journalIssue = crud('/cms/journal/issue', {
  name: '刊期',
  permission: 'journal:issue',
  key: 'issueId',
  title: 'label',
  fields: {
    journalId: reference('期刊', { required: true, of: { crud: () => journal }, shownAs: 'journalName', fixedOnceSaved: true }),
    year: integer('年', 1900, 2200),
    volume: integer('卷', 0, 9999, 0),
    issueNo: integer('期', 1, 999),
    totalNo: integer('总期', 0, 99_999, 0),
    title: optionalText('专题名称', 60),
    publishDate: date('出版日期'),
    cover: image('封面'),
  },
  shown: {
    journalName: shown('期刊'),
    label: shown('刊期'),
    articleCount: shownNumber('篇数'),
    pages: shown('页码'),
    status: shown('状态', 'choice', { dict: 'journal_issue_status' }),
  },
  filter: { journalId: 'equal', year: 'equal', status: 'equal' },
  sort: ['year', 'issueNo', 'publishDate', 'createTime'],
});

const one = z.object({ issueId: id });

const article = z.object({
  submissionId: z.number(),
  submissionNo: z.string(),
  title: z.string(),
  authorsText: z.string(),
  columnName: z.string(),
  wordCount: z.number(),
  status: z.string(),
  pageStart: z.number(),
  pageEnd: z.number(),
  hasPdf: z.boolean(),
  feeStatus: z.string(),
  /** F3, in fen. */
  payFen: z.number(),
});
export type IssueArticle = z.output<typeof article>;

const work = z.object({
  issueId: z.number(),
  journalId: z.number(),
  journalName: z.string(),
  label: z.string(),
  publishDate: z.string(),
  status: z.enum(ISSUE_STATES),
  version: z.number(),
  articles: z.array(article),
  /** Articles in copy-editing that belong to no issue yet. */
  waiting: z.array(article),
  waitingTotal: z.number(),
  payFen: z.number(),
  /** What stops the next step, in words; empty when nothing does. */
  problems: z.array(z.string()),
  can: z.array(z.enum(ISSUE_EVENTS)),
});
export type IssueWork = z.output<typeof work>;

export const issueWork = endpoint('GET /cms/journal/issue/work/{issueId}', {
  summary: '编排刊期',
  access: 'journal:issue:list',
  params: one,
  data: work,
});

/** Order, pages and articles of an issue at once. An article that is left out returns to copy-editing. */
export const setIssueContents = endpoint('PUT /cms/journal/issue/contents/{issueId}', {
  summary: '保存目次',
  access: 'journal:issue:edit',
  params: one,
  body: z.object({
    version: z.number('缺少版本号，请刷新后重试').int(),
    articles: z
      .array(
        z.object({
          submissionId: id,
          columnName: visible().max(40, '栏目不能超过40个字').default(''),
          pageStart: z.number('请填写起始页').int('页码须是整数').min(1, '页码从1开始').max(99_999, '页码过大'),
          pageEnd: z.number('请填写结束页').int('页码须是整数').min(1, '页码从1开始').max(99_999, '页码过大'),
        }),
      )
      .max(200, '一期最多200篇'),
  }),
  data: work,
});

/** SM10. */
export const issueEvent = endpoint('PUT /cms/journal/issue/{event}/{issueId}', {
  summary: '刊期流转',
  access: ['journal:issue:lock', 'journal:issue:publish'],
  params: one.extend({ event: z.enum(ISSUE_EVENTS, '没有这个操作') }),
  body: z.object({ reason: visible().max(500, '不能超过500个字').nullish() }).nullish(),
  data: work,
});

const openIssue = z.object({
  issueId: z.number(),
  journalId: z.number(),
  year: z.number(),
  volume: z.number(),
  issueNo: z.number(),
  totalNo: z.number(),
  title: z.string(),
  label: z.string(),
  cover: z.string(),
  publishDate: z.string(),
  articleCount: z.number(),
});
export type OpenIssue = z.output<typeof openIssue>;

/** #13: published issues, the newest first. */
export const queryIssue = endpoint('GET /cms/journal/queryIssue/{journalId}', {
  summary: '刊期（公开）',
  access: 'public',
  params: z.object({ journalId: id }),
  query: paging,
  row: openIssue,
});

const openArticle = z.object({
  articleId: z.number(),
  title: z.string(),
  authorsText: z.string(),
  columnName: z.string(),
  pages: z.string(),
  hasPdf: z.boolean(),
  retracted: z.boolean(),
});

const openNotice = z.object({ noticeId: z.number(), type: z.enum(NOTICE_TYPES), title: z.string(), articleTitle: z.string() });

const openContents = openIssue.extend({
  journalName: z.string(),
  articles: z.array(openArticle),
  /** Corrections and retractions, after the articles. */
  notices: z.array(openNotice),
});
export type OpenContents = z.output<typeof openContents>;

export const getIssue = endpoint('GET /cms/journal/issue/getInfo/{issueId}', {
  summary: '目次（公开）',
  access: 'public',
  params: one,
  data: openContents,
});
