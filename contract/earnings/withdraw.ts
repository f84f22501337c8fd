import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { AMOUNT_WORDS } from '../money-input.ts';
import { id, paging } from '../page.ts';
import type { EventOf, StateOf } from '../state-machine.ts';
import { withdrawMachine } from './withdraw.machine.ts';

export type WithdrawState = StateOf<typeof withdrawMachine>;
export type WithdrawEvent = EventOf<typeof withdrawMachine>;
export const WITHDRAW_STATES = Object.keys(withdrawMachine.states) as [WithdrawState, ...WithdrawState[]];
export const WITHDRAW_STAFF_EVENTS = ['approve', 'reject', 'pay', 'fail', 'giveUp'] as const;
export const WITHDRAW_SHOWN = ['applied', 'approved', 'failed', 'ended', 'all'] as const;

const row = z.object({
  withdrawId: z.number(),
  withdrawNo: z.string(),
  amountFen: z.number(),
  bankName: z.string(),
  accountTail: z.string(),
  status: z.enum(WITHDRAW_STATES),
  failReason: z.string(),
  createTime: z.string(),
  paidAt: z.string(),
  can: z.array(z.string()),
});
export type OwnWithdraw = z.output<typeof row>;
const staffRow = row.extend({
  nickName: z.string(),
  userName: z.string(),
  days: z.number(),
  auditBy: z.string(),
  paidBy: z.string(),
  /** Why it should not be paid now; empty when nothing is known. */
  hold: z.string(),
});
export type WithdrawRow = z.output<typeof staffRow>;

export const applyWithdraw = endpoint('POST /earnings/withdraw', {
  summary: '申请提现',
  access: 'signed-in',
  confirm: true,
  body: z.object({
    requestId: z.uuid('请求编号不正确'),
    amountFen: z.number(AMOUNT_WORDS).int(AMOUNT_WORDS).min(1, AMOUNT_WORDS).max(Number.MAX_SAFE_INTEGER, AMOUNT_WORDS),
  }),
  data: z.object({ withdrawNo: z.string() }),
});

export const ownWithdraws = endpoint('GET /earnings/withdraw/mine', { summary: '我的提现', access: 'signed-in', query: paging, row });

export const cancelWithdraw = endpoint('PUT /earnings/withdraw/mine/cancel/{withdrawId}', {
  summary: '撤销提现',
  access: 'signed-in',
  params: z.object({ withdrawId: id }),
});

export const withdrawList = endpoint('GET /earnings/withdraw/list', {
  summary: '提现申请',
  access: 'earnings:withdraw:list',
  query: paging.extend({ withdrawId: id.optional(), shown: z.enum(WITHDRAW_SHOWN).default('all') }),
  row: staffRow,
});

export const withdrawEvent = endpoint('PUT /earnings/withdraw/{event}/{withdrawId}', {
  summary: '审核提现或登记打款',
  access: ['earnings:withdraw:audit', 'earnings:withdraw:pay'],
  params: z.object({ event: z.enum(WITHDRAW_STAFF_EVENTS, '没有这个操作'), withdrawId: id }),
  body: z.object({ reason: z.string().trim().max(200, '原因不能超过200个字符').default('') }),
});

/** The whole account number, for the transfer; every access is in the operation log. */
export const withdrawAccount = endpoint('GET /earnings/withdraw/account/{withdrawId}', {
  summary: '查看打款账号',
  access: 'earnings:withdraw:pay',
  confirm: true,
  params: z.object({ withdrawId: id }),
  data: z.object({ holder: z.string(), bankName: z.string(), bankAccountNo: z.string(), amountFen: z.number() }),
});
