import { stateMachine } from '../state-machine.ts';

const TODO = 'flowable:task:todo';
const PROCESS = 'flowable:task:process';

/**
 * SM20. A task of a person at one node. The permission opens the page; the server always checks in addition that the caller is the
 * assignee, a candidate or the starter.
 */
export const flowTaskMachine = stateMachine({
  id: 'SM20',
  entity: 'flowTask',
  name: '流程任务',
  illegal: 22001,
  initial: 'unclaimed',
  states: {
    unclaimed: { label: '待签收', tone: 'review' },
    claimed: { label: '处理中', tone: 'waiting' },
    delegated: { label: '已委派', tone: 'waiting' },
    completed: { label: '已完成', tone: 'success', final: true },
    returned: { label: '已退回', tone: 'error', final: true },
    rejected: { label: '已驳回', tone: 'error', final: true },
    terminated: { label: '已终止', tone: 'idle', final: true },
  },
  events: {
    claim: { label: '签收', from: ['unclaimed'], to: 'claimed', permission: TODO },
    unClaim: { label: '取消签收', from: ['claimed'], to: 'unclaimed', permission: TODO },
    complete: { label: '通过', from: ['claimed'], to: 'completed', permission: TODO },
    return: {
      label: '退回',
      from: ['claimed'],
      to: 'returned',
      permission: TODO,
      danger: true,
      consequence: '任务回到所选节点，由该节点的所有办理人重新办理',
    },
    reject: {
      label: '驳回',
      from: ['claimed'],
      to: 'rejected',
      permission: TODO,
      danger: true,
      consequence: '流程回到发起人，由发起人修改后重新提交',
    },
    delegate: { label: '委派', from: ['claimed'], to: 'delegated', permission: TODO },
    resolve: { label: '归还委派', from: ['delegated'], to: 'claimed', permission: TODO },
    withdrawDelegate: { label: '收回委派', from: ['delegated'], to: 'claimed', permission: TODO },
    assign: { label: '转办', from: ['claimed'], to: 'claimed', permission: TODO },
    addSign: { label: '加签', from: ['claimed'], to: 'claimed', permission: TODO },
    removeSign: { label: '减签', from: ['unclaimed', 'claimed', 'delegated'], to: 'terminated', permission: TODO },
    copy: { label: '抄送', from: ['claimed'], to: 'claimed', permission: TODO },
    urge: { label: '催办', from: ['claimed'], to: 'claimed', permission: PROCESS },
    stop: { label: '取消申请', from: ['unclaimed', 'claimed', 'delegated'], to: 'terminated', permission: PROCESS, danger: true },
    revoke: { label: '撤回', from: ['unclaimed', 'claimed', 'delegated'], to: 'terminated', permission: 'flowable:task:finished', danger: true },
    actFor: { label: '代办', from: ['claimed', 'delegated'], to: ['claimed', 'delegated'], by: 'program' },
    handOver: { label: '交接', from: ['claimed', 'delegated'], to: ['claimed', 'delegated'], by: 'program' },
    putBack: { label: '退回待签收', from: ['claimed', 'delegated'], to: 'unclaimed', by: 'program' },
    cancel: { label: '随节点结束', from: ['unclaimed', 'claimed', 'delegated'], to: 'terminated', by: 'program' },
  },
  groups: {
    open: ['unclaimed', 'claimed', 'delegated'],
    /** Somebody has the task. */
    held: ['claimed', 'delegated'],
    /** Its handler has decided. */
    handled: ['completed', 'returned', 'rejected'],
  },
});
export type FlowTaskState = keyof typeof flowTaskMachine.states & string;
export type FlowTaskEvent = keyof typeof flowTaskMachine.events & string;
