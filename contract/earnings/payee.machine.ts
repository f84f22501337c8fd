import { stateMachine } from '../state-machine.ts';

/** SM55. The account of a payee; a changed account is checked again. */
export const payeeMachine = stateMachine({
  id: 'SM55',
  entity: 'payee',
  name: '收款账户',
  illegal: 25501,
  initial: 'pending',
  states: {
    pending: { label: '待核实', tone: 'review' },
    verified: { label: '已核实', tone: 'success' },
    rejected: { label: '未通过', tone: 'error' },
  },
  events: {
    confirm: {
      label: '核实通过',
      from: ['pending'],
      to: 'verified',
      permission: 'earnings:payee:audit',
      consequence: '这个账户可以收款',
    },
    reject: {
      label: '不通过',
      from: ['pending', 'verified'],
      to: 'rejected',
      permission: 'earnings:payee:audit',
      reason: { min: 5, message: '请写明哪里不对，至少5个字，收款人会看到' },
      danger: true,
    },
    change: { label: '更换账户', from: ['pending', 'verified', 'rejected'], to: 'pending', by: 'owner' },
  },
});
