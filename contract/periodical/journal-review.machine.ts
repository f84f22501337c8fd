import { stateMachine } from '../state-machine.ts';

const REASON = { min: 2, message: '请填写原因' };

/** One invitation of a reviewer (E42). A new invitation of the same person is a new row with the next attempt. */
export const journalReviewMachine = stateMachine({
  id: 'SM09R',
  entity: 'journalReview',
  name: '审稿任务',
  illegal: 20951,
  initial: 'alternate',
  states: {
    alternate: { label: '候补', tone: 'draft' },
    invited: { label: '已邀请', tone: 'waiting' },
    accepted: { label: '审读中', tone: 'review' },
    overdue: { label: '逾期', tone: 'error' },
    done: { label: '已交回', tone: 'success' },
    declined: { label: '已谢绝', tone: 'idle', final: true },
    cancelled: { label: '已取消', tone: 'idle', final: true },
  },
  events: {
    invite: { label: '现在邀请', from: ['alternate'], to: 'invited', permission: 'journal:review:invite' },
    promoteAlternate: { label: '候补递补', from: ['alternate'], to: 'invited', by: 'program' },
    accept: { label: '接受', from: ['invited'], to: 'accepted', by: 'assignee' },
    decline: {
      label: '谢绝',
      from: ['invited', 'accepted', 'overdue'],
      to: 'declined',
      by: 'assignee',
      reason: REASON,
      consequence: '谢绝后不能再打开这篇稿件。',
      danger: true,
    },
    lapse: { label: '邀请到期', from: ['invited'], to: 'cancelled', by: 'program' },
    late: { label: '逾期', from: ['accepted'], to: 'overdue', by: 'program' },
    extend: { label: '延期', from: ['accepted', 'overdue'], to: 'accepted', permission: 'journal:review:invite', reason: REASON },
    finish: { label: '交回审稿意见', from: ['accepted', 'overdue'], to: 'done', by: 'assignee' },
    reopen: { label: '退回补充', from: ['done'], to: 'accepted', permission: 'journal:review:invite', reason: REASON },
    cancel: {
      label: '取消',
      from: ['alternate', 'invited', 'accepted', 'overdue'],
      to: 'cancelled',
      permission: 'journal:review:cancel',
      reason: REASON,
      consequence: '审稿人会收到通知，立即不能再打开稿件。',
      danger: true,
    },
  },
  groups: {
    /** The reviewer has a task. */
    open: ['invited', 'accepted', 'overdue'],
    /** Invitations that count against the number of reviewers. */
    active: ['invited', 'accepted', 'overdue', 'done'],
    /** The reviewer may open the files. */
    reading: ['accepted', 'overdue', 'done'],
    /** Never shown as a review of the round. */
    unused: ['alternate', 'cancelled'],
    /** The reviewer has no rights: not yet invited, declined or cancelled. */
    closed: ['alternate', 'declined', 'cancelled'],
  },
});

export const REVIEW_STATES = ['alternate', 'invited', 'accepted', 'overdue', 'done', 'declined', 'cancelled'] as const;
export type JournalReviewState = (typeof REVIEW_STATES)[number];
export const STAFF_REVIEW_EVENTS = ['invite', 'extend', 'reopen', 'cancel'] as const;
export const OWN_REVIEW_EVENTS = ['accept', 'decline', 'finish'] as const;
export type JournalReviewEvent = (typeof STAFF_REVIEW_EVENTS)[number] | (typeof OWN_REVIEW_EVENTS)[number] | 'promoteAlternate' | 'lapse' | 'late';
