import { stateMachine } from '../state-machine.ts';
import { PUBLICITY_DAYS } from './contest-limits.ts';

/** SM11. `open`, `close` and, at the announced end of the publicity, `finish` are fired by the clock. */
export const contestMachine = stateMachine({
  id: 'SM11',
  entity: 'contest',
  name: '大赛',
  illegal: 21101,
  initial: 'draft',
  states: {
    draft: { label: '草稿', tone: 'draft' },
    announced: { label: '未开始', tone: 'waiting' },
    collecting: { label: '征稿中', tone: 'review' },
    judging: { label: '评审中', tone: 'review' },
    publicity: { label: '公示中', tone: 'waiting' },
    finished: { label: '已结束', tone: 'success', final: true },
    cancelled: { label: '已取消', tone: 'idle', final: true },
  },
  events: {
    publish: {
      label: '发布',
      from: ['draft'],
      to: 'announced',
      permission: 'contest:contest:publish',
      consequence: '大赛在网站公开；到征稿开始的时间自动接受投稿。',
    },
    open: { label: '开始征稿', from: ['announced'], to: 'collecting', by: 'program' },
    close: { label: '截止征稿', from: ['collecting'], to: 'judging', by: 'program' },
    announce: {
      label: '公示',
      from: ['judging'],
      to: 'publicity',
      permission: 'contest:contest:announce',
      consequence: `名次、评审方法与评委人数在网站公示${PUBLICITY_DAYS}天，期间任何人可以提出异议。`,
    },
    finish: {
      label: '结束',
      from: ['publicity'],
      to: 'finished',
      permission: 'contest:contest:announce',
      consequence: '授奖并生成证书，获奖者会收到消息。公示到期以前不能结束，提前须另一人确认。',
    },
    cancel: {
      label: '取消',
      from: ['draft', 'announced', 'collecting', 'judging'],
      to: 'cancelled',
      permission: 'contest:contest:cancel',
      reason: { min: 5, message: '请填写取消的原因，至少5个字' },
      consequence: '取消后不能恢复，所有参赛者会收到原因。',
      danger: true,
    },
  },
  groups: {
    /** Judges and places are public, or the contest was cancelled. */
    decided: ['publicity', 'finished', 'cancelled'],
    /** It is public, and not over. */
    running: ['announced', 'collecting', 'judging', 'publicity'],
    /** Facts and form may change. */
    beforeJudging: ['draft', 'announced', 'collecting'],
    /** Everybody sees the contest. */
    shown: ['announced', 'collecting', 'judging', 'publicity', 'finished'],
  },
});

export const CONTEST_STATES = ['draft', 'announced', 'collecting', 'judging', 'publicity', 'finished', 'cancelled'] as const;
export type ContestState = (typeof CONTEST_STATES)[number];
export const CONTEST_EVENTS = ['publish', 'announce', 'finish', 'cancel'] as const;
export type ContestEvent = (typeof CONTEST_EVENTS)[number] | 'open' | 'close';
/** States that the public sees. */
export const PUBLIC_STATES = ['announced', 'collecting', 'judging', 'publicity', 'finished'] as const;
