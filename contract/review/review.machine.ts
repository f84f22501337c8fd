import { stateMachine } from '../state-machine.ts';

const OPINION = { min: 50, message: '请填写不少于50字的审读意见' };

/** Days to accept or decline an assignment. */
export const ACCEPT_DAYS = 7;

/** SM04: one row for each level and round of the three reviews. The permission of a decision depends on the level; the service checks it. */
export const reviewMachine = stateMachine({
  id: 'SM04',
  entity: 'review',
  name: '审稿任务',
  illegal: 20401,
  initial: 'pending',
  states: {
    pending: { label: '待指派', tone: 'waiting' },
    assigned: { label: '待审', tone: 'waiting' },
    reviewing: { label: '审读中', tone: 'review' },
    adopted: { label: '通过', tone: 'success' },
    revise: { label: '退修', tone: 'waiting', final: true },
    rejected: { label: '退稿', tone: 'error', final: true },
    cancelled: { label: '已取消', tone: 'idle', final: true },
  },
  events: {
    assign: {
      label: '指派',
      from: ['pending'],
      to: 'assigned',
      permission: 'press:audit:assign',
      consequence: `审稿人会收到消息，请他在${ACCEPT_DAYS}天内接收或谢绝；审读的期限从接收起算。`,
    },
    accept: { label: '接收', from: ['assigned'], to: 'reviewing', by: 'assignee', consequence: '审读的期限从现在算起。' },
    decline: {
      label: '谢绝',
      from: ['assigned'],
      to: 'pending',
      by: 'assignee',
      reason: { min: 2, message: '请填写谢绝的原因' },
      consequence: '任务退回编务重新指派。',
      danger: true,
    },
    submitAdopt: { label: '通过', from: ['reviewing'], to: 'adopted', by: 'assignee', reason: OPINION },
    submitRevise: { label: '退修', from: ['reviewing'], to: 'revise', by: 'assignee', reason: OPINION, danger: true },
    submitReject: { label: '退稿', from: ['reviewing'], to: 'rejected', by: 'assignee', reason: OPINION, danger: true },
    transfer: {
      label: '转派',
      from: ['assigned', 'reviewing'],
      to: 'assigned',
      permission: 'press:audit:assign',
      reason: { min: 2, message: '请填写转派的原因' },
    },
    recall: { label: '撤回', from: ['adopted'], to: 'reviewing', by: 'assignee', consequence: '24小时内、下一审级接收之前可以撤回。', danger: true },
    release: { label: '退回待指派', from: ['assigned', 'reviewing'], to: 'pending', by: 'program' },
    cancel: { label: '取消', from: ['pending', 'assigned', 'reviewing'], to: 'cancelled', by: 'program' },
  },
  groups: {
    open: ['pending', 'assigned', 'reviewing'],
    /** The reviewer has the task. */
    assigned: ['assigned', 'reviewing'],
    decided: ['adopted', 'revise', 'rejected'],
  },
});

export const REVIEW_STATES = ['pending', 'assigned', 'reviewing', 'adopted', 'revise', 'rejected', 'cancelled'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];
export const REVIEW_EVENTS = ['assign', 'accept', 'decline', 'submitAdopt', 'submitRevise', 'submitReject', 'transfer', 'recall'] as const;
export type ReviewEvent = (typeof REVIEW_EVENTS)[number] | 'release' | 'cancel';

export const LEVELS = ['one', 'two', 'last'] as const;
export type Level = (typeof LEVELS)[number];
export const LEVEL_NAMES: Readonly<Record<Level, string>> = { one: '初审', two: '复审', last: '终审' };
/** Days for each level, from the acceptance. */
export const LEVEL_DAYS: Readonly<Record<Level, number>> = { one: 30, two: 15, last: 10 };
/** Qualifications for each level: 编辑 and above for the first, 副编审 and 编审 for the others. */
export const LEVEL_QUALIFICATIONS: Readonly<Record<Level, readonly string[]>> = {
  one: ['助理编辑', '编辑', '副编审', '编审'],
  two: ['副编审', '编审'],
  last: ['副编审', '编审'],
};
export const QUALITIES = ['价值', '学术', '文字', '体例'] as const;
