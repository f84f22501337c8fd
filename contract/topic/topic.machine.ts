import { stateMachine } from '../state-machine.ts';

const OPEN = ['draft', 'submitted', 'section_passed', 'revise', 'scheduled', 'deferred', 'approved'] as const;

/** SM02. Approval, deferral and rejection follow from the signature of the minutes. */
export const topicMachine = stateMachine({
  id: 'SM02',
  entity: 'topic',
  name: '选题',
  illegal: 20201,
  initial: 'draft',
  states: {
    draft: { label: '草稿', tone: 'draft' },
    submitted: { label: '待室审', tone: 'waiting' },
    section_passed: { label: '待上会', tone: 'waiting' },
    revise: { label: '退回修改', tone: 'waiting' },
    scheduled: { label: '已列会', tone: 'review' },
    approved: { label: '已通过', tone: 'success' },
    deferred: { label: '缓议', tone: 'waiting' },
    rejected: { label: '已否决', tone: 'error', final: true },
    cancelled: { label: '已撤销', tone: 'idle' },
    expired: { label: '已失效', tone: 'idle', final: true },
  },
  events: {
    submit: {
      label: '提交申报',
      from: ['draft', 'revise'],
      to: 'submitted',
      permission: 'press:topic:submit',
      by: 'owner',
      consequence: '提交后由编辑室主任审核，其间不能修改。',
    },
    sectionPass: {
      label: '室内论证通过',
      from: ['submitted'],
      to: 'section_passed',
      permission: 'press:topic:section',
      consequence: '选题进入待上会，由编务列入论证会议程。',
    },
    sectionReturn: {
      label: '退回修改',
      from: ['submitted'],
      to: 'revise',
      permission: 'press:topic:section',
      reason: { min: 5, message: '请填写退回意见，至少5个字' },
      consequence: '申报人会收到意见，修改后再次提交。',
    },
    schedule: { label: '列入议程', from: ['section_passed', 'deferred'], to: 'scheduled', permission: 'press:session:edit' },
    unschedule: { label: '移出议程', from: ['scheduled'], to: 'section_passed', permission: 'press:session:edit' },
    approve: { label: '论证通过', from: ['scheduled'], to: 'approved', by: 'program' },
    defer: { label: '缓议', from: ['scheduled'], to: 'deferred', by: 'program' },
    reject: { label: '否决', from: ['scheduled'], to: 'rejected', by: 'program' },
    record: {
      label: '登记备案号',
      from: ['approved'],
      to: 'approved',
      permission: 'press:topic:record',
      consequence: '登记后，稿件可以终审通过。',
    },
    cancel: {
      label: '撤销申报',
      from: ['draft', 'submitted', 'revise', 'section_passed', 'deferred'],
      to: 'cancelled',
      by: 'owner',
      consequence: '选题不再论证，稿件回到已投稿，可以重新申报。',
      danger: true,
    },
    close: { label: '随稿件终止', from: [...OPEN], to: 'cancelled', by: 'program' },
    reopen: {
      label: '随稿件恢复',
      from: ['cancelled'],
      to: ['draft', 'submitted', 'section_passed', 'revise', 'deferred', 'approved'],
      by: 'program',
    },
    expire: { label: '到期失效', from: ['approved'], to: 'expired', by: 'program' },
  },
  groups: {
    /** Its declarer may change it. */
    writable: ['draft', 'revise'],
    /** It can be put on an agenda. */
    awaitsSession: ['section_passed', 'deferred'],
  },
});

export const TOPIC_STATES = [
  'draft',
  'submitted',
  'section_passed',
  'revise',
  'scheduled',
  'approved',
  'deferred',
  'rejected',
  'cancelled',
  'expired',
] as const;
export type TopicState = (typeof TOPIC_STATES)[number];
export type TopicEvent = keyof typeof topicMachine.events;

/** A manuscript has at most one topic in these states. */
export const OPEN_TOPIC: readonly TopicState[] = OPEN;
/** Events that a user takes directly, through the endpoints of the topic. */
export const TOPIC_EVENTS = ['submit', 'sectionPass', 'sectionReturn', 'record', 'cancel'] as const;
