import { stateMachine } from '../state-machine.ts';

const EDIT = 'system:feedback:edit';

/** SM23. A replied feedback closes by itself after 15 days. */
export const feedbackMachine = stateMachine({
  id: 'SM23',
  entity: 'feedback',
  name: '意见反馈',
  illegal: 22301,
  initial: 'new',
  states: {
    new: { label: '待处理', tone: 'review' },
    handling: { label: '处理中', tone: 'waiting' },
    replied: { label: '已回复', tone: 'success' },
    closed: { label: '已关闭', tone: 'idle', final: true },
  },
  events: {
    handle: { label: '处理', from: ['new'], to: 'handling', permission: EDIT },
    reply: { label: '回复', from: ['handling'], to: 'replied', permission: EDIT, reason: { min: 5, message: '回复至少5个字' } },
    ignore: { label: '忽略', from: ['new'], to: 'closed', permission: EDIT, reason: { min: 1, message: '请填写忽略的原因' }, danger: true },
    close: { label: '关闭', from: ['replied'], to: 'closed', by: 'owner' },
    reopen: { label: '再次反馈', from: ['replied'], to: 'handling', by: 'owner' },
  },
  groups: {
    open: ['new', 'handling'],
  },
});
