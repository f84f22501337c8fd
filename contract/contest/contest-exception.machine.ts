import { stateMachine } from '../state-machine.ts';
import { EXCEPTION_STATE_NAMES } from './contest-exception.ts';

const ANNOUNCE = 'contest:contest:announce';

/** SM11E. An exception from the rules of a contest's end: one organiser proposes it, another person decides. */
export const contestExceptionMachine = stateMachine({
  id: 'SM11E',
  entity: 'contestException',
  name: '大赛例外',
  illegal: 21111,
  initial: 'waiting',
  states: {
    waiting: { label: EXCEPTION_STATE_NAMES.waiting, tone: 'review' },
    confirmed: { label: EXCEPTION_STATE_NAMES.confirmed, tone: 'success', final: true },
    rejected: { label: EXCEPTION_STATE_NAMES.rejected, tone: 'error', final: true },
  },
  events: {
    confirm: { label: '确认', from: ['waiting'], to: 'confirmed', permission: ANNOUNCE },
    reject: { label: '驳回', from: ['waiting'], to: 'rejected', permission: ANNOUNCE },
  },
});
export type ExceptionEvent = keyof typeof contestExceptionMachine.events & string;
