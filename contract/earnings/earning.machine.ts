import { stateMachine } from '../state-machine.ts';

/** SM21. A settled line is never edited: `reverse` writes its mirror into the open period. */
export const earningMachine = stateMachine({
  id: 'SM21',
  entity: 'earning',
  name: '收益',
  illegal: 22101,
  initial: 'pending',
  states: {
    pending: { label: '待结算', tone: 'waiting' },
    disputed: { label: '有异议', tone: 'error' },
    settled: { label: '已结算', tone: 'success' },
    withdrawn: { label: '已提现', tone: 'success' },
    void: { label: '已作废', tone: 'idle', final: true },
  },
  events: {
    confirm: {
      label: '结算',
      from: ['pending', 'disputed'],
      to: 'settled',
      permission: 'earnings:yield:settle',
      consequence: '计入收款人的余额并代扣个税，之后不能修改',
    },
    dispute: {
      label: '有疑问',
      from: ['pending'],
      to: 'disputed',
      by: 'owner',
      reason: { min: 5, message: '请写明您的疑问，至少5个字' },
    },
    adjust: {
      label: '调整',
      from: ['pending', 'disputed'],
      to: 'pending',
      permission: 'earnings:yield:edit',
      reason: { min: 5, message: '请写明调整的依据，至少5个字，收款人会看到' },
      consequence: '以后重新计算不再改动这一行，由另一位财务人员结算',
    },
    void: {
      label: '作废',
      from: ['pending', 'disputed'],
      to: 'void',
      permission: 'earnings:yield:edit',
      reason: { min: 5, message: '请写明作废的原因，至少5个字' },
      danger: true,
    },
    withdraw: { label: '已提现', from: ['settled'], to: 'withdrawn', by: 'program' },
    reverse: {
      label: '冲正',
      from: ['settled', 'withdrawn'],
      to: ['settled', 'withdrawn'],
      permission: 'earnings:yield:edit',
      reason: { min: 5, message: '请写明冲正的原因，至少5个字' },
      consequence: '在本月账期写入一行相反的收益，由另一位财务人员结算',
      danger: true,
    },
  },
  groups: {
    /** It counts in the books. */
    booked: ['settled', 'withdrawn'],
    /** It waits for a decision. */
    open: ['pending', 'disputed'],
  },
});
