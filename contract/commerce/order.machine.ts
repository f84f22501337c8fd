import { stateMachine } from '../state-machine.ts';

/** SM15. Lines finish one by one; the order finishes with its last line. */
export const orderMachine = stateMachine({
  id: 'SM15',
  entity: 'order',
  name: '订单',
  illegal: 21501,
  initial: 'unpaid',
  states: {
    unpaid: { label: '待支付', tone: 'waiting' },
    paid: { label: '已支付', tone: 'success' },
    finished: { label: '已完成', tone: 'success' },
    cancelled: { label: '已取消', tone: 'idle' },
    refunding: { label: '退款中', tone: 'review' },
    refunded: { label: '已退款', tone: 'idle', final: true },
  },
  events: {
    pay: { label: '支付', from: ['unpaid'], to: 'paid', by: 'program' },
    cancel: { label: '取消', from: ['unpaid'], to: 'cancelled', by: 'owner' },
    expire: { label: '过期取消', from: ['unpaid'], to: 'cancelled', by: 'program' },
    payLate: { label: '过期后支付', from: ['cancelled'], to: 'paid', by: 'program' },
    finish: { label: '完成', from: ['paid'], to: 'finished', by: 'program' },
    startRefund: { label: '申请退款', from: ['paid', 'finished'], to: 'refunding', by: 'program' },
    endRefund: { label: '退款未成', from: ['refunding'], to: ['paid', 'finished'], by: 'program' },
    refundAll: { label: '全部退款', from: ['paid', 'finished', 'refunding'], to: 'refunded', by: 'program' },
  },
  groups: {
    /** Money was taken for it. */
    bought: ['paid', 'finished', 'refunding', 'refunded'],
    /** Lines of it may be returned. */
    returnable: ['paid', 'finished', 'refunding'],
    /** It may be invoiced, and a return of all of it may begin. */
    whole: ['paid', 'finished'],
    /** Money that arrives outside the channels may still pay it. */
    payable: ['unpaid', 'cancelled'],
    returning: ['refunding', 'refunded'],
    /** The buyer may hide it. */
    ended: ['finished', 'cancelled', 'refunded'],
  },
});
