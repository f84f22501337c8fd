import { stateMachine, type EventOf, type StateOf } from '../state-machine.ts';

/** SM37: a batch of codes for printed books. A second person issues it; a leak at the printer's freezes it. */
export const accessBatchMachine = stateMachine({
  id: 'SM37',
  entity: 'accessBatch',
  name: '激活码批次',
  illegal: 23701,
  initial: 'draft',
  states: {
    draft: { label: '草稿', tone: 'draft' },
    issued: { label: '已发行', tone: 'success' },
    frozen: { label: '已冻结', tone: 'waiting' },
    closed: { label: '已关闭', tone: 'idle', final: true },
  },
  events: {
    issue: {
      label: '发行',
      from: ['draft'],
      to: 'issued',
      permission: 'textbook:code:issue',
      consequence: '发行后批次不能再改，可以生成一次印制文件；不能发行本人建的批次。',
    },
    freeze: {
      label: '冻结',
      from: ['issued'],
      to: 'frozen',
      permission: 'textbook:code:freeze',
      reason: { min: 5, message: '请写明冻结的原因，至少5个字' },
      consequence: '没有用过的码马上不能激活，已经激活的读者不受影响；可以解冻。',
      danger: true,
    },
    unfreeze: { label: '解冻', from: ['frozen'], to: 'issued', permission: 'textbook:code:freeze', consequence: '没有用过的码又可以激活。' },
    close: {
      label: '关闭',
      from: ['issued', 'frozen'],
      to: 'closed',
      permission: 'textbook:code:issue',
      reason: { min: 5, message: '请写明关闭的原因，至少5个字' },
      consequence: '没有用过的码全部作废，不能恢复；已经激活的读者不受影响。',
      danger: true,
    },
  },
});

export type AccessBatchState = StateOf<typeof accessBatchMachine>;
export type AccessBatchEvent = EventOf<typeof accessBatchMachine>;
export const ACCESS_BATCH_EVENTS = ['issue', 'freeze', 'unfreeze', 'close'] as const satisfies readonly AccessBatchEvent[];
