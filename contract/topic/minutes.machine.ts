import { stateMachine } from '../state-machine.ts';

/** SM44. The minutes of a session are written until they are signed. */
export const minutesMachine = stateMachine({
  id: 'SM44',
  entity: 'minutes',
  name: '会议纪要',
  illegal: 24401,
  initial: 'draft',
  states: {
    draft: { label: '起草', tone: 'waiting' },
    signed: { label: '已签发', tone: 'success', final: true },
  },
  events: {
    sign: {
      label: '签发',
      from: ['draft'],
      to: 'signed',
      permission: 'press:minutes:sign',
      consequence: '签发后纪要不能再改，各议题按结论流转',
    },
  },
});
export const MINUTES_STATES = ['draft', 'signed'] as const;
export type MinutesState = (typeof MINUTES_STATES)[number];
export type MinutesEvent = keyof typeof minutesMachine.events & string;
