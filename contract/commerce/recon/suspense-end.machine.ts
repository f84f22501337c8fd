import { stateMachine } from '../../state-machine.ts';

/** SM64. The end of money in suspense: it buys an order, or goes back to the payer; a second person decides it. */
export const suspenseEndMachine = stateMachine({
  id: 'SM64',
  entity: 'suspenseEnd',
  name: '待查款处理',
  illegal: 26401,
  initial: 'proposed',
  states: {
    proposed: { label: '待复核', tone: 'review' },
    assigned: { label: '已归入订单', tone: 'success', final: true },
    returning: { label: '待退回', tone: 'waiting' },
    returned: { label: '已退回', tone: 'success', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
  },
  events: {
    confirm: { label: '复核通过', from: ['proposed'], to: ['assigned', 'returning'], permission: 'pay:order:confirm' },
    withdraw: { label: '撤回', from: ['proposed'], to: 'withdrawn', permission: 'pay:order:adopt' },
    finish: { label: '登记退回', from: ['returning'], to: 'returned', permission: 'pay:order:adopt' },
  },
  groups: {
    /** The money has left the suspense account. */
    ended: ['assigned', 'returning', 'returned'],
    /** Nothing else can be proposed for the same money. */
    live: ['proposed', 'assigned', 'returning', 'returned'],
  },
});
