import { stateMachine } from '../state-machine.ts';

/** SM14: one entry before one judge. */
export const judgeTaskMachine = stateMachine({
  id: 'SM14',
  entity: 'judgeTask',
  name: '评审任务',
  illegal: 21401,
  initial: 'todo',
  states: {
    todo: { label: '待评', tone: 'waiting' },
    draft: { label: '评审中', tone: 'draft' },
    submitted: { label: '已评', tone: 'success' },
    recused: { label: '已回避', tone: 'idle', final: true },
  },
  events: {
    save: { label: '暂存', from: ['todo', 'draft'], to: 'draft', by: 'assignee' },
    submit: { label: '提交', from: ['todo', 'draft'], to: 'submitted', by: 'assignee', consequence: '提交后不能修改，除非主办方退回。' },
    recuse: {
      label: '回避',
      from: ['todo', 'draft'],
      to: 'recused',
      by: 'assignee',
      reason: { min: 5, message: '请填写回避的理由，至少5个字' },
      consequence: '作品转给其他评委，不能恢复。',
      danger: true,
    },
    reopen: {
      label: '退回重评',
      from: ['submitted'],
      to: 'draft',
      permission: 'contest:round:close',
      reason: { min: 5, message: '请填写退回的原因，至少5个字' },
      consequence: '评委会收到原因，可以修改后再提交。',
      danger: true,
    },
    handOver: { label: '转给其他评委', from: ['todo', 'draft'], to: 'todo', by: 'program' },
  },
  groups: {
    /** The judge has still to submit it. */
    unfinished: ['todo', 'draft'],
  },
});

export const TASK_STATES = ['todo', 'draft', 'submitted', 'recused'] as const;
export type TaskState = (typeof TASK_STATES)[number];
export const JUDGE_EVENTS = ['save', 'submit', 'recuse'] as const;
export type TaskEvent = (typeof JUDGE_EVENTS)[number] | 'reopen' | 'handOver';
