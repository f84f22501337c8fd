import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, paging } from '../page.ts';
import { requiredText } from '../required-text.ts';
import type { EventOf, StateOf } from '../state-machine.ts';
import { isBankAccount, TAX_RESIDENCES, type TaxResidence } from './earning-limits.ts';
import { PAYEE_KINDS, type PayeeKind } from './payee-registration.ts';
import { payeeMachine } from './payee.machine.ts';

export type PayeeState = StateOf<typeof payeeMachine>;
export type PayeeEvent = EventOf<typeof payeeMachine>;
export const PAYEE_STATES = Object.keys(payeeMachine.states) as [PayeeState, ...PayeeState[]];
export const PAYEE_STAFF_EVENTS = ['confirm', 'reject'] as const;

const own = z.object({
  /** Null while no account is stored. */
  account: z
    .object({
      holder: z.string(),
      bank: z.string(),
      branch: z.string(),
      /** The last four digits. */
      accountTail: z.string(),
      status: z.enum(PAYEE_STATES),
      reason: z.string(),
    })
    .nullable(),
  realNameVerified: z.boolean(),
  taxResidence: z.string(),
});
export const ownPayee = endpoint('GET /earnings/payee/mine', { summary: '我的收款账户', access: 'signed-in', data: own });

export const savePayee = endpoint('PUT /earnings/payee/mine', {
  summary: '保存收款账户',
  access: 'signed-in',
  confirm: true,
  body: z.object({
    bank: requiredText('请填写开户银行').max(60, '开户银行不能超过60个字符'),
    branch: z.string().trim().max(60, '支行不能超过60个字符').default(''),
    account: z
      .string()
      .max(40, '银行账号不能超过40个字符')
      .transform((text) => text.replace(/\s/g, ''))
      .refine(isBankAccount, '银行账号不正确，请核对12至19位数字'),
  }),
});

const row = z.object({
  payeeId: z.number(),
  nickName: z.string(),
  userName: z.string(),
  holder: z.string(),
  bank: z.string(),
  branch: z.string(),
  accountTail: z.string(),
  taxResidence: z.enum(Object.keys(TAX_RESIDENCES) as [TaxResidence, ...TaxResidence[]]),
  status: z.enum(PAYEE_STATES),
  reason: z.string(),
  changedAt: z.string(),
  decidedBy: z.string(),
  kind: z.enum(Object.keys(PAYEE_KINDS) as [PayeeKind, ...PayeeKind[]]),
  /** Finance keeps the data: the payee has no account here. */
  accountless: z.boolean(),
  creditCode: z.string(),
  /** The same account is stored for another person. */
  shared: z.boolean(),
  can: z.array(z.string()),
});
export type PayeeRow = z.output<typeof row>;

export const payeeList = endpoint('GET /earnings/payee/list', {
  summary: '收款人',
  access: 'earnings:payee:list',
  query: paging.extend({ status: z.union([z.enum(PAYEE_STATES), z.literal('')]).default(''), payeeId: id.optional() }),
  row,
});

export const payeeEvent = endpoint('PUT /earnings/payee/{event}/{payeeId}', {
  summary: '核实收款账户',
  access: 'earnings:payee:audit',
  params: z.object({ event: z.enum(PAYEE_STAFF_EVENTS, '没有这个操作'), payeeId: id }),
  body: z.object({ reason: z.string().trim().max(200, '原因不能超过200个字符').default('') }),
});

export const setResidence = endpoint('POST /earnings/payee/residence/{payeeId}', {
  summary: '登记税收居民身份',
  access: 'earnings:payee:audit',
  params: z.object({ payeeId: id }),
  body: z.object({
    taxResidence: z.enum(Object.keys(TAX_RESIDENCES) as [TaxResidence, ...TaxResidence[]], { error: '请选择税收居民身份' }),
    reason: requiredText('请写明依据').max(200, '依据不能超过200个字符'),
  }),
});
