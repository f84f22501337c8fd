import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id, paging } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import { visible } from '../visible-text.ts';
import { OWN_REVIEW_EVENTS, REVIEW_STATES, STAFF_REVIEW_EVENTS } from './journal-review.machine.ts';
import { DECLINE_REASONS, RECOMMENDATIONS, REVIEWING, REVIEW_MODES } from './periodical-limits.ts';

export const SCORES = ['创新性', '科学性', '写作', '价值'] as const;

const mail = visible()
  .max(100, '邮箱过长')
  .refine((value) => value === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value), '邮箱不正确');

const person = z.object({
  userId: z.number(),
  nickName: z.string(),
  unit: z.string(),
  email: z.string(),
  load: z.number(),
  /** Share of invitations that were declined, percent; null while there were none. */
  declined: z.number().nullable(),
  lastAsked: z.string(),
  /** Why the person cannot be invited, and why the editor should think twice. */
  blocked: z.string(),
  warning: z.string(),
});
export type ReviewerChoice = z.output<typeof person>;

/** Reviewers for a submission, with their load. */
export const reviewerChoices = endpoint('GET /cms/journal/review/people/{submissionId}', {
  summary: '可邀请的审稿专家',
  access: 'journal:review:invite',
  params: z.object({ submissionId: id }),
  query: paging.extend({ keyword: searchTerm(50) }),
  row: person,
});

/** Invites several people at once; those after the first `wanted` wait as alternates. `mayConflict` accepts the warnings. */
export const inviteReviewers = endpoint('POST /cms/journal/review/invite', {
  summary: '邀请审稿专家',
  access: 'journal:review:invite',
  once: true,
  body: z.object({
    submissionId: id,
    people: z
      .array(
        z.union([
          z.object({ userId: id }),
          z.object({
            name: visible().min(1, '请填写专家姓名').max(30, '专家姓名不能超过30个字'),
            email: mail.refine((value) => value !== '', '请填写专家邮箱'),
          }),
        ]),
      )
      .min(1, '请选择审稿专家')
      .max(REVIEWING.most, `一次最多邀请${REVIEWING.most}位`),
    wanted: z.number('请填写人数').int().min(1, '至少一位').max(REVIEWING.most, '人数过多').default(2),
    days: z.number('请填写天数').int().min(3, '审稿期限至少3天').max(180, '审稿期限最多180天').default(REVIEWING.days),
    mayConflict: visible().max(200, '说明不能超过200个字').nullish(),
  }),
  data: z.object({
    done: z.array(z.number()),
    skipped: z.array(z.object({ name: z.string(), reason: z.string() })),
  }),
});

const one = z.object({ reviewId: id });

/** Events of the staff; `reinvite` makes a new invitation of the same person. */
export const staffReviewEvent = endpoint('PUT /cms/journal/review/{event}/{reviewId}', {
  summary: '审稿任务流转',
  access: ['journal:review:invite', 'journal:review:cancel'],
  params: one.extend({ event: z.enum([...STAFF_REVIEW_EVENTS, 'reinvite'], '没有这个操作') }),
  body: z
    .object({
      reason: visible().max(500, '不能超过500个字').nullish(),
      days: z.number('请填写天数').int().min(1, '至少1天').max(180, '最多180天').nullish(),
    })
    .nullish(),
});

/** A task as its reviewer sees it: no author, no editor's notes, no other reviewer. */
const task = z.object({
  reviewId: z.number(),
  submissionNo: z.string(),
  journalName: z.string(),
  title: z.string(),
  round: z.number(),
  status: z.enum(REVIEW_STATES),
  answerBy: z.string(),
  dueAt: z.string(),
  late: z.boolean(),
  can: z.array(z.enum(OWN_REVIEW_EVENTS)),
});
export type JournalTask = z.output<typeof task>;

/** #35: the caller's own journal reviews. */
export const myJournalReviews = endpoint('GET /cms/journal/review/mine', {
  summary: '我的期刊审稿',
  access: 'signed-in',
  query: paging.extend({ keyword: searchTerm(50) }),
  row: task,
});

const ownFile = z.object({ fileId: z.number(), name: z.string(), size: z.number() });

const own = task.extend({
  reviewMode: z.enum(REVIEW_MODES),
  /** Empty unless the journal reviews openly. */
  authorsText: z.string(),
  abstract: z.string(),
  keywords: z.array(z.string()),
  /** Empty until the invitation is accepted, and after the rights have ended. */
  files: z.array(ownFile),
  mine: z.array(ownFile),
  report: z.object({
    recommendation: z.enum(['', ...RECOMMENDATIONS]),
    scores: z.array(z.number()),
    toAuthor: z.string(),
    toEditor: z.string(),
  }),
  /** The reviewer's own opinion of the round before, and the author's answers to it. */
  before: z.array(z.object({ round: z.number(), toAuthor: z.string(), points: z.array(z.object({ text: z.string(), answer: z.string() })) })),
  version: z.number(),
});
export type JournalTaskDetail = z.output<typeof own>;

export const journalReviewDetail = endpoint('GET /cms/journal/review/detail/{reviewId}', {
  summary: '期刊审稿任务',
  access: 'signed-in',
  params: one,
  data: own,
});

export const saveJournalReview = endpoint('PUT /cms/journal/review/report', {
  summary: '保存审稿意见',
  access: 'signed-in',
  body: one.extend({
    recommendation: z.enum(['', ...RECOMMENDATIONS], '请选择审稿结论').default(''),
    scores: z.array(z.number('请打分').int('请打1到5的整数分').min(0).max(5, '请打1到5的整数分')).max(SCORES.length).default([]),
    toAuthor: visible().max(REVIEWING.toAuthor.max, `给作者的意见不能超过${REVIEWING.toAuthor.max}个字`).default(''),
    toEditor: visible().max(REVIEWING.toEditor, `给编辑的话不能超过${REVIEWING.toEditor}个字`).default(''),
    version: z.number('缺少版本号，请刷新后重试').int(),
  }),
  data: z.object({ version: z.number() }),
});

const declineBody = {
  reason: visible().max(500, '不能超过500个字').nullish(),
  declineReason: z.enum(DECLINE_REASONS, '请选择谢绝的原因').nullish(),
  suggestedName: visible().max(30, '姓名不能超过30个字').nullish(),
  suggestedEmail: mail.nullish(),
};

export const ownReviewEvent = endpoint('PUT /cms/journal/review/own/{event}/{reviewId}', {
  summary: '我的审稿流转',
  access: 'signed-in',
  params: one.extend({ event: z.enum(OWN_REVIEW_EVENTS, '没有这个操作') }),
  body: z.object(declineBody).nullish(),
});

/** Uploads an attachment of one's own review; its properties are removed before anybody else can open it. */
export const uploadReviewFile = endpoint('POST /cms/journal/review/file', {
  summary: '上传审稿附件',
  access: 'signed-in',
  query: one,
  multipart: true,
  data: ownFile,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

export const removeReviewFile = endpoint('DELETE /cms/journal/review/file/{reviewId}/{fileId}', {
  summary: '删除审稿附件',
  access: 'signed-in',
  params: one.extend({ fileId: id }),
});

/** A file of a task: the anonymised manuscript, or the reviewer's own attachment. */
export const downloadReviewFile = endpoint('GET /cms/journal/review/file/{reviewId}/{fileId}', {
  summary: '下载审稿文件',
  access: 'signed-in',
  params: one.extend({ fileId: id }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

const token = z.object({ token: z.string().regex(/^[\w-]{32}$/, '邀请链接不完整，请从邮件里重新打开') });

const invitation = z.object({
  journalName: z.string(),
  title: z.string(),
  abstract: z.string(),
  keywords: z.array(z.string()),
  reviewMode: z.enum(REVIEW_MODES),
  inviteName: z.string(),
  answerBy: z.string(),
  days: z.number(),
  status: z.enum(['open', 'accepted', 'declined', 'ended']),
  /** The invitation already belongs to an account. */
  bound: z.boolean(),
});
export type Invitation = z.output<typeof invitation>;

/** An invitation as the mail opens it, without signing in. The token is in the body: addresses are written to logs. */
export const openInvitation = endpoint('POST /cms/journal/review/invitation/open', {
  summary: '审稿邀请（邮件链接）',
  access: 'public',
  body: token,
  data: invitation,
});

/** Answers an invitation; works once. */
export const answerInvitation = endpoint('POST /cms/journal/review/invitation/answer', {
  summary: '答复审稿邀请（邮件链接）',
  access: 'public',
  body: token.extend({ answer: z.enum(['accept', 'decline'], '请选择接受或谢绝'), ...declineBody }),
  data: invitation,
});

/** Gives an accepted invitation to the account that is signed in. */
export const claimInvitation = endpoint('POST /cms/journal/review/claim', {
  summary: '认领审稿邀请',
  access: 'signed-in',
  body: token,
  data: z.object({ reviewId: z.number() }),
});
