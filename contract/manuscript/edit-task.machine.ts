import { stateMachine } from '../state-machine.ts';

/** SM40. The work of one responsible editor on one manuscript; it follows the states of the manuscript. */
export const editTaskMachine = stateMachine({
  id: 'SM40',
  entity: 'editTask',
  name: '编辑任务',
  illegal: 24001,
  initial: 'assigned',
  states: {
    assigned: { label: '已指派', tone: 'review' },
    editing: { label: '加工中', tone: 'waiting' },
    done: { label: '已完成', tone: 'success' },
    cancelled: { label: '已取消', tone: 'idle', final: true },
  },
  events: {
    start: { label: '开始加工', from: ['assigned'], to: 'editing', by: 'program' },
    finish: { label: '加工完成', from: ['assigned', 'editing'], to: 'done', by: 'program' },
    reopen: { label: '重新加工', from: ['done'], to: 'editing', by: 'program' },
    cancel: { label: '取消', from: ['assigned', 'editing'], to: 'cancelled', by: 'program' },
  },
  groups: {
    open: ['assigned', 'editing'],
    /** The task of the present editor, also after the editing has ended. */
    kept: ['assigned', 'editing', 'done'],
  },
});
export type EditTaskState = keyof typeof editTaskMachine.states & string;
export type EditTaskEvent = keyof typeof editTaskMachine.events & string;
