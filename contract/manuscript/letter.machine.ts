import { stateMachine } from '../state-machine.ts';

/** SM43. The letter of a decision. It waits ten minutes, in which its sender can take it back together with the decision. */
export const letterMachine = stateMachine({
  id: 'SM43',
  entity: 'letter',
  name: '信件',
  illegal: 24301,
  initial: 'waiting',
  states: {
    waiting: { label: '待送达', tone: 'waiting' },
    sent: { label: '已送达', tone: 'success', final: true },
    withdrawn: { label: '已撤回', tone: 'idle', final: true },
  },
  events: {
    withdraw: { label: '撤回', from: ['waiting'], to: 'withdrawn', by: 'owner', consequence: '信件不送出，决定一并撤回', danger: true },
    reverse: { label: '随决定撤回', from: ['waiting'], to: 'withdrawn', by: 'program' },
    send: { label: '送达', from: ['waiting'], to: 'sent', by: 'program' },
  },
});
export type LetterState = keyof typeof letterMachine.states & string;
export type LetterEvent = keyof typeof letterMachine.events & string;
