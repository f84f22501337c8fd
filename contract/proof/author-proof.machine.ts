import { stateMachine } from '../state-machine.ts';

/** SM42. The proof that the author reads beside the third proof. */
export const authorProofMachine = stateMachine({
  id: 'SM42',
  entity: 'authorProof',
  name: '作者校样',
  illegal: 24201,
  initial: 'open',
  states: {
    open: { label: '待作者看', tone: 'waiting' },
    done: { label: '已交回', tone: 'success', final: true },
    ended: { label: '校样阶段已结束', tone: 'idle', final: true },
    cancelled: { label: '已取消', tone: 'idle', final: true },
  },
  events: {
    finish: { label: '交回', from: ['open'], to: 'done', by: 'owner', consequence: '校样交给责任编辑，不能再标改动' },
    end: { label: '结束', from: ['open'], to: 'ended', by: 'program' },
    cancel: { label: '取消', from: ['open'], to: 'cancelled', by: 'program' },
  },
});
export type AuthorProofState = keyof typeof authorProofMachine.states & string;
export type AuthorProofEvent = keyof typeof authorProofMachine.events & string;
