import { stateMachine } from '../state-machine.ts';

/** SM17. */
export const withdrawMachine = stateMachine({
  id: 'SM17',
  entity: 'withdraw',
  name: '提现',
  illegal: 21701,
  initial: 'applied',
  states: {
    applied: { label: '待审核', tone: 'review' },
    approved: { label: '待打款', tone: 'waiting' },
    paid: { label: '已到账', tone: 'success', final: true },
    rejected: { label: '已驳回', tone: 'error', final: true },
    cancelled: { label: '已撤销', tone: 'idle', final: true },
    failed: { label: '打款失败', tone: 'error' },
    returned: { label: '已退回余额', tone: 'idle', final: true },
  },
  events: {
    approve: {
      label: '通过',
      from: ['applied'],
      to: 'approved',
      permission: 'earnings:withdraw:audit',
      consequence: '由另一位财务人员打款',
    },
    reject: {
      label: '驳回',
      from: ['applied'],
      to: 'rejected',
      permission: 'earnings:withdraw:audit',
      reason: { min: 5, message: '请写明驳回的原因，至少5个字，收款人会看到' },
      consequence: '金额退回收款人的余额',
      danger: true,
    },
    cancel: { label: '撤销', from: ['applied'], to: 'cancelled', by: 'owner' },
    pay: {
      label: '确认已打款',
      from: ['approved', 'failed'],
      to: 'paid',
      permission: 'earnings:withdraw:pay',
      consequence: '已在银行付出这笔款，通知收款人到账',
    },
    fail: {
      label: '打款失败',
      from: ['approved'],
      to: 'failed',
      permission: 'earnings:withdraw:pay',
      reason: { min: 2, message: '请写明银行退回的原因，收款人会看到' },
      danger: true,
    },
    giveUp: {
      label: '退回余额',
      from: ['failed'],
      to: 'returned',
      permission: 'earnings:withdraw:pay',
      consequence: '金额退回收款人的余额，可以重新申请',
    },
    payByBank: { label: '银行已付', from: ['approved'], to: 'paid', by: 'program' },
    failByBank: { label: '银行退回', from: ['approved'], to: 'failed', by: 'program' },
  },
  groups: {
    open: ['applied', 'approved', 'failed'],
    /** Its money is in the frozen account or was paid. */
    taken: ['applied', 'approved', 'failed', 'paid'],
    /** The bank pays it now or again. */
    due: ['approved', 'failed'],
    /** Its money went back to the balance. */
    backed: ['rejected', 'cancelled', 'returned'],
    ended: ['paid', 'rejected', 'cancelled', 'returned'],
  },
});
