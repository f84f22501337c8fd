import { stateMachine } from '../state-machine.ts';

/** SM29. The earnings of one month; a closed month is frozen. */
export const settlementMachine = stateMachine({
  id: 'SM29',
  entity: 'settlement',
  name: '结算批次',
  illegal: 22901,
  initial: 'open',
  states: {
    open: { label: '未计算', tone: 'draft' },
    calculated: { label: '已计算', tone: 'review' },
    published: { label: '公示中', tone: 'waiting' },
    closed: { label: '已关账', tone: 'success', final: true },
  },
  events: {
    calculate: {
      label: '计算',
      from: ['open', 'calculated'],
      to: 'calculated',
      permission: 'earnings:yield:calculate',
      consequence: '按生效的协议条款计算；再次计算只替换没有改动过的待结算收益',
    },
    publish: {
      label: '公示',
      from: ['calculated'],
      to: 'published',
      permission: 'earnings:yield:settle',
      consequence: '收款人看到本月的收益，7日内可以提出疑问',
    },
    retract: {
      label: '撤回公示',
      from: ['published'],
      to: 'calculated',
      permission: 'earnings:yield:settle',
      reason: { min: 5, message: '请写明撤回的原因，至少5个字' },
    },
    close: {
      label: '关账',
      from: ['published'],
      to: 'closed',
      permission: 'earnings:yield:settle',
      consequence: '生成每位收款人的对账单，本月不再变动',
    },
  },
  groups: {
    /** Payees see it. */
    shown: ['published', 'closed'],
    /** Lines and sales may still join it. */
    unpublished: ['open', 'calculated'],
  },
});
