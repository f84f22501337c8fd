import type { Generated } from 'kysely';
import type { JournalCopyState } from '../../../contract/periodical/journal-copy.machine.ts';
import type { IssueState } from '../../../contract/periodical/journal-issue.machine.ts';
import type { JournalReviewState } from '../../../contract/periodical/journal-review.machine.ts';
import type { SubmissionState, SubmissionTurn } from '../../../contract/periodical/journal-submission.machine.ts';
import type {
  FEE_STATES,
  JournalFileRole,
  NoticeState,
  NoticeType,
  Recommendation,
  ReviewMode,
} from '../../../contract/periodical/periodical-limits.ts';
import type { Base } from '../base-columns.ts';

export interface JournalTable extends Base {
  id: Generated<number>;
  journalName: string;
  nameEn: Generated<string>;
  /** Prefix of the numbers of its submissions. */
  abbr: string;
  issn: Generated<string>;
  cn: Generated<string>;
  frequency: string;
  supervisor: Generated<string>;
  sponsor: Generated<string>;
  publisher: Generated<string>;
  chiefEditor: Generated<string>;
  postCode: Generated<string>;
  price: Generated<number>;
  officeMail: Generated<string>;
  officePhone: Generated<string>;
  address: Generated<string>;
  cover: Generated<string>;
  intro: Generated<string>;
  guide: Generated<string>;
  /** JSON list of `{name}` in order. */
  columns: Generated<string>;
  reviewMode: Generated<ReviewMode>;
  payPerThousandFen: number;
  pageFeeFen: Generated<number>;
  similarityLimit: number;
  orderNum: Generated<number>;
  status: Generated<'0' | '1'>;
}

export interface JournalEditorTable {
  journalId: number;
  userId: number;
  duty: Generated<'chief' | 'editor'>;
}

export interface JournalIssueTable extends Base {
  id: Generated<number>;
  journalId: number;
  year: number;
  volume: Generated<number>;
  issueNo: number;
  totalNo: Generated<number>;
  title: Generated<string>;
  cover: Generated<string>;
  /** `yyyy-MM-dd` or empty. */
  publishDate: Generated<string>;
  /** JSON list of submission ids in the order of the contents. */
  articleIds: Generated<string>;
  publishedAt: number | null;
  status: Generated<IssueState>;
}

export interface JournalSubmissionTable extends Base {
  id: Generated<number>;
  submissionNo: Generated<string>;
  journalId: number;
  ownerId: number;
  archiveId: number | null;
  columnName: Generated<string>;
  language: Generated<string>;
  title: Generated<string>;
  titleEn: Generated<string>;
  abstract: Generated<string>;
  abstractEn: Generated<string>;
  /** JSON lists. */
  keywords: Generated<string>;
  keywordsEn: Generated<string>;
  clcCode: Generated<string>;
  fund: Generated<string>;
  /** JSON list of `{name, nameEn, unit, mail, corresponding}` in order. */
  authors: Generated<string>;
  suggested: Generated<string>;
  excluded: Generated<string>;
  isMultipleSubmit: Generated<'0' | '1'>;
  declared: Generated<'0' | '1'>;
  conflictText: Generated<string>;
  coverLetter: Generated<string>;
  references: Generated<string>;
  bodyHtml: Generated<string>;
  manuscriptFileId: number | null;
  wordCount: Generated<number>;
  /** Hundredths of a percent. */
  similarityRate: number | null;
  round: Generated<number>;
  reviewersWanted: Generated<number>;
  editorId: number | null;
  decision: Generated<string>;
  decisionNote: Generated<string>;
  revisionKind: Generated<'' | 'minor' | 'major'>;
  decidedBy: number | null;
  decidedAt: number | null;
  screenedAt: number | null;
  /** Time of the last round of reviews that was completed. */
  finalReviewAt: number | null;
  appealedAt: number | null;
  appealText: Generated<string>;
  feeFen: Generated<number>;
  feeStatus: Generated<(typeof FEE_STATES)[number]>;
  feeNote: Generated<string>;
  /** F3, set when the article is published. */
  payFen: Generated<number>;
  issueId: number | null;
  articleNo: Generated<string>;
  pageStart: Generated<number>;
  pageEnd: Generated<number>;
  pdfFileId: number | null;
  doi: Generated<string>;
  submittedAt: number | null;
  acceptedAt: number | null;
  publishedAt: number | null;
  oaiAt: number | null;
  viewNum: Generated<number>;
  turn: Generated<SubmissionTurn>;
  turnUserId: number | null;
  stageSince: number;
  dueAt: number | null;
  remindedAt: number | null;
  prevStatus: Generated<SubmissionState | ''>;
  status: Generated<SubmissionState>;
}

export interface JournalFileTable extends Base {
  id: Generated<number>;
  submissionId: number;
  reviewId: number | null;
  role: JournalFileRole;
  round: Generated<number>;
  fileName: string;
  fileKey: string;
  fileSize: number;
  mime: string;
  sha256: string;
  ownerId: number;
  blindKey: Generated<string>;
  blindName: Generated<string>;
  blindSize: Generated<number>;
  /** JSON list of `IdentityPlace`. */
  places: Generated<string>;
  blindStatus: Generated<JournalCopyState>;
  confirmedBy: number | null;
  confirmedAt: number | null;
  status: Generated<'current' | 'superseded'>;
}

export interface JournalReviewTable extends Base {
  id: Generated<number>;
  submissionId: number;
  round: number;
  /** Null while somebody who was invited by mail has no account. */
  reviewerId: number | null;
  seat: number;
  attempt: number;
  inviteName: Generated<string>;
  inviteEmail: Generated<string>;
  /** Order among the alternates. */
  rank: Generated<number>;
  /** SHA-256 of the token of the invitation; empty once it was answered. */
  tokenHash: Generated<string>;
  invitedBy: number | null;
  invitedAt: number | null;
  answerBy: number | null;
  /** Days to review, from the acceptance. */
  days: Generated<number>;
  /** Null before the acceptance. */
  dueAt: number | null;
  respondedAt: number | null;
  finishedAt: number | null;
  remindedAt: number | null;
  recommendation: Generated<Recommendation | ''>;
  /** JSON list of four numbers. */
  scores: Generated<string>;
  toAuthor: Generated<string>;
  toEditor: Generated<string>;
  declineReason: Generated<string>;
  declineText: Generated<string>;
  suggestedName: Generated<string>;
  suggestedEmail: Generated<string>;
  /** Why the editor invited in spite of a conflict. */
  conflictNote: Generated<string>;
  status: Generated<JournalReviewState>;
}

export interface JournalPointTable extends Base {
  id: Generated<number>;
  submissionId: number;
  round: number;
  reviewId: number | null;
  seat: Generated<number>;
  pointNo: number;
  text: string;
  answer: Generated<string>;
}

export interface CorrectionNoticeTable extends Base {
  id: Generated<number>;
  submissionId: number;
  journalId: number;
  issueId: number | null;
  type: NoticeType;
  noticeNo: string;
  title: string;
  content: string;
  correctedFileId: number | null;
  status: Generated<NoticeState>;
  draftedBy: Generated<number | null>;
  doi: Generated<string>;
  decidedNote: Generated<string>;
  /** Who decided; 0 for a draft. */
  publishedBy: number;
  /** 0 for a draft. */
  publishedAt: number;
}

export interface PeriodicalTables {
  journal: JournalTable;
  journalEditor: JournalEditorTable;
  journalIssue: JournalIssueTable;
  journalSubmission: JournalSubmissionTable;
  journalFile: JournalFileTable;
  journalReview: JournalReviewTable;
  journalPoint: JournalPointTable;
  correctionNotice: CorrectionNoticeTable;
}
