import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, paging } from '../page.ts';
import { visible } from '../visible-text.ts';
import { CONTEST, OBJECTION_STATES } from './contest-limits.ts';

export const raiseObjection = endpoint('POST /cms/contest/objection', {
  summary: '提出异议',
  access: 'signed-in',
  once: true,
  body: z.object({
    contestId: id,
    submitId: id.nullish(),
    content: visible('请写明异议和依据')
      .min(CONTEST.objection.min, `请写明异议和依据，至少${CONTEST.objection.min}个字`)
      .max(CONTEST.objection.max, `异议不能超过${CONTEST.objection.max}个字`),
    contact: visible().max(100, '联系方式不能超过100个字').default(''),
  }),
  data: z.object({ objectionId: z.number() }),
});

const objection = z.object({
  objectionId: z.number(),
  contestId: z.number(),
  contestTitle: z.string(),
  submitId: z.number().nullable(),
  submitNo: z.string(),
  title: z.string(),
  content: z.string(),
  status: z.enum(OBJECTION_STATES),
  reply: z.string(),
  createTime: z.string(),
  handledAt: z.string(),
});
export type Objection = z.output<typeof objection>;

export const myObjections = endpoint('GET /cms/contest/objection/mine', {
  summary: '我的异议',
  access: 'signed-in',
  query: paging.extend({ contestId: id.optional() }),
  row: objection,
});
const staffObjection = objection.extend({ raisedBy: z.string(), contact: z.string() });
export type StaffObjection = z.output<typeof staffObjection>;
export const objectionList = endpoint('GET /cms/contest/objection/list', {
  summary: '大赛异议',
  access: 'contest:contest:query',
  query: paging.extend({ contestId: id, status: z.enum(OBJECTION_STATES, '没有这个状态').optional() }),
  row: staffObjection,
});
export const answerObjection = endpoint('PUT /cms/contest/objection/{objectionId}', {
  summary: '处理异议',
  access: 'contest:contest:announce',
  params: z.object({ objectionId: id }),
  body: z.object({
    status: z.enum(['upheld', 'dismissed'], '请选择成立或不成立'),
    reply: visible('请填写答复').min(10, '请填写答复，至少10个字').max(CONTEST.objection.max, `答复不能超过${CONTEST.objection.max}个字`),
  }),
});

const certificate = z.object({
  certificateNo: z.string(),
  contestTitle: z.string(),
  title: z.string(),
  authorsText: z.string(),
  awardName: z.string(),
  organizer: z.string(),
  issuedAt: z.string(),
  valid: z.boolean(),
  /** Why it is no longer valid. */
  revokedReason: z.string(),
});
export type Certificate = z.output<typeof certificate>;

const NUMBER = /^ZS\d{4}-\d{4,8}-[0-9A-HJKMNP-TV-Z]{6}$/;
const one = z.object({ certificateNo: z.string().regex(NUMBER, '证书编号不正确') });

/** The check address that is printed on a certificate; anyone can open it. */
export const checkCertificate = endpoint('GET /cms/contest/certificate/check/{certificateNo}', {
  summary: '查验证书',
  access: 'public',
  params: one,
  data: certificate,
});
/** PDF, or the filled .docx template. */
export const downloadCertificate = endpoint('GET /cms/contest/certificate/{certificateNo}', {
  summary: '下载证书',
  access: 'signed-in',
  params: one,
  query: z.object({ type: z.enum(['pdf', 'docx'], '没有这种格式').default('pdf') }),
  file: true,
});
const certificateRow = certificate.extend({ submitId: z.number(), submitNo: z.string() });
export type CertificateRow = z.output<typeof certificateRow>;
export const certificateList = endpoint('GET /cms/contest/certificate/list', {
  summary: '大赛证书',
  access: 'contest:contest:query',
  query: paging.extend({ contestId: id }),
  row: certificateRow,
});
