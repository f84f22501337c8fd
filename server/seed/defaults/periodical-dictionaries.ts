import { correctionNoticeMachine } from '../../../contract/periodical/correction-notice.machine.ts';
import { journalCopyMachine } from '../../../contract/periodical/journal-copy.machine.ts';
import { journalIssueMachine } from '../../../contract/periodical/journal-issue.machine.ts';
import { journalReviewMachine } from '../../../contract/periodical/journal-review.machine.ts';
import { journalSubmissionMachine, SUBMISSION_TURN_NAMES } from '../../../contract/periodical/journal-submission.machine.ts';
import {
  DECLINE_REASONS,
  FEE_NAMES,
  FREQUENCIES,
  JOURNAL_FILE_NAMES,
  NOTICE_NAMES,
  RECOMMENDATION_NAMES,
  REVIEW_MODE_NAMES,
} from '../../../contract/periodical/periodical-limits.ts';
import { statesOf, type Entries } from './dictionary-entries.ts';

const same = (list: readonly string[]): Entries => list.map((word) => [word, word]);

export const PERIODICAL_DICTIONARIES: readonly (readonly [type: string, name: string, entries: Entries])[] = [
  ['journal_submission_status', '来稿状态', statesOf(journalSubmissionMachine)],
  ['journal_submission_turn', '来稿轮到', Object.entries(SUBMISSION_TURN_NAMES)],
  ['journal_copy_status', '匿名稿状态', statesOf(journalCopyMachine)],
  ['journal_notice_status', '声明状态', statesOf(correctionNoticeMachine)],
  ['journal_review_status', '审稿任务状态', statesOf(journalReviewMachine)],
  ['journal_issue_status', '刊期状态', statesOf(journalIssueMachine)],
  ['journal_journal_frequency', '刊期频率', same(FREQUENCIES)],
  ['journal_journal_reviewMode', '评审方式', Object.entries(REVIEW_MODE_NAMES)],
  ['journal_review_recommendation', '审稿结论', Object.entries(RECOMMENDATION_NAMES)],
  ['journal_review_decline', '谢绝审稿的原因', same(DECLINE_REASONS)],
  ['journal_submission_fee', '版面费状态', Object.entries(FEE_NAMES)],
  ['journal_notice_type', '刊后声明', Object.entries(NOTICE_NAMES)],
  ['journal_file_role', '投稿文件类别', Object.entries(JOURNAL_FILE_NAMES)],
];
