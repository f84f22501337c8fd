import { stateMachine } from '../state-machine.ts';

/** The amendment of an effective agreement (SM05): all authors sign, then the press; only then its terms hold. */
export const amendmentMachine = stateMachine({
  id: 'SM26',
  entity: 'protocolAmendment',
  name: '补充协议',
  illegal: 22601,
  initial: 'wait_author',
  states: {
    wait_author: { label: '待作者签', tone: 'waiting' },
    wait_press: { label: '待社方签', tone: 'waiting' },
    effective: { label: '已生效', tone: 'success', final: true },
    rejected: { label: '作者不同意', tone: 'error', final: true },
    cancelled: { label: '已撤回', tone: 'idle', final: true },
  },
  events: {
    signA: {
      label: '签署',
      from: ['wait_author'],
      to: ['wait_author', 'wait_press'],
      by: 'owner',
      consequence: '签署后不能撤回；全部作者签署后由出版社签署，补充协议生效。',
    },
    rejectA: {
      label: '不同意',
      from: ['wait_author'],
      to: 'rejected',
      by: 'owner',
      reason: { min: 5, message: '请写明不同意的条款和理由，至少5个字' },
      danger: true,
    },
    signB: {
      label: '社方签署',
      from: ['wait_press'],
      to: 'effective',
      permission: 'press:protocol:sign',
      consequence: '补充协议生效，与原协议一并执行。',
    },
    cancel: {
      label: '撤回',
      from: ['wait_author', 'wait_press'],
      to: 'cancelled',
      permission: 'press:protocol:edit',
      reason: { min: 2, message: '请填写撤回的原因' },
      danger: true,
    },
  },
});

export const AMENDMENT_STATES = ['wait_author', 'wait_press', 'effective', 'rejected', 'cancelled'] as const;
export type AmendmentState = (typeof AMENDMENT_STATES)[number];
export const AMENDMENT_EVENTS = ['signA', 'rejectA', 'signB', 'cancel'] as const;
export type AmendmentEvent = (typeof AMENDMENT_EVENTS)[number];
