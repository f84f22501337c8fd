import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import { visible } from '../visible-text.ts';

export const CHECK_KINDS = ['before_print', 'sample', 'finished'] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];
export const CHECK_KIND_NAMES: Readonly<Record<CheckKind, string>> = { before_print: '印前检查', sample: '样书检查', finished: '成品检查' };
export const SIGNERS = ['editor', 'proofreader', 'manager'] as const;
export type Signer = (typeof SIGNERS)[number];
export const SIGNER_NAMES: Readonly<Record<Signer, string>> = { editor: '责任编辑', proofreader: '责任校对', manager: '主管' };
/** Characters by area that a sample covers at least, or the whole book when it is shorter. */
export const SAMPLE_CHARACTERS = 100_000;

const check = z.object({
  checkId: z.number(),
  kind: z.enum(CHECK_KINDS),
  pageFrom: z.number(),
  pageTo: z.number(),
  charCount: z.number(),
  score: z.number(),
  rate: z.number(),
  verdict: z.enum(['pass', 'fail']),
  opinion: z.string(),
  inspectorName: z.string(),
  createTime: z.string(),
  signatures: z.array(z.object({ role: z.enum(SIGNERS), userName: z.string(), at: z.string() })),
  /** In what role the caller may sign now; empty when not. */
  maySign: z.enum([...SIGNERS, '']),
});
export type QualityCheck = z.output<typeof check>;

/** E94: the quality checks of a manuscript. */
export const qualityChecks = endpoint('GET /press/proofread/quality/{archiveId}', {
  summary: '质量检查',
  access: 'press:proof:list',
  params: z.object({ archiveId: id }),
  data: z.array(check),
});

const count = (label: string, most: number) =>
  z.number(`${label}须是整数`).int(`${label}须是整数`).min(1, `${label}至少为1`).max(most, `${label}过大`);

/** `score` in hundredths of a point. The inspector may not have proofread the book. */
export const addQualityCheck = endpoint('POST /press/proofread/quality', {
  summary: '登记质量检查',
  access: ['press:proof:assign', 'press:proof:check', 'press:proof:submit'],
  body: z
    .object({
      archiveId: id,
      kind: z.enum(CHECK_KINDS, '请选择检查的种类'),
      pageFrom: count('起始页', 10_000),
      pageTo: count('结束页', 10_000),
      charCount: count('抽查字数', 100_000_000),
      score: z.number('差错分须是数').int('差错分最多两位小数').min(0, '差错分不能为负').max(1_000_000, '差错分过大'),
      opinion: visible().max(1000, '意见不能超过1000个字').default(''),
    })
    .refine(({ pageFrom, pageTo }) => pageTo >= pageFrom, '结束页不能小于起始页'),
});

export const signQualityCheck = endpoint('PUT /press/proofread/quality/sign/{checkId}', {
  summary: '签署质量检查',
  access: ['press:proof:assign', 'press:proof:check', 'press:proof:submit'],
  params: z.object({ checkId: id }),
});
