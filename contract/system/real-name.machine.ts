import { stateMachine } from '../state-machine.ts';

const CHECK = 'system:account:realName';

/** SM49. A person has at most one check that waits and one that holds; the number of a check that ended is deleted. */
export const realNameMachine = stateMachine({
  id: 'SM49',
  entity: 'realNameCheck',
  name: '实名认证',
  illegal: 24901,
  initial: 'pending',
  states: {
    pending: { label: '待核实', tone: 'review' },
    verified: { label: '已实名', tone: 'success' },
    rejected: { label: '未通过', tone: 'error', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
    removed: { label: '已删除', tone: 'idle', final: true },
    replaced: { label: '已更换', tone: 'idle', final: true },
  },
  events: {
    confirm: {
      label: '核实通过',
      from: ['pending'],
      to: 'verified',
      permission: CHECK,
      consequence: '姓名和证件与材料一致；此人可以签署协议、收款',
    },
    reject: {
      label: '不通过',
      from: ['pending'],
      to: 'rejected',
      permission: CHECK,
      reason: { min: 2, message: '请写明哪里不一致，让对方知道怎么改' },
      consequence: '通知本人原因，材料和号码随即删除',
      danger: true,
    },
    withdraw: { label: '撤回', from: ['pending'], to: 'withdrawn', by: 'owner' },
    remove: { label: '删除实名信息', from: ['verified'], to: 'removed', by: 'owner' },
    replace: { label: '更换', from: ['verified'], to: 'replaced', by: 'program' },
  },
  groups: {
    /** It waits or holds. */
    open: ['pending', 'verified'],
    /** The number is deleted. */
    ended: ['rejected', 'withdrawn', 'removed', 'replaced'],
  },
});
