import { stateMachine } from '../state-machine.ts';

const EDIT = 'press:protocol:edit';
const AUDIT = 'press:protocol:audit';

/** SM05. Every author of party A with an account may take `signA` and `rejectA`; after the last signature the state is `wait_press`. */
export const protocolMachine = stateMachine({
  id: 'SM05',
  entity: 'protocol',
  name: '出版协议',
  illegal: 20501,
  initial: 'draft',
  states: {
    draft: { label: '拟稿', tone: 'draft' },
    checking: { label: '审核中', tone: 'review' },
    returned: { label: '退回', tone: 'error' },
    wait_author: { label: '待作者签', tone: 'waiting' },
    wait_press: { label: '待社方签', tone: 'waiting' },
    effective: { label: '已生效', tone: 'success' },
    terminated: { label: '已解除', tone: 'error', final: true },
    expired: { label: '已到期', tone: 'idle', final: true },
    cancelled: { label: '已作废', tone: 'idle', final: true },
  },
  events: {
    submit: { label: '送审', from: ['draft', 'returned'], to: 'checking', permission: EDIT, consequence: '送审后由编务审核条款，其间不能修改。' },
    approve: { label: '审核通过', from: ['checking'], to: 'wait_author', permission: AUDIT, consequence: '作者会收到签署的消息。' },
    return: {
      label: '退回',
      from: ['checking'],
      to: 'returned',
      permission: AUDIT,
      reason: { min: 2, message: '请填写退回的意见' },
      danger: true,
    },
    signA: {
      label: '签署',
      from: ['wait_author'],
      to: ['wait_author', 'wait_press'],
      by: 'owner',
      consequence: '签署后不能撤回；全部作者签署后由出版社签署，协议生效。',
    },
    rejectA: {
      label: '不同意',
      from: ['wait_author'],
      to: 'returned',
      by: 'owner',
      reason: { min: 5, message: '请写明不同意的条款和理由，至少5个字' },
      danger: true,
    },
    signB: {
      label: '社方签署',
      from: ['wait_press'],
      to: 'effective',
      permission: 'press:protocol:sign',
      consequence: '协议生效，稿件进入编辑加工。',
    },
    terminate: {
      label: '解除',
      from: ['effective'],
      to: 'terminated',
      permission: 'press:protocol:terminate',
      reason: { min: 5, message: '请填写解除的原因，至少5个字' },
      consequence: '稿件转为搁置；已上架的作品须另行下架。',
      danger: true,
    },
    amend: { label: '补充协议生效', from: ['effective'], to: 'effective', by: 'program' },
    expire: { label: '到期', from: ['effective'], to: 'expired', by: 'program' },
    cancel: { label: '作废', from: ['draft', 'checking', 'returned', 'wait_author', 'wait_press'], to: 'cancelled', by: 'program' },
  },
  groups: {
    /** The editor may change it. */
    writable: ['draft', 'returned'],
    /** It has not reached its authors, or never did. */
    internal: ['draft', 'checking', 'returned', 'cancelled'],
    /** It is or was in force. */
    signed: ['effective', 'terminated', 'expired'],
    unsigned: ['draft', 'checking', 'returned', 'wait_author', 'wait_press'],
  },
});

export const PROTOCOL_STATES = [
  'draft',
  'checking',
  'returned',
  'wait_author',
  'wait_press',
  'effective',
  'terminated',
  'expired',
  'cancelled',
] as const;
export type ProtocolState = (typeof PROTOCOL_STATES)[number];
export const PROTOCOL_STAFF_EVENTS = ['submit', 'approve', 'return', 'signB', 'terminate'] as const;
export const PROTOCOL_AUTHOR_EVENTS = ['signA', 'rejectA'] as const;
export type ProtocolEvent = (typeof PROTOCOL_STAFF_EVENTS)[number] | (typeof PROTOCOL_AUTHOR_EVENTS)[number] | 'amend' | 'expire' | 'cancel';

export const RIGHTS = ['paper', 'digital', 'audio', 'translation', 'network'] as const;
export const RIGHT_NAMES: Readonly<Record<(typeof RIGHTS)[number], string>> = {
  paper: '纸质出版',
  digital: '数字出版',
  audio: '音频',
  translation: '翻译',
  network: '信息网络传播',
};
export const PAY_MODES = ['royalty', 'base_print', 'lump', 'none', 'self_funded'] as const;
export const PAY_MODE_NAMES: Readonly<Record<(typeof PAY_MODES)[number], string>> = {
  royalty: '版税',
  base_print: '基本稿酬加印数稿酬',
  lump: '一次性付酬',
  none: '不付酬',
  self_funded: '作者资助',
};
/** Reference range of the royalty rate in basis points: original works, and works derived from others. */
export const ROYALTY_RANGE = { original: [300, 1000], derived: [100, 700] } as const;
