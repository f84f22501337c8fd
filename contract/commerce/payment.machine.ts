import { stateMachine } from '../state-machine.ts';

/** SM27. An attempt to pay an order through one channel; its number is the channel's order number. */
export const paymentMachine = stateMachine({
  id: 'SM27',
  entity: 'payment',
  name: '支付',
  illegal: 22701,
  initial: 'created',
  states: {
    created: { label: '待支付', tone: 'waiting' },
    paid: { label: '已支付', tone: 'success', final: true },
    closed: { label: '已关闭', tone: 'idle' },
    failed: { label: '支付失败', tone: 'error' },
  },
  events: {
    succeed: { label: '支付成功', from: ['created', 'failed', 'closed'], to: 'paid', by: 'program' },
    close: { label: '关闭', from: ['created'], to: 'closed', by: 'program' },
    confirmOffline: {
      label: '确认到账',
      from: ['created'],
      to: 'paid',
      permission: 'pay:order:confirm',
      consequence: '订单变为已支付，作品立即可读',
    },
    rejectOffline: {
      label: '退回登记',
      from: ['created'],
      to: 'closed',
      permission: 'pay:order:confirm',
      reason: { min: 5, message: '请写明原因，至少5个字，登记人会看到' },
      danger: true,
    },
    fail: { label: '失败', from: ['created'], to: 'failed', by: 'program' },
  },
  groups: {
    /** It brought no money. */
    unsuccessful: ['closed', 'failed'],
  },
});
