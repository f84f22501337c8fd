import { stateMachine } from '../state-machine.ts';

const REASON = { min: 5, message: '请写明原因，至少5个字，买家会看到' } as const;

/** SM28. A refund belongs to one payment and keeps its number for all repeats. */
export const refundMachine = stateMachine({
  id: 'SM28',
  entity: 'refund',
  name: '退款',
  illegal: 22801,
  initial: 'applied',
  states: {
    applied: { label: '待审核', tone: 'review' },
    approved: { label: '待复核', tone: 'review' },
    sending: { label: '退款中', tone: 'waiting' },
    done: { label: '已退款', tone: 'success', final: true },
    failed: { label: '退款失败', tone: 'error' },
    rejected: { label: '已驳回', tone: 'error', final: true },
    cancelled: { label: '已撤回', tone: 'idle', final: true },
  },
  events: {
    pass: {
      label: '通过',
      from: ['applied'],
      to: ['approved', 'sending'],
      permission: 'pay:order:refund',
      consequence: '原路退回买家；较大的金额由另一位财务人员复核',
    },
    send: { label: '按规则退款', from: ['applied'], to: 'sending', by: 'program' },
    confirm: { label: '复核通过', from: ['approved'], to: 'sending', permission: 'pay:order:confirm', consequence: '原路退回买家' },
    reject: { label: '驳回', from: ['applied', 'approved'], to: 'rejected', permission: 'pay:order:refund', reason: REASON, danger: true },
    cancel: { label: '撤回申请', from: ['applied'], to: 'cancelled', by: 'owner' },
    succeed: { label: '退款成功', from: ['sending'], to: 'done', by: 'program' },
    fail: { label: '退款失败', from: ['sending'], to: 'failed', by: 'program' },
    byTransfer: {
      label: '确认已转账',
      from: ['failed'],
      to: 'done',
      permission: 'pay:order:confirm',
      consequence: '退款完成，作品的权益收回',
    },
    retry: { label: '重试', from: ['failed'], to: 'sending', permission: 'pay:order:refund', consequence: '用同一个退款单号再次请求渠道' },
  },
  groups: {
    /** The refund holds its lines: no other one of them may begin. */
    inProgress: ['applied', 'approved', 'sending', 'failed'],
    /** What it returns is gone from its lines, or will be. */
    holding: ['applied', 'approved', 'sending', 'failed', 'done'],
    /** Its money has left the order. */
    posted: ['sending', 'failed', 'done'],
    /** Its money is due to the buyer, and has not arrived. */
    due: ['sending', 'failed'],
    undecided: ['applied', 'approved'],
    /** Finance has something to do: decide, or register a transfer. */
    forClerk: ['applied', 'failed'],
    /** A second person has something to do: confirm the refund or the transfer. */
    forSecond: ['approved', 'failed'],
  },
});
