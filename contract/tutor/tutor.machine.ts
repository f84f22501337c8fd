import { stateMachine } from '../state-machine.ts';

const EDIT = 'cms:tutor:edit';

/**
 * SM22. The owner of an event is the person of its side (`APPLICANT_EVENTS`, `EXPERT_EVENTS`); `arbitrate` is for staff. The order of the fee
 * fires `paid`; cancelling a paid tutoring returns the fee by the rule of the event.
 */
export const tutorMachine = stateMachine({
  id: 'SM22',
  entity: 'tutor',
  name: '辅导',
  illegal: 22201,
  initial: 'applied',
  states: {
    applied: { label: '待确认', tone: 'review' },
    wait_pay: { label: '待支付', tone: 'waiting' },
    scheduled: { label: '已预约', tone: 'review' },
    done: { label: '已完成', tone: 'success' },
    rated: { label: '已评价', tone: 'success', final: true },
    declined: { label: '已婉拒', tone: 'idle', final: true },
    cancelled: { label: '已取消', tone: 'idle', final: true },
  },
  events: {
    accept: { label: '确认预约', from: ['applied'], to: ['wait_pay', 'scheduled'], by: 'owner' },
    decline: {
      label: '婉拒',
      from: ['applied'],
      to: 'declined',
      by: 'owner',
      reason: { min: 5, message: '请填写婉拒的原因，至少5个字' },
      danger: true,
    },
    paid: { label: '支付', from: ['wait_pay'], to: 'scheduled', by: 'program' },
    finish: { label: '完成辅导', from: ['scheduled'], to: 'done', by: 'owner' },
    recall: {
      label: '取消安排',
      from: ['wait_pay', 'scheduled'],
      to: 'cancelled',
      by: 'owner',
      reason: { min: 5, message: '请填写取消的原因，至少5个字' },
      danger: true,
    },
    rate: { label: '评价', from: ['done'], to: 'rated', by: 'owner' },
    cancel: { label: '取消预约', from: ['applied', 'wait_pay', 'scheduled'], to: 'cancelled', by: 'owner', danger: true },
    arbitrate: {
      label: '仲裁取消',
      from: ['applied', 'wait_pay', 'scheduled'],
      to: 'cancelled',
      permission: EDIT,
      reason: { min: 5, message: '请填写仲裁取消的理由，至少5个字' },
      consequence: '辅导取消后不能恢复，时段重新开放，双方都会收到理由。已付的辅导费按原支付方式全额退还。',
      danger: true,
    },
  },
  groups: {
    /** The time is kept free for it. */
    open: ['applied', 'wait_pay', 'scheduled'],
    /** Nothing more is written. */
    closed: ['rated', 'declined', 'cancelled'],
    /** The meeting is over or does not take place; a rating may be missing. */
    ended: ['done', 'rated', 'declined', 'cancelled'],
    /** Its time is or was settled. */
    inCalendar: ['scheduled', 'done', 'rated', 'cancelled'],
    calledOff: ['declined', 'cancelled'],
    /** The meeting took place. */
    held: ['done', 'rated'],
  },
});

export const APPLICANT_EVENTS = ['rate', 'cancel'] as const;
export const EXPERT_EVENTS = ['accept', 'decline', 'finish', 'recall'] as const;
export const STAFF_EVENTS = ['arbitrate'] as const;
export const TUTOR_EVENTS = [...APPLICANT_EVENTS, ...EXPERT_EVENTS, ...STAFF_EVENTS] as const;
export const TUTOR_STATES = ['applied', 'wait_pay', 'scheduled', 'done', 'rated', 'declined', 'cancelled'] as const;
/** Events that a person takes. */
export type TutorStep = (typeof TUTOR_EVENTS)[number];
/** `paid` is fired by the order of the fee. */
export type TutorEvent = TutorStep | 'paid';
export type TutorState = (typeof TUTOR_STATES)[number];
