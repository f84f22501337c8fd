import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';

/** Forms in which a work is sold, each with its own rate. */
export const TERM_FORMS = { paper: '纸书', ebook: '电子书', audio: '有声与视频' } as const;
export type TermForm = keyof typeof TERM_FORMS;
export const TERM_PERIODS = { month: '每月', half: '每半年', year: '每年' } as const;
export type TermPeriod = keyof typeof TERM_PERIODS;
export const MOST_TIERS = 8;
export const MOST_RESERVE_BP = 3000;

const AMOUNT = '金额须为不小于0、精确到分的数';
const bp = (label: string, most = 10_000) =>
  z
    .number(`${label}须为万分之几的整数`)
    .int(`${label}须为整数`)
    .min(0, `${label}不能小于0`)
    .max(most, `${label}不能超过${most / 100}%`);
const copies = (label: string, least: number) =>
  z.number(`${label}须为整数`).int(`${label}须为整数`).min(least, `${label}不能小于${least}`).max(100_000_000, `${label}过大`);

/** The number of the first copy at a rate. */
const tier = z.object({ fromCopies: copies('起始册数', 1), bp: bp('版税率', 5000) });
export type TermTier = z.output<typeof tier>;

const rates = z
  .array(tier)
  .max(MOST_TIERS, `阶梯不能超过${MOST_TIERS}级`)
  .superRefine((tiers, context) => {
    if (tiers.length > 0 && tiers[0]?.fromCopies !== 1) context.addIssue({ code: 'custom', message: '第一级阶梯须从第1册开始' });
    if (tiers.some(({ fromCopies }, at) => at > 0 && fromCopies <= (tiers[at - 1]?.fromCopies ?? 0)))
      context.addIssue({ code: 'custom', message: '阶梯的起始册数须逐级增大' });
  });

/** The terms that decide what authors earn, as one version. A form without tiers and with a share of 0 earns nothing. */
export const termsBody = z.object({
  paperTiers: rates,
  ebookShareBp: bp('电子书分成'),
  audioShareBp: bp('有声与视频分成'),
  leastCopies: copies('首次结算最低册数', 0),
  advanceFen: z.number(AMOUNT).int(AMOUNT).min(0, AMOUNT).max(1_000_000_000_00, AMOUNT),
  recoup: z.boolean(),
  reserveBp: bp('退货准备金', MOST_RESERVE_BP),
  period: z.enum(Object.keys(TERM_PERIODS) as [TermPeriod, ...TermPeriod[]], { error: '请选择结算周期' }),
  authorDiscountBp: bp('作者购书折扣'),
});
export type TermsBody = z.output<typeof termsBody>;

const version = termsBody.extend({
  /** 0 for the agreement itself. */
  amendNo: z.number(),
  /** The first day on which it holds; empty until it is signed. */
  from: z.string(),
});
export type TermsVersion = z.output<typeof version>;

/** The versions of the terms of an agreement, oldest first; the last one with a day not after today is in force. */
export const protocolTerms = endpoint('GET /press/protocol/term/{protocolId}', {
  summary: '协议条款版本',
  access: 'signed-in',
  params: z.object({ protocolId: id }),
  data: z.object({ versions: z.array(version), editable: z.boolean() }),
});

/** Changes the terms of an agreement that is not sent to its authors yet. */
export const saveTerms = endpoint('PUT /press/protocol/term/{protocolId}', {
  summary: '修改协议的收益条款',
  access: 'press:protocol:edit',
  params: z.object({ protocolId: id }),
  body: termsBody,
});
