import { stateMachine } from '../state-machine.ts';

/** SM65. A party of an agreement is paid through another payee: an heir, an agent, or a payee whose data finance keeps. */
export const payeeDesignationMachine = stateMachine({
  id: 'SM65',
  entity: 'payeeDesignation',
  name: '收款指定',
  illegal: 26501,
  initial: 'proposed',
  states: {
    proposed: { label: '待复核', tone: 'review' },
    active: { label: '生效', tone: 'success' },
    ended: { label: '已终止', tone: 'idle', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
  },
  events: {
    confirm: {
      label: '复核通过',
      from: ['proposed'],
      to: 'active',
      permission: 'earnings:payee:audit',
      consequence: '以后计算的收益付给指定的收款人',
    },
    withdraw: { label: '撤回', from: ['proposed'], to: 'withdrawn', permission: 'earnings:payee:edit' },
    end: {
      label: '终止',
      from: ['active'],
      to: 'ended',
      permission: 'earnings:payee:edit',
      reason: { min: 5, message: '请写明终止的原因，至少5个字' },
      danger: true,
    },
  },
  groups: { live: ['proposed', 'active'], decided: ['active', 'ended'] },
});
