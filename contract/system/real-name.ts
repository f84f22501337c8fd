import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id, paging } from '../page.ts';
import type { EventOf, StateOf } from '../state-machine.ts';
import { visible } from '../visible-text.ts';
import { ID_TYPES, identityNumber, identityNumberFault } from './identity-number.ts';
import { realNameMachine } from './real-name.machine.ts';

export type RealNameState = StateOf<typeof realNameMachine>;
export type RealNameEvent = EventOf<typeof realNameMachine>;
export const REAL_NAME_STATES = Object.keys(realNameMachine.states) as [RealNameState, ...RealNameState[]];
export const REAL_NAME_STAFF_EVENTS = ['confirm', 'reject'] as const;
export const REAL_NAME_OWN_EVENTS = ['withdraw', 'remove'] as const;

const check = z.object({
  checkId: z.number(),
  userId: z.number(),
  status: z.enum(REAL_NAME_STATES),
  realName: z.string(),
  idType: z.enum(ID_TYPES),
  /** Empty after the check ended. */
  idCardNo: z.string(),
  fileName: z.string(),
  /** Why it was rejected. */
  reason: z.string(),
  createTime: z.string(),
  decidedAt: z.string(),
});

export const ownRealName = endpoint('GET /system/account/realName/mine', {
  summary: '我的实名认证',
  access: 'signed-in',
  data: z.object({
    status: z.enum(['none', 'pending', 'verified', 'failed']),
    /** The newest check, and the one that holds while another one waits; numbers are masked. */
    checks: z.array(check),
  }),
});

/** The own number in full, after the identity was confirmed again. */
export const ownIdentityNumber = endpoint('GET /system/account/realName/number/{checkId}', {
  summary: '查看我的证件号码',
  access: 'signed-in',
  confirm: true,
  params: z.object({ checkId: id }),
  data: z.object({ idNumber: z.string() }),
});

export const submitRealName = endpoint('POST /system/account/realName', {
  summary: '提交实名认证',
  access: 'signed-in',
  body: z
    .object({
      realName: visible('请填写真实姓名').min(2, '真实姓名至少2个字').max(30, '真实姓名不能超过30个字符'),
      idType: z.enum(ID_TYPES, { error: '请选择证件类型' }),
      idCardNo: z.string().max(40, '证件号码不能超过40个字符').transform(identityNumber),
      /** An uploaded file: a picture or a PDF of the document. */
      fileId: id,
    })
    .superRefine(({ idType, idCardNo }, context) => {
      const fault = identityNumberFault(idType, idCardNo);
      if (fault) context.addIssue({ code: 'custom', message: fault, path: ['idCardNo'] });
    }),
});

export const answerRealName = endpoint('PUT /system/account/realName/mine/{event}/{checkId}', {
  summary: '撤回或删除我的实名信息',
  access: 'signed-in',
  params: z.object({ event: z.enum(REAL_NAME_OWN_EVENTS), checkId: id }),
});

const staffRow = check.extend({
  userName: z.string(),
  nickName: z.string(),
  decidedBy: z.string(),
  /** Other accounts that were confirmed with the same document. */
  sameDocument: z.array(z.string()),
});
export type RealNameRow = z.output<typeof staffRow>;

export const realNameChecks = endpoint('GET /system/account/realName/list', {
  summary: '实名认证列表',
  access: 'system:account:realName',
  query: paging.extend({
    checkId: id.optional(),
    status: z
      .union([z.enum(REAL_NAME_STATES), z.literal('')])
      .transform((value) => value || undefined)
      .optional(),
  }),
  row: staffRow,
});

export const decideRealName = endpoint('PUT /system/account/realName/{event}/{checkId}', {
  summary: '核实实名信息',
  access: 'system:account:realName',
  params: z.object({ event: z.enum(REAL_NAME_STAFF_EVENTS), checkId: id }),
  body: z.object({ reason: z.string().trim().max(200, '原因不能超过200个字符').default('') }),
});

/** The picture of a document; every access is in the operation log. */
export const realNameDocument = endpoint('GET /system/account/realName/document/{checkId}', {
  summary: '查看实名材料',
  access: 'system:account:realName',
  params: z.object({ checkId: id }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});
