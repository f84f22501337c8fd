import { stateMachine, type EventOf, type StateOf } from '../state-machine.ts';

/** SM35. The assignee is the student, the owner a teacher or an assistant of the class. */
export const attemptMachine = stateMachine({
  id: 'SM35',
  entity: 'attempt',
  name: '作答',
  illegal: 23501,
  initial: 'doing',
  states: {
    doing: { label: '作答中', tone: 'review' },
    submitted: { label: '待批改', tone: 'waiting' },
    graded: { label: '已评分', tone: 'success' },
    voided: { label: '已作废', tone: 'idle' },
  },
  events: {
    submit: { label: '交作业', from: ['doing'], to: ['submitted', 'graded'], by: 'assignee' },
    expire: { label: '到时自动交', from: ['doing'], to: ['submitted', 'graded'], by: 'program' },
    /** Answers given in time that arrive after the attempt was ended without them. */
    receive: { label: '收到离线作答', from: ['submitted', 'graded'], to: ['submitted', 'graded'], by: 'program' },
    mark: { label: '批改', from: ['submitted', 'graded'], to: ['submitted', 'graded'], by: 'owner' },
    regrade: { label: '重新评分', from: ['submitted', 'graded'], to: ['submitted', 'graded'], by: 'owner' },
    reopen: {
      label: '退回重做',
      from: ['submitted', 'graded'],
      to: 'doing',
      by: 'owner',
      reason: { min: 2, message: '请写明退回的原因，至少2个字' },
      consequence: '学生的作答保留，可以接着改，改好后再交一次。',
    },
    void: {
      label: '作废',
      from: ['doing', 'submitted', 'graded'],
      to: 'voided',
      by: 'owner',
      reason: { min: 2, message: '请写明作废的原因，至少2个字' },
      consequence: '这次作答不计入成绩，内容保留，可以恢复。',
      danger: true,
    },
    restore: { label: '恢复', from: ['voided'], to: ['submitted', 'graded'], by: 'owner' },
  },
  groups: {
    /** Handed in and counted. */
    ended: ['submitted', 'graded'],
  },
});

export type AttemptState = StateOf<typeof attemptMachine>;
export type AttemptEvent = EventOf<typeof attemptMachine>;
export const ATTEMPT_STATES = Object.keys(attemptMachine.states) as [AttemptState, ...AttemptState[]];
/** Events that a teacher takes on an attempt as a whole. */
export const ATTEMPT_STEPS = ['reopen', 'void', 'restore'] as const satisfies readonly AttemptEvent[];
