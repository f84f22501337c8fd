import { stateMachine } from '../state-machine.ts';

const AUDIT = 'contest:submit:audit';

/** SM13: an entry of a contest. */
export const contestSubmitMachine = stateMachine({
  id: 'SM13',
  entity: 'contestSubmit',
  name: '参赛作品',
  illegal: 21301,
  initial: 'draft',
  states: {
    draft: { label: '草稿', tone: 'draft' },
    submitted: { label: '已提交', tone: 'waiting' },
    returned: { label: '待补正', tone: 'waiting' },
    in_preliminary: { label: '初审中', tone: 'review' },
    in_review: { label: '复审中', tone: 'review' },
    in_final: { label: '终审中', tone: 'review' },
    eliminated: { label: '未晋级', tone: 'idle', final: true },
    awarded: { label: '已获奖', tone: 'success' },
    withdrawn: { label: '已退赛', tone: 'idle', final: true },
    disqualified: { label: '取消资格', tone: 'error', final: true },
    void: { label: '逾期作废', tone: 'idle', final: true },
  },
  events: {
    submit: { label: '提交', from: ['draft', 'returned'], to: 'submitted', by: 'owner', consequence: '截止以前可以修改或退赛。' },
    edit: { label: '修改', from: ['submitted'], to: 'submitted', by: 'owner' },
    return: {
      label: '退回补正',
      from: ['submitted'],
      to: 'returned',
      permission: AUDIT,
      reason: { min: 5, message: '请写明要补正什么，至少5个字' },
      consequence: '参赛者有48小时补正，逾期作废。',
    },
    formalPass: { label: '形式审查通过', from: ['submitted'], to: 'in_preliminary', permission: AUDIT, consequence: '作品进入初审，不能再修改。' },
    enter: { label: '晋级', from: ['in_preliminary', 'in_review'], to: ['in_review', 'in_final'], by: 'program' },
    eliminate: { label: '未晋级', from: ['in_preliminary', 'in_review', 'in_final'], to: 'eliminated', by: 'program' },
    award: { label: '授奖', from: ['in_review', 'in_final'], to: 'awarded', by: 'program' },
    withdraw: {
      label: '退赛',
      from: ['draft', 'returned', 'submitted'],
      to: 'withdrawn',
      by: 'owner',
      consequence: '退赛后不能恢复；截止以前可以另投一件。',
      danger: true,
    },
    lapse: { label: '逾期作废', from: ['draft', 'returned'], to: 'void', by: 'program' },
    disqualify: {
      label: '取消资格',
      from: ['submitted', 'in_preliminary', 'in_review', 'in_final', 'awarded'],
      to: 'disqualified',
      permission: 'contest:submit:disqualify',
      reason: { min: 10, message: '请写明理由和证据，至少10个字' },
      consequence: '作品从名次中移除，已发的证书失效，不能恢复。',
      danger: true,
    },
  },
  groups: {
    /** The entry is in the competition. */
    running: ['submitted', 'in_preliminary', 'in_review', 'in_final'],
    /** Organisers and judges do not see the entry. */
    neverEntered: ['draft', 'withdrawn', 'void'],
    left: ['withdrawn', 'void'],
    /** The entry may have a place. */
    placed: ['in_review', 'in_final', 'awarded'],
    /** The entry is in a round with scores. */
    scored: ['in_review', 'in_final'],
    /** The entry has a rank. */
    ranked: ['in_review', 'in_final', 'awarded', 'eliminated'],
    /** The entry takes part in the first round. */
    firstRound: ['submitted', 'in_preliminary'],
  },
});

export const SUBMIT_STATES = [
  'draft',
  'submitted',
  'returned',
  'in_preliminary',
  'in_review',
  'in_final',
  'eliminated',
  'awarded',
  'withdrawn',
  'disqualified',
  'void',
] as const;
export type SubmitState = (typeof SUBMIT_STATES)[number];
export const OWNER_SUBMIT_EVENTS = ['submit', 'withdraw'] as const;
export const STAFF_SUBMIT_EVENTS = ['return', 'formalPass', 'disqualify'] as const;
export const SUBMIT_EVENTS = [...STAFF_SUBMIT_EVENTS, 'withdraw'] as const;
export type SubmitEvent =
  | (typeof OWNER_SUBMIT_EVENTS)[number]
  | (typeof STAFF_SUBMIT_EVENTS)[number]
  | 'edit'
  | 'enter'
  | 'eliminate'
  | 'award'
  | 'lapse';

/** The state of an entry while a round judges it. */
export const STATE_OF_ROUND = { 1: 'in_preliminary', 2: 'in_review', 3: 'in_final' } as const satisfies Readonly<Record<1 | 2 | 3, SubmitState>>;
