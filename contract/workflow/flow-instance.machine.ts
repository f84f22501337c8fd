import { stateMachine } from '../state-machine.ts';

const RESCUE = 'flowable:instance:edit';
const DEFINITION = 'flowable:definition:edit';

/** SM46. A process that somebody has started. Who may take an event is checked with the permission: the starter, a handler, or a manager. */
export const flowInstanceMachine = stateMachine({
  id: 'SM46',
  entity: 'flowInstance',
  name: '流程',
  illegal: 24601,
  initial: 'running',
  states: {
    running: { label: '进行中', tone: 'review' },
    suspended: { label: '已挂起', tone: 'waiting' },
    completed: { label: '已完成', tone: 'success', final: true },
    terminated: { label: '已终止', tone: 'idle', final: true },
  },
  events: {
    suspend: { label: '挂起', from: ['running'], to: 'suspended', permission: DEFINITION },
    activate: { label: '激活', from: ['suspended'], to: 'running', permission: DEFINITION },
    revoke: { label: '撤回', from: ['running'], to: 'running', permission: 'flowable:task:finished' },
    handOver: { label: '交接', from: ['running'], to: 'running', permission: RESCUE },
    jump: { label: '跳转', from: ['running'], to: 'running', permission: RESCUE },
    retry: { label: '重试', from: ['running', 'suspended'], to: ['running', 'suspended'], permission: RESCUE },
    migrate: { label: '迁移版本', from: ['running', 'suspended'], to: ['running', 'suspended'], permission: DEFINITION },
    end: { label: '结束', from: ['running', 'suspended'], to: ['running', 'suspended'], permission: RESCUE, danger: true },
    complete: { label: '办结', from: ['running'], to: 'completed', by: 'program' },
    stop: { label: '终止', from: ['running', 'suspended'], to: 'terminated', by: 'program' },
  },
  groups: {
    open: ['running', 'suspended'],
  },
});
export type FlowInstanceState = keyof typeof flowInstanceMachine.states & string;
export type FlowInstanceEvent = keyof typeof flowInstanceMachine.events & string;
