import { stateMachine } from '../state-machine.ts';

/** SM03. The host opens and closes the session; the minutes close it for good. */
export const topicSessionMachine = stateMachine({
  id: 'SM03',
  entity: 'topicSession',
  name: '论证会',
  illegal: 20301,
  initial: 'planning',
  states: {
    planning: { label: '筹备', tone: 'draft' },
    notified: { label: '已通知', tone: 'waiting' },
    holding: { label: '进行中', tone: 'review' },
    minuting: { label: '纪要起草', tone: 'waiting' },
    closed: { label: '已签发', tone: 'success', final: true },
    cancelled: { label: '已取消', tone: 'idle', final: true },
  },
  events: {
    notify: {
      label: '发通知',
      from: ['planning'],
      to: 'notified',
      permission: 'press:session:notify',
      consequence: '参会人员会收到时间、地点和议题。',
    },
    open: {
      label: '开会',
      from: ['notified'],
      to: 'holding',
      permission: 'press:session:vote',
      by: 'assignee',
      consequence: '开会后议程和到会人员不能再改，到会人员开始表决。',
    },
    close: {
      label: '结束会议',
      from: ['holding'],
      to: 'minuting',
      permission: 'press:session:vote',
      by: 'assignee',
      consequence: '表决结束，生成会议纪要草稿。',
    },
    sign: {
      label: '签发纪要',
      from: ['minuting'],
      to: 'closed',
      permission: 'press:minutes:sign',
      consequence: '签发后选题结果立即生效，纪要不能再改。',
    },
    cancel: {
      label: '取消会议',
      from: ['planning', 'notified'],
      to: 'cancelled',
      permission: 'press:session:notify',
      reason: { min: 2, message: '请填写取消的原因' },
      consequence: '议程中的选题回到待上会。',
      danger: true,
    },
  },
  groups: {
    /** People and agenda may change. */
    open: ['planning', 'notified'],
    unfinished: ['planning', 'notified', 'holding', 'minuting'],
  },
});

export const SESSION_STATES = ['planning', 'notified', 'holding', 'minuting', 'closed', 'cancelled'] as const;
export type SessionState = (typeof SESSION_STATES)[number];
export type SessionEvent = keyof typeof topicSessionMachine.events;
/** Events that a user takes at the session; `sign` belongs to the minutes. */
export const SESSION_EVENTS = ['notify', 'open', 'close', 'cancel'] as const;
