import { MB } from '../limits.ts';
import { ANSWER_DAYS } from './periodical.site.ts';

export const FREQUENCIES = ['周', '半月', '月', '双月', '季', '半年'] as const;
export const REVIEW_MODES = ['double_blind', 'single_blind', 'open'] as const;
export type ReviewMode = (typeof REVIEW_MODES)[number];
export const REVIEW_MODE_NAMES: Readonly<Record<ReviewMode, string>> = { double_blind: '双盲评审', single_blind: '单盲评审', open: '公开评审' };

/** Limits of a submission, in characters unless the name says otherwise. Days as in domain.md §6.1. */
export const SUBMISSION = {
  title: 120,
  abstract: { min: 100, max: 600 },
  keywords: { min: 3, max: 8 },
  authors: 20,
  suggested: 5,
  fileBytes: 50 * MB,
  fileTypes: ['docx', 'pdf'],
  attachmentTypes: ['docx', 'pdf', 'jpg', 'jpeg', 'png'],
  files: 20,
  note: 2000,
  decision: 20,
  answerDays: ANSWER_DAYS,
  completionDays: 14,
  minorDays: 14,
  majorDays: 60,
  appealDays: 30,
  undoDeclineDays: 180,
  leastReviewers: 2,
  drafts: 50,
} as const;

export const REVIEWING = {
  /** Days to answer an invitation, and to review. */
  answerDays: 7,
  days: 30,
  extendDays: 14,
  toAuthor: { min: 20, max: 5000 },
  toEditor: 2000,
  files: 5,
  attempts: 5,
  /** Invitations of one round, and those open at once that alternates may fill. */
  most: 20,
} as const;

export const RECOMMENDATIONS = ['accept', 'minor', 'major', 'resubmit', 'reject'] as const;
export type Recommendation = (typeof RECOMMENDATIONS)[number];
export const RECOMMENDATION_NAMES: Readonly<Record<Recommendation, string>> = {
  accept: '录用',
  minor: '小修后录用',
  major: '大修后再审',
  resubmit: '重写后另投',
  reject: '退稿',
};
export const DECLINE_REASONS = ['时间不够', '不熟悉这个领域', '与作者有利益关系', '正在审读同类稿件', '其他'] as const;

export const NOTICE_TYPES = ['erratum', 'correction', 'addendum', 'concern', 'retraction'] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];
export const NOTICE_NAMES: Readonly<Record<NoticeType, string>> = {
  erratum: '勘误',
  correction: '更正',
  addendum: '补充',
  concern: '关注声明',
  retraction: '撤稿',
};

/** A notice is drafted by one person and published, or rejected, by another. */
export const NOTICE_STATES = ['draft', 'published', 'rejected'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];
export const NOTICE_STATE_NAMES: Readonly<Record<NoticeState, string>> = { draft: '等待另一人发布', published: '已发布', rejected: '已驳回' };

export const FEE_STATES = ['none', 'due', 'paid', 'waived', 'refunded'] as const;
export const FEE_NAMES: Readonly<Record<(typeof FEE_STATES)[number], string>> = {
  none: '不收版面费',
  due: '待付版面费',
  paid: '已付版面费',
  waived: '已减免',
  refunded: '已退版面费',
};

/** Files of a submission. `manuscript` crosses the blind line to reviewers, `attachment` to the authors with a decision. */
export const JOURNAL_FILE_ROLES = ['manuscript', 'response', 'attachment', 'similarity', 'review', 'final', 'pdf', 'correctedPdf'] as const;
export type JournalFileRole = (typeof JOURNAL_FILE_ROLES)[number];
export const JOURNAL_FILE_NAMES: Readonly<Record<JournalFileRole, string>> = {
  manuscript: '稿件',
  response: '修改说明',
  attachment: '决定信附件',
  similarity: '查重报告',
  review: '审稿附件',
  final: '定稿',
  pdf: '刊出文件',
  correctedPdf: '更正后的刊出文件',
};
