import { stateMachine } from '../state-machine.ts';

/** SM61. A sheet of fees or of opening balances counts as a whole, after a second person has confirmed it. */
export const earningBatchMachine = stateMachine({
  id: 'SM61',
  entity: 'earningBatch',
  name: '收益批次',
  illegal: 26101,
  initial: 'pending',
  states: {
    pending: { label: '待复核', tone: 'review' },
    confirmed: { label: '已复核', tone: 'success', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
  },
  events: {
    confirm: {
      label: '复核通过',
      from: ['pending'],
      to: 'confirmed',
      permission: 'earnings:batch:confirm',
      consequence: '每一行成为收款人的收益或期初余额，之后不能撤回',
    },
    withdraw: {
      label: '撤回整批',
      from: ['pending'],
      to: 'withdrawn',
      permission: 'earnings:batch:import',
      reason: { min: 5, message: '请写明撤回的原因，至少5个字' },
      danger: true,
    },
  },
});
