import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, paging } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import { visible } from '../visible-text.ts';
import { MANUSCRIPT_STATES } from '../manuscript/manuscript.machine.ts';
import { LEVELS, QUALITIES, REVIEW_EVENTS, REVIEW_STATES } from './review.machine.ts';

const reviewRow = z.object({
  auditId: z.number(),
  archiveId: z.number(),
  archiveNo: z.string(),
  title: z.string(),
  authorsText: z.string(),
  level: z.enum(LEVELS),
  round: z.number(),
  auditorName: z.string(),
  mine: z.boolean(),
  status: z.enum(REVIEW_STATES),
  dueAt: z.string(),
  late: z.boolean(),
  days: z.number(),
  wordCount: z.number(),
});
export type ReviewRow = z.output<typeof reviewRow>;

/** #78–80: the tasks of one level; `open` are those that are not finished. */
export const reviewList = endpoint('GET /press/audit/list', {
  summary: '三审任务',
  access: 'press:audit:list',
  query: paging.extend({
    level: z.enum(LEVELS, '没有这个审级').default('one'),
    tab: z.enum(['open', 'mine', 'done'], '没有这一栏').default('open'),
    keyword: searchTerm(120),
  }),
  row: reviewRow,
});

/** #35: the caller's own review tasks, open ones first. */
export const myReviews = endpoint('GET /press/audit/mine', { summary: '我的审稿任务', access: 'signed-in', query: paging, row: reviewRow });

const report = z.object({
  politics: z.enum(['', 'ok', 'problem']),
  quality: z.array(z.number()),
  opinion: z.string(),
  suggestion: z.enum(['', 'adopt', 'revise', 'reject']),
});
export type ReviewReport = z.output<typeof report>;

const level = reviewRow.extend({
  report,
  finishedAt: z.string(),
  /** Written out in the transition log. */
  note: z.string(),
});

const detail = z.object({
  auditId: z.number(),
  archiveId: z.number(),
  level: z.enum(LEVELS),
  round: z.number(),
  status: z.enum(REVIEW_STATES),
  manuscriptStatus: z.enum(MANUSCRIPT_STATES),
  auditorId: z.number().nullable(),
  auditorName: z.string(),
  dueAt: z.string(),
  report,
  /** The levels of this round so far, for the auditors after them and the staff. */
  before: z.array(level),
  /** The first and the second level differ, so that the last must have read the whole manuscript. */
  differ: z.boolean(),
  log: z.array(
    z.object({ event: z.string(), fromStatus: z.string(), toStatus: z.string(), operatorName: z.string(), note: z.string(), at: z.string() }),
  ),
  can: z.array(z.enum(REVIEW_EVENTS)),
  version: z.number(),
});
export type ReviewDetail = z.output<typeof detail>;

const one = z.object({ auditId: id });

export const reviewDetail = endpoint('GET /press/audit/detail/{auditId}', { summary: '审稿任务', access: 'signed-in', params: one, data: detail });

const quality = z.array(z.number('请打分').int('请打1到10的整数分').min(0).max(10, '请打1到10的整数分')).max(QUALITIES.length).default([]);

/** Keeps the draft of a report; the auditor's own. */
export const saveReviewReport = endpoint('PUT /press/audit/report', {
  summary: '保存审读报告',
  access: 'signed-in',
  body: one.extend({
    politics: z.enum(['', 'ok', 'problem'], '请选择政治导向的结论').default(''),
    quality,
    opinion: visible().max(5000, '审读意见不能超过5000个字').default(''),
    suggestion: z.enum(['', 'adopt', 'revise', 'reject'], '请选择处理建议').default(''),
    version: z.number('缺少版本号，请刷新后重试').int(),
  }),
  data: z.object({ version: z.number() }),
});

/** SM04. `auditorId` for `assign` and `transfer`; `readWhole` where the last level must confirm it. */
export const reviewEvent = endpoint('PUT /press/audit/{event}/{auditId}', {
  summary: '审稿流转',
  access: 'signed-in',
  params: one.extend({ event: z.enum(REVIEW_EVENTS, '没有这个操作') }),
  body: z
    .object({
      reason: visible().max(5000, '不能超过5000个字').nullish(),
      auditorId: id.nullish(),
      readWhole: z.boolean().nullish(),
      letter: z
        .object({
          subject: visible('请填写信件标题').min(1, '请填写信件标题').max(100, '信件标题不能超过100个字'),
          content: visible('请填写信件内容').min(1, '请填写信件内容').max(5000, '信件不能超过5000个字'),
        })
        .nullish(),
    })
    .nullish(),
});

const reviewer = z.object({
  userId: z.number(),
  nickName: z.string(),
  qualification: z.string(),
  load: z.number(),
  blocked: z.string(),
  /** Has declined this task before. */
  declined: z.boolean(),
});
export type Reviewer = z.output<typeof reviewer>;

/** Who may take a task: qualification, load, and other levels of this round. */
export const reviewers = endpoint('GET /press/audit/people/{auditId}', {
  summary: '可指派的审稿人',
  access: 'press:audit:assign',
  params: one,
  data: z.array(reviewer),
});
