import { stateMachine } from '../state-machine.ts';

const EDIT = 'journal:submission:desk';

/** SM48J. The anonymised copy of a file of a submission, which goes to the other side of the review. */
export const journalCopyMachine = stateMachine({
  id: 'SM48J',
  entity: 'journalFile',
  name: '匿名稿',
  illegal: 24851,
  initial: 'none',
  states: {
    none: { label: '不用匿名', tone: 'idle' },
    pending: { label: '待确认', tone: 'review' },
    confirmed: { label: '已确认', tone: 'success' },
  },
  events: {
    make: { label: '生成匿名稿', from: ['none'], to: 'pending', by: 'program' },
    search: { label: '重新检查', from: ['pending', 'confirmed'], to: 'pending', by: 'program' },
    replace: { label: '替换匿名稿', from: ['pending', 'confirmed'], to: 'pending', permission: EDIT },
    confirm: { label: '确认匿名', from: ['pending', 'confirmed'], to: 'confirmed', permission: EDIT, consequence: '匿名稿可以送审' },
    reopen: { label: '取消确认', from: ['pending', 'confirmed'], to: 'pending', permission: EDIT },
  },
  groups: {
    made: ['pending', 'confirmed'],
  },
});
export const JOURNAL_COPY_STATES = ['none', 'pending', 'confirmed'] as const;
export type JournalCopyState = (typeof JOURNAL_COPY_STATES)[number];
export type JournalCopyEvent = keyof typeof journalCopyMachine.events & string;
