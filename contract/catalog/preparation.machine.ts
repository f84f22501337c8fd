import { stateMachine } from '../state-machine.ts';

/** The steps of an uploaded EPUB; jobs take them, and a failed one may be retried by its uploader. */
export const preparationMachine = stateMachine({
  id: 'preparation',
  entity: 'preparation',
  name: '处理记录',
  illegal: 500,
  initial: 'queued',
  states: {
    queued: { label: '排队中', tone: 'waiting' },
    running: { label: '处理中', tone: 'review' },
    ready: { label: '已完成', tone: 'success', final: true },
    failed: { label: '失败', tone: 'error' },
  },
  events: {
    // Also from `running`: the lease of a killed server has ended.
    take: { label: '开始处理', from: ['queued', 'running'], to: 'running', by: 'program' },
    // Stays with its lease until the wait is over.
    postpone: { label: '稍后再试', from: ['running'], to: 'running', by: 'program' },
    finish: { label: '完成', from: ['running'], to: 'ready', by: 'program' },
    fail: { label: '失败', from: ['running'], to: 'failed', by: 'program' },
    retry: { label: '重新处理', from: ['failed'], to: 'queued', by: 'owner' },
  },
});
