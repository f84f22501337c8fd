import { stateMachine } from '../state-machine.ts';

/** SM39. A question of the responsible editor to the author. It must be closed before the manuscript leaves editing. */
export const editQueryMachine = stateMachine({
  id: 'SM39',
  entity: 'editQuery',
  name: '质疑',
  illegal: 23901,
  initial: 'open',
  states: {
    open: { label: '等作者答复', tone: 'waiting' },
    answered: { label: '作者已答', tone: 'review' },
    resolved: { label: '已解决', tone: 'success' },
    overruled: { label: '不采纳', tone: 'idle' },
  },
  events: {
    answer: { label: '答复', from: ['open', 'answered'], to: 'answered', by: 'owner', reason: { min: 1, message: '请填写答复' } },
    resolve: { label: '解决', from: ['open', 'answered'], to: 'resolved', by: 'assignee' },
    overrule: { label: '不采纳', from: ['open', 'answered'], to: 'overruled', by: 'assignee' },
    reopen: { label: '重新打开', from: ['answered', 'resolved', 'overruled'], to: 'open', by: 'assignee' },
  },
  groups: {
    /** The editor has not closed it. */
    unsettled: ['open', 'answered'],
    settled: ['resolved', 'overruled'],
  },
});
export const EDIT_QUERY_STATES = ['open', 'answered', 'resolved', 'overruled'] as const;
export type EditQueryState = (typeof EDIT_QUERY_STATES)[number];
export type EditQueryEvent = keyof typeof editQueryMachine.events & string;
