import { stateMachine } from '../state-machine.ts';

/** SM10. */
export const journalIssueMachine = stateMachine({
  id: 'SM10',
  entity: 'journalIssue',
  name: '刊期',
  illegal: 21001,
  initial: 'planning',
  states: {
    planning: { label: '组稿中', tone: 'review' },
    locked: { label: '已定稿', tone: 'waiting' },
    published: { label: '已出刊', tone: 'success', final: true },
  },
  events: {
    lock: { label: '定稿', from: ['planning'], to: 'locked', permission: 'journal:issue:lock', consequence: '定稿后不能增减文章和改页码。' },
    unlock: {
      label: '取消定稿',
      from: ['locked'],
      to: 'planning',
      permission: 'journal:issue:lock',
      reason: { min: 2, message: '请填写取消定稿的原因' },
    },
    publish: {
      label: '出刊',
      from: ['locked'],
      to: 'published',
      permission: 'journal:issue:publish',
      consequence: '本期文章全部刊出，作者会收到通知。出刊不能撤销，更正请发布更正声明。',
    },
  },
});

export const ISSUE_STATES = ['planning', 'locked', 'published'] as const;
export type IssueState = (typeof ISSUE_STATES)[number];
export const ISSUE_EVENTS = ['lock', 'unlock', 'publish'] as const;
export type IssueEvent = (typeof ISSUE_EVENTS)[number];
