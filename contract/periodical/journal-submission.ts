import { z } from 'zod';
import { feeOrder } from '../commerce/fee-order.ts';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id, paging } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import { requiredText } from '../required-text.ts';
import { visible } from '../visible-text.ts';
import { logRow } from '../manuscript/manuscript.ts';
import { doi } from './doi.ts';
import { JOURNAL_COPY_STATES } from './journal-copy.machine.ts';
import { STAFF_REVIEW_EVENTS, REVIEW_STATES } from './journal-review.machine.ts';
import { STAFF_SUBMISSION_EVENTS, SUBMISSION_STATES, SUBMISSION_TURNS } from './journal-submission.machine.ts';
import { journalAuthor, suggestedReviewer } from './own-submission.ts';
import { FEE_STATES, JOURNAL_FILE_ROLES, RECOMMENDATIONS, REVIEW_MODES, SUBMISSION } from './periodical-limits.ts';

export const SUBMISSION_TABS = ['mine', 'author', 'outsider', 'late', 'quiet', 'open', 'done'] as const;

const row = z.object({
  submissionId: z.number(),
  submissionNo: z.string(),
  journalId: z.number(),
  journalName: z.string(),
  columnName: z.string(),
  title: z.string(),
  authorsText: z.string(),
  status: z.enum(SUBMISSION_STATES),
  turn: z.enum(SUBMISSION_TURNS),
  turnName: z.string(),
  round: z.number(),
  days: z.number(),
  dueAt: z.string(),
  late: z.boolean(),
  /** Reviews that were returned, and those that were asked for. */
  reviewsDone: z.number(),
  reviewsAsked: z.number(),
  appealed: z.boolean(),
});
export type SubmissionRow = z.output<typeof row>;

/** A3: the queue of the journals on which the caller works. */
export const submissionList = endpoint('GET /cms/journal/submission/list', {
  summary: '来稿',
  access: 'journal:submission:list',
  query: paging.extend({
    tab: z.enum(SUBMISSION_TABS, '没有这一栏').default('open'),
    journalId: id.optional(),
    status: z.enum(SUBMISSION_STATES, '没有这个状态').optional(),
    keyword: searchTerm(120),
  }),
  row,
});

export const submissionCounts = endpoint('GET /cms/journal/submission/counts', {
  summary: '来稿数量',
  access: 'journal:submission:list',
  query: z.object({ journalId: id.optional() }),
  data: z.record(z.enum(SUBMISSION_TABS), z.number()),
});

const place = z.object({ kind: z.string(), found: z.string(), place: z.string(), context: z.string() });

const file = z.object({
  fileId: z.number(),
  role: z.enum(JOURNAL_FILE_ROLES),
  round: z.number(),
  reviewId: z.number().nullable(),
  fileName: z.string(),
  fileSize: z.number(),
  createTime: z.string(),
  current: z.boolean(),
  blindName: z.string(),
  blindStatus: z.enum(JOURNAL_COPY_STATES),
  places: z.array(place),
});
export type JournalFileView = z.output<typeof file>;

const review = z.object({
  reviewId: z.number(),
  round: z.number(),
  seat: z.number(),
  attempt: z.number(),
  reviewerId: z.number().nullable(),
  reviewerName: z.string(),
  email: z.string(),
  status: z.enum(REVIEW_STATES),
  invitedAt: z.string(),
  answerBy: z.string(),
  dueAt: z.string(),
  late: z.boolean(),
  finishedAt: z.string(),
  recommendation: z.enum(['', ...RECOMMENDATIONS]),
  scores: z.array(z.number()),
  toAuthor: z.string(),
  toEditor: z.string(),
  declineReason: z.string(),
  declineText: z.string(),
  suggestedName: z.string(),
  suggestedEmail: z.string(),
  conflictNote: z.string(),
  rank: z.number(),
  can: z.array(z.enum([...STAFF_REVIEW_EVENTS, 'reinvite'])),
});
export type ReviewView = z.output<typeof review>;

const letter = z.object({
  letterId: z.number(),
  subject: z.string(),
  content: z.string(),
  status: z.enum(['waiting', 'sent', 'withdrawn']),
  sendAt: z.string(),
  withdrawable: z.boolean(),
});

const detail = row.extend({
  titleEn: z.string(),
  abstract: z.string(),
  abstractEn: z.string(),
  keywords: z.array(z.string()),
  clcCode: z.string(),
  fund: z.string(),
  authors: z.array(journalAuthor),
  suggested: z.array(suggestedReviewer),
  excluded: z.array(suggestedReviewer),
  conflictText: z.string(),
  coverLetter: z.string(),
  ownerName: z.string(),
  editorId: z.number().nullable(),
  editorName: z.string(),
  wordCount: z.number(),
  bodyHtml: z.string(),
  references: z.array(z.string()),
  doi: z.string(),
  reviewMode: z.enum(REVIEW_MODES),
  similarityRate: z.number().nullable(),
  similarityLimit: z.number(),
  decisionNote: z.string(),
  revisionKind: z.enum(['', 'minor', 'major']),
  appealText: z.string(),
  feeFen: z.number(),
  feeStatus: z.enum(FEE_STATES),
  feeNote: z.string(),
  /** The order of the page fee; null while there is none. */
  feeOrder: feeOrder.nullable(),
  payFen: z.number(),
  issueLabel: z.string(),
  pages: z.string(),
  submittedAt: z.string(),
  stageSince: z.string(),
  /** 30 days after submission, 著作权法 §35; empty once it was answered. */
  answerBy: z.string(),
  files: z.array(file),
  reviews: z.array(review),
  points: z.array(z.object({ round: z.number(), seat: z.number(), pointNo: z.number(), text: z.string(), answer: z.string() })),
  letters: z.array(letter),
  log: z.array(logRow),
  /** What stops a submission from being sent to reviewers, in words. */
  blocked: z.array(z.string()),
  duty: z.enum(['chief', 'editor']),
  can: z.array(z.enum(STAFF_SUBMISSION_EVENTS)),
  version: z.number(),
});
export type SubmissionDetail = z.output<typeof detail>;

const one = z.object({ submissionId: id });

export const submissionDetail = endpoint('GET /cms/journal/submission/detail/{submissionId}', {
  summary: '来稿详情',
  access: 'journal:submission:query',
  params: one,
  data: detail,
});

/** Permissions of the staff's steps; the service checks the one of the step inside the journal. */
const STAFF_STEPS = ['journal:submission:desk', 'journal:submission:decide', 'journal:submission:accept', 'journal:issue:edit'] as const;

/** Two manuscripts of a submission paragraph by paragraph, for the rounds of a review; equal paragraphs in between are left out. */
export const compareManuscripts = endpoint('GET /cms/journal/submission/compare/{submissionId}', {
  summary: '比较两轮稿件',
  access: 'journal:submission:query',
  params: one,
  query: z.object({ from: id, to: id }),
  data: z.array(z.object({ kind: z.enum(['same', 'removed', 'added', 'changed']), before: z.string(), after: z.string() })),
  timeout: DOWNLOAD_TIMEOUT_MS,
});

const letterBody = z.object({
  subject: requiredText('请填写信件标题').max(100, '信件标题不能超过100个字'),
  content: requiredText('请填写信件内容').max(20_000, '信件不能超过20000个字'),
  /** Files that go with the letter: review attachments by their anonymised copies, and attachments of the editor. */
  fileIds: z.array(id).max(20, '附件最多20个').default([]),
});

/** SM09, the events of the staff. A letter of null sends none. */
export const submissionEvent = endpoint('PUT /cms/journal/submission/{event}/{submissionId}', {
  summary: '来稿流转',
  access: STAFF_STEPS,
  params: one.extend({ event: z.enum(STAFF_SUBMISSION_EVENTS, '没有这个操作') }),
  body: z
    .object({
      reason: visible().max(5000, '不能超过5000个字').nullish(),
      revisionKind: z.enum(['minor', 'major'], '请选择小修或大修').nullish(),
      issueId: id.nullish(),
      letter: letterBody.nullish(),
    })
    .nullish(),
  data: detail,
});

/** The letter of a decision as it would be sent, with the reviewers' comments and the files that may go with it. */
export const letterPreview = endpoint('GET /cms/journal/submission/letter/{submissionId}/preview', {
  summary: '信件预览',
  access: 'journal:submission:query',
  params: one,
  query: z.object({ event: z.enum(STAFF_SUBMISSION_EVENTS, '没有这个操作'), revisionKind: z.enum(['minor', 'major']).optional() }),
  data: z.object({
    subject: z.string(),
    content: z.string(),
    recipients: z.array(z.string()),
    files: z.array(z.object({ fileId: z.number(), name: z.string(), size: z.number(), ready: z.boolean() })),
  }),
});

export const withdrawJournalLetter = endpoint('PUT /cms/journal/submission/letter/withdraw/{letterId}', {
  summary: '撤回决定和信件',
  access: STAFF_STEPS,
  params: z.object({ letterId: id }),
});

export const assignEditor = endpoint('PUT /cms/journal/submission/editor/{submissionId}', {
  summary: '指定责任编辑',
  access: 'journal:submission:desk',
  params: one,
  body: z.object({ editorId: id }),
  data: detail,
});

export const setSimilarity = endpoint('PUT /cms/journal/submission/similarity/{submissionId}', {
  summary: '登记查重结果',
  access: 'journal:submission:desk',
  params: one,
  body: z.object({
    rate: z.number('请填写重复率').min(0, '重复率在0到100之间').max(100, '重复率在0到100之间'),
    fileId: id.nullish(),
  }),
  data: detail,
});

/** The editor has looked at the places and declares that the copy is anonymous. */
export const confirmBlind = endpoint('PUT /cms/journal/submission/blind/{fileId}', {
  summary: '确认匿名',
  access: 'journal:submission:desk',
  params: z.object({ fileId: id }),
  body: z.object({ confirmed: z.boolean('请选择是否确认') }),
  data: detail,
});

/** Replaces the anonymised copy by one that the editor has cleaned by hand; it is anonymised and searched again. */
export const replaceBlind = endpoint('POST /cms/journal/submission/blind/{fileId}', {
  summary: '替换匿名稿',
  access: 'journal:submission:desk',
  params: z.object({ fileId: id }),
  multipart: true,
  data: detail,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** Waives the page fee; its unpaid order is closed. A fee is paid by its order alone. */
export const waiveFee = endpoint('PUT /cms/journal/submission/fee/{submissionId}', {
  summary: '减免版面费',
  access: 'journal:submission:accept',
  params: one,
  body: z.object({ note: requiredText('请填写减免的原因').max(200, '不能超过200个字') }),
  data: detail,
});

/** What readers see of an accepted article besides its metadata: references, the text for the web page, and a DOI. */
export const saveArticleText = endpoint('PUT /cms/journal/submission/article/{submissionId}', {
  summary: '编校内容',
  access: 'journal:submission:desk',
  params: one,
  body: z.object({
    title: requiredText('题名不能为空').max(SUBMISSION.title, `题名不能超过${SUBMISSION.title}个字`),
    abstract: visible().max(2000, '摘要过长'),
    bodyHtml: z.string().max(1_000_000, '正文过长').default(''),
    references: z.array(visible().min(1).max(1000, '参考文献每条不超过1000个字')).max(500, '参考文献最多500条').default([]),
    doi: doi(),
    wordCount: z.number('请填写字数').int('字数须是整数').min(0).max(1_000_000, '字数过大'),
    version: z.number('缺少版本号，请刷新后重试').int(),
  }),
  data: detail,
});
