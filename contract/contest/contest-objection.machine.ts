import { stateMachine } from '../state-machine.ts';
import { OBJECTION_STATE_NAMES } from './contest-limits.ts';

const ANNOUNCE = 'contest:contest:announce';

/** SM45. An objection during publicity; the contest cannot end while one is open. */
export const objectionMachine = stateMachine({
  id: 'SM45',
  entity: 'contestObjection',
  name: '异议',
  illegal: 24501,
  initial: 'open',
  states: {
    open: { label: OBJECTION_STATE_NAMES.open, tone: 'review' },
    upheld: { label: OBJECTION_STATE_NAMES.upheld, tone: 'success', final: true },
    dismissed: { label: OBJECTION_STATE_NAMES.dismissed, tone: 'idle', final: true },
  },
  events: {
    uphold: {
      label: '成立',
      from: ['open'],
      to: 'upheld',
      permission: ANNOUNCE,
      reason: { min: 10, message: '请填写答复，至少10个字' },
      consequence: '提出人会收到答复',
    },
    dismiss: {
      label: '不成立',
      from: ['open'],
      to: 'dismissed',
      permission: ANNOUNCE,
      reason: { min: 10, message: '请填写答复，至少10个字' },
      consequence: '提出人会收到答复',
    },
  },
});
export type ObjectionState = keyof typeof objectionMachine.states & string;
export type ObjectionEvent = keyof typeof objectionMachine.events & string;
