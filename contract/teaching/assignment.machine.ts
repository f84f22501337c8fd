import { stateMachine, type EventOf, type StateOf } from '../state-machine.ts';

/**
 * SM34. The owner is a teacher of the class. `scheduled`, `open` and `closed` follow from the time (`stateAt` in `assignment-time.ts`); the
 * program writes them with `start`, `close` and `autoRelease`.
 */
export const assignmentMachine = stateMachine({
  id: 'SM34',
  entity: 'assignment',
  name: '作业',
  illegal: 23401,
  initial: 'draft',
  states: {
    draft: { label: '草稿', tone: 'draft' },
    scheduled: { label: '未开始', tone: 'waiting' },
    open: { label: '进行中', tone: 'review' },
    closed: { label: '已截止', tone: 'waiting' },
    released: { label: '已公布', tone: 'success' },
    withdrawn: { label: '已撤回', tone: 'idle' },
  },
  events: {
    publish: {
      label: '发布',
      from: ['draft'],
      to: ['scheduled', 'open'],
      by: 'owner',
      consequence: '班级的学生会收到通知；题目的版本从现在起固定。',
    },
    start: { label: '开始', from: ['scheduled'], to: 'open', by: 'program' },
    close: { label: '截止', from: ['open'], to: 'closed', by: 'program' },
    closeNow: {
      label: '提前截止',
      from: ['open'],
      to: 'closed',
      by: 'owner',
      reason: { min: 5, message: '请写明提前截止的原因，至少5个字' },
      consequence: '还没有交的学生不能再交，会收到原因；正在作答的保留已经保存的内容。',
      danger: true,
    },
    release: {
      label: '公布',
      from: ['closed', 'released'],
      to: 'released',
      by: 'owner',
      consequence: '学生可以看到得分；按作业的设置看到答案和解析。',
    },
    autoRelease: { label: '自动公布', from: ['closed'], to: 'released', by: 'program' },
    reopen: {
      label: '重新开放',
      from: ['closed', 'released'],
      to: 'open',
      by: 'owner',
      reason: { min: 5, message: '请写明重新开放的原因，至少5个字' },
      consequence: '到新的截止时间为止，学生可以继续作答；已经公布的答案不会收回。',
    },
    withdraw: {
      label: '撤回',
      from: ['scheduled', 'open'],
      to: 'withdrawn',
      by: 'owner',
      reason: { min: 5, message: '请写明撤回的原因，至少5个字' },
      consequence: '学生不能再作答；已有的作答保留，不计入成绩。',
      danger: true,
    },
    restore: { label: '恢复为草稿', from: ['withdrawn'], to: 'draft', by: 'owner' },
  },
  groups: {
    /** Students know of it. */
    published: ['scheduled', 'open', 'closed', 'released'],
    /** Answers may come in. */
    running: ['scheduled', 'open'],
    finished: ['closed', 'released'],
  },
});

export type AssignmentState = StateOf<typeof assignmentMachine>;
export type AssignmentEvent = EventOf<typeof assignmentMachine>;
export const ASSIGNMENT_STATES = Object.keys(assignmentMachine.states) as [AssignmentState, ...AssignmentState[]];
/** Events that a teacher takes. */
export const ASSIGNMENT_STEPS = ['publish', 'closeNow', 'release', 'reopen', 'withdraw', 'restore'] as const satisfies readonly AssignmentEvent[];
