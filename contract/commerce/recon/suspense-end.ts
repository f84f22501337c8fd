import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { file } from '../../field.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../../limits.ts';
import { id } from '../../page.ts';
import type { EventOf, StateOf } from '../../state-machine.ts';
import { VOUCHER } from '../offline.ts';
import { suspenseEndMachine } from './suspense-end.machine.ts';

export type SuspenseEndState = StateOf<typeof suspenseEndMachine>;
export type SuspenseEndEvent = EventOf<typeof suspenseEndMachine>;
const STATES = Object.keys(suspenseEndMachine.states) as [SuspenseEndState, ...SuspenseEndState[]];
export const SUSPENSE_ENDS = { assign: '归入订单', return: '退回付款人' } as const;
export type SuspenseEndKind = keyof typeof SUSPENSE_ENDS;
const KINDS = Object.keys(SUSPENSE_ENDS) as [SuspenseEndKind, ...SuspenseEndKind[]];
/** How money goes back: at the channel where it came in, or by a transfer from the bank. */
export const RETURN_WAYS = { channel: '渠道退款', transfer: '银行转账' } as const;
export type ReturnWay = keyof typeof RETURN_WAYS;
const WAYS = Object.keys(RETURN_WAYS) as [ReturnWay, ...ReturnWay[]];

export const suspenseEnd = z.object({
  endId: z.number(),
  kind: z.enum(KINDS),
  status: z.enum(STATES),
  orderNo: z.string(),
  reason: z.string(),
  proposedBy: z.string(),
  confirmedBy: z.string(),
  way: z.enum(['', ...WAYS]),
  returnNo: z.string(),
  /** Name of the voucher of a transfer. */
  voucher: z.string(),
  /** The events that the viewer may take now. */
  events: z.array(z.enum(['confirm', 'withdraw', 'finish'])),
});
export type SuspenseEnd = z.output<typeof suspenseEnd>;

/** Proposes what becomes of money in suspense; another person confirms it. */
export const proposeEnd = endpoint('POST /pay/recon/suspense/{reconItemId}', {
  summary: '处理待查款',
  access: 'pay:order:adopt',
  params: z.object({ reconItemId: id }),
  body: z.object({
    kind: z.enum(KINDS, '请选择处理方式'),
    /** Of `assign`. */
    orderNo: z.string().trim().max(32, '订单号不能超过32个字符').default(''),
    reason: z.string().trim().min(5, '请写明依据，至少5个字').max(200, '依据不能超过200个字符'),
  }),
});

export const decideEnd = endpoint('PUT /pay/recon/suspense/{event}/{endId}', {
  summary: '复核或撤回待查款处理',
  access: ['pay:order:confirm', 'pay:order:adopt'],
  params: z.object({ event: z.enum(['confirm', 'withdraw'], '没有这个操作'), endId: id }),
});

/** Registers that the money went back to the payer. */
export const finishReturn = endpoint('PUT /pay/recon/suspense/returned/{endId}', {
  summary: '登记待查款退回',
  access: 'pay:order:adopt',
  params: z.object({ endId: id }),
  body: z.object({
    way: z.enum(WAYS, '请选择退回方式'),
    returnNo: z.string().trim().min(1, '请填写退款单号或转账流水号').max(64, '单号不能超过64个字符'),
    voucher: file('转账凭证', VOUCHER),
  }),
});

/** The voucher of a transfer; every access is in the operation log. */
export const suspenseVoucher = endpoint('GET /pay/recon/suspense/voucher/{endId}', {
  summary: '查看退回凭证',
  access: 'pay:recon:list',
  params: z.object({ endId: id }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});
