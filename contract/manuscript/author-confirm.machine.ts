import { stateMachine } from '../state-machine.ts';
import { CONFIRM_STATE_NAMES } from './author-confirm.ts';

/** SM41. The request to a co-author to confirm name, role and share. `expired` follows from the due date when a row is read, and is never stored. */
export const authorConfirmMachine = stateMachine({
  id: 'SM41',
  entity: 'authorConfirm',
  name: '作者确认',
  illegal: 24101,
  initial: 'sent',
  states: {
    sent: { label: CONFIRM_STATE_NAMES.sent, tone: 'waiting' },
    confirmed: { label: CONFIRM_STATE_NAMES.confirmed, tone: 'success' },
    rejected: { label: CONFIRM_STATE_NAMES.rejected, tone: 'error' },
    expired: { label: CONFIRM_STATE_NAMES.expired, tone: 'idle' },
    replaced: { label: '已被代替', tone: 'idle', final: true },
  },
  events: {
    confirm: { label: '确认', from: ['sent', 'confirmed', 'rejected'], to: 'confirmed', by: 'assignee' },
    object: {
      label: '有异议',
      from: ['sent', 'confirmed', 'rejected'],
      to: 'rejected',
      by: 'assignee',
      reason: { min: 2, message: '请写明有什么异议' },
    },
    confirmByDocument: { label: '凭确认书登记', from: ['sent'], to: 'confirmed', by: 'program' },
    expire: { label: '过期', from: ['sent'], to: 'expired', by: 'program' },
    replace: { label: '重新发出', from: ['sent', 'confirmed', 'rejected', 'expired'], to: 'replaced', by: 'program' },
  },
});
export type AuthorConfirmState = keyof typeof authorConfirmMachine.states & string;
export type AuthorConfirmEvent = keyof typeof authorConfirmMachine.events & string;
