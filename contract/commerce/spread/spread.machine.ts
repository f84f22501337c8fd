import { stateMachine } from '../../state-machine.ts';

/** E71. A link of a promoter. A rate above the usual ones waits for a second person before it earns anything. */
export const spreadMachine = stateMachine({
  id: 'SM58',
  entity: 'spread',
  name: '推广链接',
  illegal: 25801,
  initial: 'pending',
  states: {
    pending: { label: '待批准', tone: 'waiting' },
    active: { label: '推广中', tone: 'success' },
    paused: { label: '已暂停', tone: 'idle' },
    ended: { label: '已结束', tone: 'idle', final: true },
  },
  events: {
    approve: { label: '批准', from: ['pending'], to: 'active', permission: 'pay:spread:approve', consequence: '从现在起，经这个链接的订单计佣金' },
    reject: {
      label: '驳回',
      from: ['pending'],
      to: 'ended',
      permission: 'pay:spread:approve',
      reason: { min: 5, message: '请写明驳回的原因，至少5个字' },
    },
    pause: {
      label: '暂停',
      from: ['active'],
      to: 'paused',
      permission: 'pay:spread:edit',
      consequence: '暂停期间的新订单不计佣金，已下的订单不受影响',
    },
    resume: { label: '恢复', from: ['paused'], to: 'active', permission: 'pay:spread:edit' },
    end: {
      label: '结束',
      from: ['pending', 'active', 'paused'],
      to: 'ended',
      permission: 'pay:spread:edit',
      consequence: '结束后不能恢复；已下的订单照常计佣金',
      danger: true,
    },
    lapse: { label: '到期', from: ['pending', 'active', 'paused'], to: 'ended', by: 'program' },
  },
  groups: { live: ['pending', 'active', 'paused'] },
});
export const SPREAD_CODES = { own: 25802, rate: 25803 } as const;
