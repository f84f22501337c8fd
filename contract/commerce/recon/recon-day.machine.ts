import { stateMachine } from '../../state-machine.ts';

/** SM32. A day of a channel is balanced when no difference of its bill is open. */
export const reconDayMachine = stateMachine({
  id: 'SM32',
  entity: 'reconDay',
  name: '渠道对账',
  illegal: 23201,
  initial: 'open',
  states: {
    open: { label: '未平', tone: 'waiting' },
    balanced: { label: '已平', tone: 'success' },
  },
  events: {
    balance: { label: '平账', from: ['open'], to: 'balanced', permission: 'pay:recon:resolve', consequence: '这一天的账单与账目一致' },
    reopen: { label: '重新打开', from: ['balanced'], to: 'open', by: 'program' },
  },
});
export const RECON_OPEN = 23202;
