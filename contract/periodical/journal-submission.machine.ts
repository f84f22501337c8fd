import { stateMachine } from '../state-machine.ts';

const SCREEN = 'journal:submission:desk';
const DECIDE = 'journal:submission:decide';
const ACCEPT = 'journal:submission:accept';
const DECISION = { min: 20, message: '请写不少于20个字的意见' };
const REASON = { min: 5, message: '请写明原因（至少5个字）' };

/** SM09 with 待补正, appeals and undone rejections (breadth.md §6). `passScreening` from `decision` asks for one more round of reviews. */
export const journalSubmissionMachine = stateMachine({
  id: 'SM09',
  entity: 'journalSubmission',
  name: '来稿',
  illegal: 20901,
  initial: 'draft',
  states: {
    draft: { label: '草稿', tone: 'draft' },
    submitted: { label: '已投稿', tone: 'review' },
    returned: { label: '待补正', tone: 'waiting' },
    external: { label: '外审中', tone: 'waiting' },
    decision: { label: '待决定', tone: 'review' },
    revision: { label: '退修中', tone: 'waiting' },
    revised: { label: '已修回', tone: 'review' },
    accepted: { label: '已录用', tone: 'success' },
    copyediting: { label: '编校中', tone: 'review' },
    scheduled: { label: '已排期', tone: 'success' },
    published: { label: '已刊出', tone: 'success', final: true },
    declined: { label: '退稿', tone: 'error' },
    withdrawn: { label: '已撤稿', tone: 'idle', final: true },
  },
  events: {
    submit: { label: '投稿', from: ['draft'], to: 'submitted', by: 'owner' },
    returnForCompletion: {
      label: '退回补正',
      from: ['submitted'],
      to: 'returned',
      permission: SCREEN,
      reason: REASON,
      consequence: '作者有14天补正，投稿编号不变。',
    },
    resubmit: { label: '补正后提交', from: ['returned'], to: 'submitted', by: 'owner' },
    passScreening: {
      label: '送外审',
      from: ['submitted', 'revised', 'decision'],
      to: 'external',
      permission: SCREEN,
      consequence: '审稿轮次加一，邀请信发给已选的审稿专家。',
    },
    rejectScreening: { label: '初审退稿', from: ['submitted'], to: 'declined', permission: SCREEN, reason: DECISION, danger: true },
    complete: { label: '外审完成', from: ['external'], to: 'decision', by: 'program' },
    endReview: {
      label: '结束外审',
      from: ['external'],
      to: 'decision',
      permission: SCREEN,
      reason: REASON,
      consequence: '没有交回的审稿任务会取消，并通知审稿人。',
    },
    requestRevision: {
      label: '退修',
      from: ['decision'],
      to: 'revision',
      permission: DECIDE,
      reason: DECISION,
      consequence: '小修14天，大修60天；审稿意见会逐条列给作者。',
    },
    revise: { label: '修回', from: ['revision'], to: 'revised', by: 'owner' },
    accept: { label: '录用', from: ['decision', 'revised'], to: 'accepted', permission: ACCEPT, consequence: '作者会收到录用通知。' },
    decline: { label: '退稿', from: ['decision', 'revised'], to: 'declined', permission: ACCEPT, reason: DECISION, danger: true },
    undoDecline: { label: '撤销退稿', from: ['declined'], to: ['submitted', 'decision', 'revised'], permission: ACCEPT, reason: REASON },
    appeal: { label: '申诉', from: ['declined'], to: 'decision', by: 'owner', reason: { min: 30, message: '请写明申诉的理由（至少30个字）' } },
    edit: { label: '开始编校', from: ['accepted'], to: 'copyediting', permission: SCREEN },
    schedule: { label: '排期', from: ['copyediting'], to: 'scheduled', permission: 'journal:issue:edit' },
    unschedule: { label: '移出本期', from: ['scheduled'], to: 'copyediting', permission: 'journal:issue:edit' },
    publish: { label: '刊出', from: ['scheduled'], to: 'published', by: 'program' },
    withdraw: {
      label: '撤稿',
      from: ['submitted', 'returned', 'external', 'decision', 'revision', 'revised'],
      to: 'withdrawn',
      by: 'owner',
      reason: REASON,
      consequence: '撤稿不能恢复，审稿专家会收到通知。',
      danger: true,
    },
  },
  groups: {
    /** Nobody works on it. */
    atRest: ['draft', 'published', 'declined', 'withdrawn'],
    ended: ['published', 'declined', 'withdrawn'],
    /** The author may change it. */
    writable: ['draft', 'returned', 'revision'],
    /** The author has it back with a due date. */
    sentBack: ['returned', 'revision'],
    /** The editors decide what comes next. */
    undecided: ['submitted', 'revised', 'decision'],
    inviting: ['submitted', 'revised', 'decision', 'external'],
    reviewed: ['external', 'decision'],
    accepted: ['accepted', 'copyediting', 'scheduled'],
    bound: ['accepted', 'copyediting', 'scheduled', 'published'],
  },
});

export const SUBMISSION_STATES = [
  'draft',
  'submitted',
  'returned',
  'external',
  'decision',
  'revision',
  'revised',
  'accepted',
  'copyediting',
  'scheduled',
  'published',
  'declined',
  'withdrawn',
] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];

/** Events of the staff, and of the author. */
export const STAFF_SUBMISSION_EVENTS = [
  'returnForCompletion',
  'passScreening',
  'rejectScreening',
  'endReview',
  'requestRevision',
  'accept',
  'decline',
  'undoDecline',
  'edit',
  'schedule',
  'unschedule',
] as const;
export const OWN_SUBMISSION_EVENTS = ['resubmit', 'revise', 'appeal', 'withdraw'] as const;
export type SubmissionEvent = (typeof STAFF_SUBMISSION_EVENTS)[number] | (typeof OWN_SUBMISSION_EVENTS)[number] | 'submit' | 'complete' | 'publish';

/** Events that write to the author: the dialog has a letter. */
export const LETTER_EVENTS: ReadonlySet<string> = new Set([
  'returnForCompletion',
  'rejectScreening',
  'requestRevision',
  'accept',
  'decline',
] satisfies SubmissionEvent[]);

/** Stands in the preview of a letter for the opinion that the editor has not written yet. */
export const LETTER_REASON = '【意见】';

export const SUBMISSION_TURNS = ['author', 'editor', 'chief', 'outsider', 'system', 'none'] as const;
export type SubmissionTurn = (typeof SUBMISSION_TURNS)[number];
export const SUBMISSION_TURN_NAMES: Readonly<Record<SubmissionTurn, string>> = {
  author: '作者',
  editor: '编辑',
  chief: '主编',
  outsider: '审稿专家',
  system: '系统',
  none: '—',
};
export const SUBMISSION_TURN_OF: Readonly<Record<SubmissionState, SubmissionTurn>> = {
  draft: 'author',
  submitted: 'editor',
  returned: 'author',
  external: 'outsider',
  decision: 'chief',
  revision: 'author',
  revised: 'editor',
  accepted: 'editor',
  copyediting: 'editor',
  scheduled: 'system',
  published: 'none',
  declined: 'none',
  withdrawn: 'none',
};

/** The five words of the author, and what happens next. Reviewers and their delays stay inside. */
export const SUBMISSION_WORDS = ['草稿', '等您处理', '审稿中', '编校排期', '已结束'] as const;
export type SubmissionWord = (typeof SUBMISSION_WORDS)[number];
export const SUBMISSION_WORD_OF: Readonly<Record<SubmissionState, readonly [SubmissionWord, string]>> = {
  draft: ['草稿', '写完三步后投稿。'],
  submitted: ['审稿中', '编辑部初审，30天内告诉您结果。'],
  returned: ['等您处理', '请按编辑的说明补正后再次提交。'],
  external: ['审稿中', '专家正在审读。'],
  decision: ['审稿中', '编辑部正在汇总意见。'],
  revision: ['等您处理', '请按意见逐条修改后修回。'],
  revised: ['审稿中', '编辑部正在核对修改稿。'],
  accepted: ['编校排期', '已录用，等待编校。'],
  copyediting: ['编校排期', '正在编校。'],
  scheduled: ['编校排期', '已排入一期，等待出刊。'],
  published: ['已结束', '已刊出。'],
  declined: ['已结束', '未能采用。30天内可以申诉一次。'],
  withdrawn: ['已结束', '已撤稿。'],
};
