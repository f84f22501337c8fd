import { stateMachine } from '../state-machine.ts';

/** SM56. Sales of other channels come and go as whole batches. */
export const saleBatchMachine = stateMachine({
  id: 'SM56',
  entity: 'saleBatch',
  name: '渠道销售批次',
  illegal: 25601,
  initial: 'pending',
  states: {
    pending: { label: '待复核', tone: 'review' },
    confirmed: { label: '已复核', tone: 'success' },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
  },
  events: {
    confirm: {
      label: '复核通过',
      from: ['pending'],
      to: 'confirmed',
      permission: 'earnings:sale:confirm',
      consequence: '计入本月的收益计算',
    },
    withdraw: {
      label: '撤回整批',
      from: ['pending', 'confirmed'],
      to: 'withdrawn',
      permission: 'earnings:sale:import',
      reason: { min: 5, message: '请写明撤回的原因，至少5个字' },
      danger: true,
    },
  },
});
