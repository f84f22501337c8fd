import { stateMachine } from '../../state-machine.ts';

/** SM31. A discount for some works between two times. It changes no price of a work. */
export const campaignMachine = stateMachine({
  id: 'SM31',
  entity: 'campaign',
  name: '限时折扣',
  illegal: 23101,
  initial: 'draft',
  states: {
    draft: { label: '草稿', tone: 'draft' },
    pending: { label: '待批准', tone: 'waiting' },
    active: { label: '进行中', tone: 'success' },
    ended: { label: '已结束', tone: 'idle', final: true },
  },
  events: {
    submit: {
      label: '提交',
      from: ['draft'],
      to: 'pending',
      permission: 'pay:campaign:edit',
      consequence: '由另一位同事批准后生效，批准前不影响售价',
    },
    approve: { label: '批准', from: ['pending'], to: 'active', permission: 'pay:campaign:approve', consequence: '到开始时间即按折扣售卖' },
    reject: {
      label: '驳回',
      from: ['pending'],
      to: 'draft',
      permission: 'pay:campaign:approve',
      reason: { min: 5, message: '请写明驳回的原因，至少5个字' },
    },
    end: {
      label: '结束',
      from: ['active'],
      to: 'ended',
      permission: 'pay:campaign:edit',
      consequence: '立即恢复原价；已下单的按下单时的价格',
      danger: true,
    },
  },
});
export const CAMPAIGN_CODES = { own: 23102 } as const;
