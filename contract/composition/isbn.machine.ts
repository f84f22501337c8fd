import { stateMachine } from '../state-machine.ts';

const EDIT = 'publish:isbn:edit';

/** SM38. A number of the pool is never removed: it is given to one manuscript, printed with it, or voided. */
export const isbnMachine = stateMachine({
  id: 'SM38',
  entity: 'numberPool',
  name: '书号',
  illegal: 23801,
  initial: 'free',
  states: {
    free: { label: '未用', tone: 'success' },
    reserved: { label: '已预留', tone: 'waiting' },
    used: { label: '已使用', tone: 'review', final: true },
    void: { label: '已作废', tone: 'idle', final: true },
  },
  events: {
    reserve: { label: '预留', from: ['free'], to: 'reserved', permission: EDIT },
    release: { label: '取消预留', from: ['reserved'], to: 'free', permission: EDIT, consequence: '稿件不再使用这个书号，CIP核字号清空' },
    void: {
      label: '作废',
      from: ['free', 'reserved'],
      to: 'void',
      permission: EDIT,
      reason: { min: 2, message: '请填写作废的原因' },
      consequence: '作废后不能再用，也不能恢复',
      danger: true,
    },
    use: { label: '付印', from: ['reserved', 'used'], to: 'used', by: 'program' },
  },
  groups: {
    /** The number belongs to a manuscript. */
    given: ['reserved', 'used'],
  },
});
export type IsbnState = keyof typeof isbnMachine.states & string;
export type IsbnMachineEvent = keyof typeof isbnMachine.events & string;
