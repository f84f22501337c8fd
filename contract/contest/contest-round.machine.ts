import { stateMachine } from '../state-machine.ts';
import { CONTEST } from './contest-limits.ts';

const CLOSE = 'contest:round:close';
const CONFIRM = 'contest:round:confirm';

/** SM12: one row for each round of a contest. */
export const contestRoundMachine = stateMachine({
  id: 'SM12',
  entity: 'contestRound',
  name: '轮次',
  illegal: 21201,
  initial: 'pending',
  states: {
    pending: { label: '未分配', tone: 'draft' },
    allocated: { label: '已分配', tone: 'waiting' },
    open: { label: '评审中', tone: 'review' },
    scored: { label: '已汇总', tone: 'waiting' },
    confirmed: { label: '已确认', tone: 'success', final: true },
  },
  events: {
    allocate: {
      label: '分配',
      from: ['pending'],
      to: 'allocated',
      permission: 'contest:round:allocate',
      consequence: '先检查回避，再把作品平均分给评委；到开始时间自动开评，评分项从那时起不能改。',
    },
    reallocate: {
      label: '重新分配',
      from: ['allocated'],
      to: 'pending',
      permission: 'contest:round:allocate',
      consequence: '清除本轮的评审任务，回到未分配。',
      danger: true,
    },
    open: { label: '开始评审', from: ['allocated'], to: 'open', by: 'program' },
    close: { label: '结束汇总', from: ['open'], to: 'scored', permission: CLOSE, consequence: '按去掉最高最低分的办法汇总，并排出名次。' },
    discuss: {
      label: '合议',
      from: ['scored'],
      to: 'scored',
      permission: CONFIRM,
      reason: { min: CONTEST.minutes.min, message: `请填写合议记录，至少${CONTEST.minutes.min}个字` },
      consequence: '合议记录与结果写入公示；名次的计算不变。',
    },
    confirm: { label: '确认晋级', from: ['scored'], to: 'confirmed', permission: CONFIRM, consequence: '晋级与未晋级的结果从此确定。' },
    reopen: {
      label: '重评',
      from: ['scored'],
      to: 'open',
      permission: CLOSE,
      reason: { min: 5, message: '请填写重评的原因，至少5个字' },
      consequence: '评委可以继续提交，汇总结果作废。',
      danger: true,
    },
  },
  groups: {
    /** Judges have seen the tasks. */
    begun: ['open', 'scored', 'confirmed'],
    /** Judges have tasks. */
    underWay: ['allocated', 'open'],
  },
});

export const ROUND_STATES = ['pending', 'allocated', 'open', 'scored', 'confirmed'] as const;
export type RoundState = (typeof ROUND_STATES)[number];
export const ROUND_EVENTS = ['allocate', 'reallocate', 'close', 'discuss', 'confirm', 'reopen'] as const;
export type RoundEvent = (typeof ROUND_EVENTS)[number] | 'open';
