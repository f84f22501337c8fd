import { stateMachine, type EventOf, type StateOf } from '../state-machine.ts';

/** SM33. The owner is the teacher of the course; the program ends a class seven days after its last day. */
export const courseClassMachine = stateMachine({
  id: 'SM33',
  entity: 'courseClass',
  name: '班级',
  illegal: 23301,
  initial: 'preparing',
  states: {
    preparing: { label: '筹备', tone: 'draft' },
    open: { label: '上课中', tone: 'review' },
    ended: { label: '已结课', tone: 'success' },
    archived: { label: '已归档', tone: 'idle', final: true },
  },
  events: {
    open: { label: '开课', from: ['preparing'], to: 'open', by: 'owner', consequence: '学生可以用班级码加入，布置的作业从现在起可以作答。' },
    end: {
      label: '结课',
      from: ['open'],
      to: 'ended',
      by: 'owner',
      consequence: '不能再加入班级和布置作业；成绩和作答都保留。一年内可以重新开课。',
      danger: true,
    },
    expire: { label: '到期结课', from: ['open'], to: 'ended', by: 'program' },
    reopen: {
      label: '重新开课',
      from: ['ended'],
      to: 'open',
      by: 'owner',
      reason: { min: 5, message: '请写明重新开课的原因，至少5个字' },
    },
    archive: {
      label: '归档',
      from: ['ended'],
      to: 'archived',
      by: 'owner',
      consequence: '班级只能查看和导出，不能再改，也不能重新开课。',
      danger: true,
    },
  },
  groups: {
    /** New members, assignments and answers. */
    live: ['preparing', 'open'],
    over: ['ended', 'archived'],
  },
});

export type CourseClassState = StateOf<typeof courseClassMachine>;
export type CourseClassEvent = EventOf<typeof courseClassMachine>;
export const COURSE_CLASS_STATES = Object.keys(courseClassMachine.states) as [CourseClassState, ...CourseClassState[]];
/** Events that a teacher takes. */
export const COURSE_CLASS_EVENTS = ['open', 'end', 'reopen', 'archive'] as const satisfies readonly CourseClassEvent[];
