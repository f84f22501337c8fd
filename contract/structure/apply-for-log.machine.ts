import { stateMachine } from '../state-machine.ts';

const AUDIT = 'structure:applyForLog:audit';

/** SM18. A mode that needs no audit is approved by the program; the claim of a living scholar's page needs two different approvers. */
export const applyMachine = stateMachine({
  id: 'SM18',
  entity: 'applyForLog',
  name: '申请记录',
  illegal: 21801,
  initial: 'pending',
  states: {
    pending: { label: '待审核', tone: 'review' },
    confirming: { label: '待复核', tone: 'review' },
    supplement: { label: '待补正', tone: 'waiting' },
    approved: { label: '已通过', tone: 'success' },
    rejected: { label: '已驳回', tone: 'error', final: true },
    cancelled: { label: '已撤销', tone: 'idle', final: true },
    revoked: { label: '已取消资格', tone: 'error', final: true },
  },
  events: {
    approve: {
      label: '通过',
      from: ['pending', 'confirming'],
      to: ['approved', 'confirming'],
      permission: AUDIT,
      consequence: '授予相应角色，并通知申请人；认领在世学者的主页须由两位同事先后通过',
    },
    supplement: {
      label: '要求补正',
      from: ['pending', 'confirming'],
      to: 'supplement',
      permission: AUDIT,
      reason: { min: 1, message: '请填写意见，让申请人知道怎么做' },
      consequence: '申请人在 15 天内补充后重新提交',
    },
    reject: {
      label: '驳回',
      from: ['pending', 'confirming'],
      to: 'rejected',
      permission: AUDIT,
      reason: { min: 1, message: '请填写意见，让申请人知道怎么做' },
      consequence: '申请人 7 天后才能再次申请',
      danger: true,
    },
    revoke: {
      label: '取消资格',
      from: ['approved'],
      to: 'revoked',
      permission: AUDIT,
      reason: { min: 1, message: '请填写取消资格的原因' },
      consequence: '收回随身份得到的角色',
      danger: true,
    },
    resend: { label: '重新提交', from: ['supplement'], to: 'pending', by: 'owner' },
    cancel: { label: '撤销', from: ['pending', 'confirming', 'supplement'], to: 'cancelled', by: 'owner' },
  },
  groups: {
    /** It waits for staff. */
    audited: ['pending', 'confirming'],
    open: ['pending', 'confirming', 'supplement'],
    /** The mode was granted once. */
    granted: ['approved', 'revoked'],
  },
});
