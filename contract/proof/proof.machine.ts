import { stateMachine } from '../state-machine.ts';
import type { ManuscriptState } from '../manuscript/manuscript.machine.ts';

const ASSIGN = 'press:proof:assign';
const SUBMIT = 'press:proof:submit';
const CHECK = 'press:proof:check';

/** SM06: one row for each stage of 三校一读. The proofreader is the assignee; the responsible editor checks the marks. */
export const proofMachine = stateMachine({
  id: 'SM06',
  entity: 'proofread',
  name: '校对任务',
  illegal: 20601,
  initial: 'pending',
  states: {
    pending: { label: '待指派', tone: 'waiting' },
    assigned: { label: '待校', tone: 'waiting' },
    proofing: { label: '校对中', tone: 'review' },
    submitted: { label: '待核红', tone: 'waiting' },
    passed: { label: '已通过', tone: 'success', final: true },
    cancelled: { label: '已取消', tone: 'idle', final: true },
  },
  events: {
    assign: { label: '指派', from: ['pending'], to: 'assigned', permission: ASSIGN, consequence: '校对会收到消息，期限按每十万字七天计。' },
    transfer: {
      label: '改派',
      from: ['assigned', 'proofing'],
      to: 'assigned',
      permission: ASSIGN,
      reason: { min: 2, message: '请填写改派的原因' },
      consequence: '已标的记号留给后来的人。',
    },
    start: { label: '开始校对', from: ['assigned'], to: 'proofing', permission: SUBMIT, by: 'assignee' },
    submit: {
      label: '交校',
      from: ['proofing'],
      to: 'submitted',
      permission: SUBMIT,
      by: 'assignee',
      consequence: '交给责任编辑核红；交校后不能再改记号。',
    },
    pass: { label: '核红通过', from: ['submitted'], to: 'passed', permission: CHECK, consequence: '采纳的记号交排版改样，稿件进入下一个环节。' },
    redo: {
      label: '重校',
      from: ['submitted'],
      to: 'assigned',
      permission: CHECK,
      reason: { min: 5, message: '请填写重校的理由，至少5个字' },
      consequence: '由同一人再校一次，校次加一。',
      danger: true,
    },
    release: { label: '退回待指派', from: ['assigned', 'proofing'], to: 'pending', by: 'program' },
    cancel: { label: '取消', from: ['pending', 'assigned', 'proofing', 'submitted'], to: 'cancelled', by: 'program' },
  },
  groups: {
    open: ['pending', 'assigned', 'proofing', 'submitted'],
    /** The proofreader has the task. */
    assigned: ['assigned', 'proofing'],
    handedIn: ['submitted', 'passed'],
  },
});

export const PROOF_STATES = ['pending', 'assigned', 'proofing', 'submitted', 'passed', 'cancelled'] as const;
export type ProofState = (typeof PROOF_STATES)[number];
export const PROOF_EVENTS = ['assign', 'transfer', 'start', 'submit', 'pass', 'redo'] as const;
export type ProofEvent = keyof typeof proofMachine.events;

export const STAGES = ['one', 'two', 'three', 'read'] as const;
export type Stage = (typeof STAGES)[number];
export const STAGE_NAMES: Readonly<Record<Stage, string>> = { one: '一校', two: '二校', three: '三校', read: '通读' };
export const STAGE_STATE = { one: 'proof_one', two: 'proof_two', three: 'proof_three', read: 'reading' } as const satisfies Readonly<
  Record<Stage, ManuscriptState>
>;
/** Days for 100 000 characters. */
export const DAYS_PER_100K = 7;
/** Days that the author has for the own proof. */
export const AUTHOR_DAYS = 7;

export const FATES = ['pending', 'adopted', 'rejected', 'carried'] as const;
export type Fate = (typeof FATES)[number];
export const FATE_NAMES: Readonly<Record<Fate, string>> = { pending: '未处理', adopted: '采纳', rejected: '不改', carried: '转下一校' };
export const MARK_SOURCES = ['proofreader', 'author', 'reader', 'machine'] as const;
export type MarkSource = (typeof MARK_SOURCES)[number];
export const MARK_SOURCE_NAMES: Readonly<Record<MarkSource, string>> = { proofreader: '校对', author: '作者', reader: '读者', machine: '程序' };

/** Days from the assignment for a number of characters. */
export const proofDays = (characters: number): number => Math.max(1, Math.ceil((characters * DAYS_PER_100K) / 100_000));
