import { z } from 'zod';
import { VOUCHER } from '../commerce/offline.ts';
import { endpoint } from '../endpoint.ts';
import { file } from '../field.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id, paging } from '../page.ts';
import { requiredText } from '../required-text.ts';
import type { EventOf, StateOf } from '../state-machine.ts';
import { payeeDesignationMachine } from './payee-designation.machine.ts';

export type PayeeDesignationState = StateOf<typeof payeeDesignationMachine>;
export type PayeeDesignationEvent = EventOf<typeof payeeDesignationMachine>;
const STATES = Object.keys(payeeDesignationMachine.states) as [PayeeDesignationState, ...PayeeDesignationState[]];
const EVENTS = Object.keys(payeeDesignationMachine.events) as [PayeeDesignationEvent, ...PayeeDesignationEvent[]];
export const DESIGNATION_KINDS = { heir: '继承人', agent: '代理人', self: '本人（无账号）' } as const;
export type DesignationKind = keyof typeof DESIGNATION_KINDS;
const KINDS = Object.keys(DESIGNATION_KINDS) as [DesignationKind, ...DesignationKind[]];

const row = z.object({
  designationId: z.number(),
  protocolNo: z.string(),
  title: z.string(),
  party: z.string(),
  payee: z.string(),
  kind: z.enum(KINDS),
  reason: z.string(),
  /** Name of the document. */
  document: z.string(),
  status: z.enum(STATES),
  proposedBy: z.string(),
  confirmedBy: z.string(),
  createTime: z.string(),
  can: z.array(z.enum(EVENTS)),
});
export type PayeeDesignationRow = z.output<typeof row>;

export const designationList = endpoint('GET /earnings/designation/list', {
  summary: '收款指定',
  access: 'earnings:payee:list',
  query: paging.extend({ designationId: id.optional() }),
  row,
});

/** The parties of an agreement who can be paid through another payee. */
export const designationParties = endpoint('GET /earnings/designation/party', {
  summary: '协议的作者',
  access: 'earnings:payee:edit',
  query: z.object({ protocolNo: z.string().trim().min(1, '请填写协议编号').max(40, '协议编号不能超过40个字符') }),
  data: z.object({
    title: z.string(),
    parties: z.array(z.object({ name: z.string(), share: z.number(), hasAccount: z.boolean() })),
  }),
});

export const addDesignation = endpoint('POST /earnings/designation', {
  summary: '新增收款指定',
  access: 'earnings:payee:edit',
  body: z.object({
    protocolNo: requiredText('请填写协议编号').max(40, '协议编号不能超过40个字符'),
    party: requiredText('请选择作者').max(60, '作者不能超过60个字符'),
    payeeId: id,
    kind: z.enum(KINDS, { error: '请选择关系' }),
    reason: requiredText('请写明依据').max(200, '依据不能超过200个字符'),
    document: file('证明文件', VOUCHER, { required: true }),
  }),
});

export const designationEvent = endpoint('PUT /earnings/designation/{event}/{designationId}', {
  summary: '复核、撤回或终止收款指定',
  access: ['earnings:payee:audit', 'earnings:payee:edit'],
  params: z.object({ event: z.enum(EVENTS, '没有这个操作'), designationId: id }),
  body: z.object({ reason: z.string().trim().max(200, '原因不能超过200个字符').default('') }),
});

/** The document of a designation; every access is in the operation log. */
export const designationDocument = endpoint('GET /earnings/designation/document/{designationId}', {
  summary: '查看证明文件',
  access: 'earnings:payee:list',
  params: z.object({ designationId: id }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});
