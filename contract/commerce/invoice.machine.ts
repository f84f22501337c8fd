import { stateMachine } from '../state-machine.ts';

const REASON = { min: 5, message: '请写明原因，至少5个字，申请人会看到' } as const;

/** SM16. A red invoice of a part leaves the invoice issued; it is 已红冲 when nothing of it is left. */
export const invoiceMachine = stateMachine({
  id: 'SM16',
  entity: 'invoice',
  name: '发票',
  illegal: 21601,
  initial: 'applied',
  states: {
    applied: { label: '待开票', tone: 'waiting' },
    issuing: { label: '开具中', tone: 'review' },
    issued: { label: '已开票', tone: 'success' },
    failed: { label: '开具失败', tone: 'error' },
    rejected: { label: '已驳回', tone: 'error' },
    cancelled: { label: '已撤销', tone: 'idle', final: true },
    red: { label: '已红冲', tone: 'idle', final: true },
  },
  events: {
    issue: { label: '开具', from: ['applied', 'failed', 'issuing'], to: 'issued', permission: 'pay:invoice:issue' },
    send: { label: '送去开具', from: ['applied', 'failed'], to: 'issuing', permission: 'pay:invoice:issue' },
    fail: { label: '开具失败', from: ['issuing'], to: 'failed', by: 'program' },
    reject: { label: '驳回', from: ['applied', 'failed'], to: 'rejected', permission: 'pay:invoice:reject', reason: REASON, danger: true },
    cancel: { label: '撤销申请', from: ['applied', 'rejected'], to: 'cancelled', by: 'owner' },
    redPart: { label: '部分红冲', from: ['issued'], to: 'issued', permission: 'pay:invoice:red' },
    red: { label: '红冲', from: ['issued'], to: 'red', permission: 'pay:invoice:red' },
  },
  groups: {
    /** It holds the money of its lines. */
    live: ['applied', 'issuing', 'failed', 'issued', 'red'],
    /** A clerk has to issue it. */
    waiting: ['applied', 'issuing', 'failed'],
    ended: ['rejected', 'cancelled', 'red'],
    /** The buyer may give it up. */
    cancellable: ['applied', 'rejected'],
  },
});
