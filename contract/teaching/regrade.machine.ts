import { stateMachine, type EventOf, type StateOf } from '../state-machine.ts';

/** SM36. One item of an assignment is judged again; the owner is a teacher of the class. */
export const regradeMachine = stateMachine({
  id: 'SM36',
  entity: 'regrade',
  name: '重新评分',
  illegal: 23601,
  initial: 'draft',
  states: {
    draft: { label: '草稿', tone: 'draft' },
    previewed: { label: '已预览', tone: 'review' },
    applied: { label: '已应用', tone: 'success' },
    undone: { label: '已撤销', tone: 'idle', final: true },
    cancelled: { label: '已取消', tone: 'idle', final: true },
  },
  events: {
    preview: { label: '预览', from: ['draft', 'previewed'], to: 'previewed', by: 'owner' },
    apply: {
      label: '应用',
      from: ['previewed'],
      to: 'applied',
      by: 'owner',
      consequence: '得分有变化的学生会收到消息；7天内可以撤销。',
    },
    undo: {
      label: '撤销重新评分',
      from: ['applied'],
      to: 'undone',
      by: 'owner',
      consequence: '得分恢复到重新评分之前，受影响的学生会收到消息。',
      danger: true,
    },
    cancel: { label: '取消', from: ['draft', 'previewed'], to: 'cancelled', by: 'owner' },
  },
});

export type RegradeState = StateOf<typeof regradeMachine>;
export type RegradeEvent = EventOf<typeof regradeMachine>;
export const REGRADE_STATES = Object.keys(regradeMachine.states) as [RegradeState, ...RegradeState[]];
