import { stateMachine } from '../state-machine.ts';

/** SM48. The anonymous copy of a file of an entry, the only one that judges open. */
export const blindCopyMachine = stateMachine({
  id: 'SM48',
  entity: 'contestFile',
  name: '匿名文件',
  illegal: 24801,
  initial: 'waiting',
  states: {
    waiting: { label: '正在匿名', tone: 'waiting' },
    ready: { label: '评委可见', tone: 'success', final: true },
    found: { label: '发现姓名，待确认', tone: 'review' },
    failed: { label: '没能匿名', tone: 'error', final: true },
  },
  events: {
    make: { label: '匿名', from: ['waiting'], to: ['ready', 'found', 'failed'], by: 'program' },
    confirm: { label: '确认匿名', from: ['found'], to: 'ready', permission: 'contest:submit:audit', consequence: '评委可以打开这个文件' },
  },
  groups: {
    /** Somebody has to look at the file. */
    unclear: ['found', 'failed'],
  },
});
export const BLIND_STATES = ['waiting', 'ready', 'found', 'failed'] as const;
export type BlindState = (typeof BLIND_STATES)[number];
export type BlindEvent = keyof typeof blindCopyMachine.events & string;
