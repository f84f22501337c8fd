import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id, paging } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import { visible } from '../visible-text.ts';

export const APPLY_STATUSES = ['pending', 'confirming', 'supplement', 'approved', 'rejected', 'cancelled', 'revoked'] as const;
export type ApplyStatus = (typeof APPLY_STATUSES)[number];
/** Events by staff and by the applicant. */
export const AUDIT_EVENTS = ['approve', 'reject', 'supplement', 'revoke'] as const;
export const APPLICANT_EVENTS = ['resend', 'cancel'] as const;

const material = z.object({ fileId: z.number(), name: z.string().max(200), url: z.string().max(300) });

export const applyForLog = z.object({
  applyId: z.number(),
  applyNo: z.string(),
  userId: z.number(),
  userName: z.string(),
  nickName: z.string(),
  targetMode: z.string(),
  modeName: z.string(),
  realName: z.string(),
  unit: z.string(),
  reason: z.string(),
  materials: z.array(material),
  /** The scholar's page that the applicant claims; null for a mode alone. */
  scholarId: z.number().nullable(),
  scholarName: z.string(),
  status: z.enum(APPLY_STATUSES),
  /** Who approved first, where two approvers are needed. */
  firstAuditBy: z.string(),
  auditBy: z.string(),
  auditTime: z.string(),
  auditOpinion: z.string(),
  createTime: z.string(),
  /** Last day for resubmitting an application that must be supplemented. */
  expireAt: z.string(),
});
export type ApplyForLog = z.output<typeof applyForLog>;

export const listApplications = endpoint('GET /structure/applyForLog/list', {
  summary: '申请记录列表',
  access: 'structure:applyForLog:list',
  query: paging.extend({
    applyId: id.optional(),
    applyNo: searchTerm(20),
    realName: searchTerm(30),
    targetMode: searchTerm(20),
    status: z
      .union([z.enum(APPLY_STATUSES), z.literal('')])
      .transform((value) => value || undefined)
      .optional(),
  }),
  row: applyForLog,
});

export const auditApplication = endpoint('PUT /structure/applyForLog/{event}/{applyId}', {
  summary: '处理申请',
  access: 'structure:applyForLog:audit',
  params: z.object({ event: z.enum(AUDIT_EVENTS), applyId: id }),
  body: z.object({ opinion: z.string().trim().max(500, '意见不能超过500个字符').default('') }),
});

/** A file submitted with this application, often an identity card: needs a separate permission and is recorded in the operation log. */
export const applicationMaterial = endpoint('GET /structure/applyForLog/material/{applyId}/{fileId}', {
  summary: '查看申请材料',
  access: 'structure:applyForLog:document',
  params: z.object({ applyId: id, fileId: id }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

export const applicationDraft = z.object({
  targetMode: z.string({ error: '请选择要申请的身份' }).min(1, '请选择要申请的身份').max(20),
  realName: visible('请填写真实姓名').min(2, '真实姓名至少2个字').max(30, '真实姓名不能超过30个字符'),
  unit: visible().max(100, '单位不能超过100个字符').default(''),
  reason: visible('请填写申请理由').min(10, '申请理由至少10个字').max(500, '申请理由不能超过500个字符'),
  materials: z.array(material).max(5, '材料最多5份').default([]),
  /** With the mode `scholar`: the page that the applicant claims. */
  scholarId: id.nullish().transform((value) => value ?? null),
});

/** What the caller may apply for, and the caller's applications. */
export const myApplications = endpoint('GET /structure/applyForLog/mine', {
  summary: '我的申请',
  access: 'signed-in',
  data: z.object({
    modes: z.array(
      z.object({
        modeKey: z.string(),
        modeName: z.string(),
        needAudit: z.boolean(),
        requiredMaterials: z.array(z.string()),
        /** The caller already has it. */
        held: z.boolean(),
      }),
    ),
    applications: z.array(applyForLog),
  }),
});

export const apply = endpoint('POST /structure/applyForLog', {
  summary: '提交身份申请',
  access: 'signed-in',
  body: applicationDraft,
  data: applyForLog,
});

export const answerApplication = endpoint('PUT /structure/applyForLog/mine/{event}/{applyId}', {
  summary: '补正或撤销我的申请',
  access: 'signed-in',
  params: z.object({ event: z.enum(APPLICANT_EVENTS), applyId: id }),
  /** The resubmitted application; missing for a cancellation. */
  body: applicationDraft.nullish(),
});
