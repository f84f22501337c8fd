import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { paging } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import { PERIOD_PATTERN, TAX_CATEGORIES, type TaxCategory } from './earning-limits.ts';

const month = z.string().regex(PERIOD_PATTERN, '月份格式为yyyy-MM');
const category = z.enum(Object.keys(TAX_CATEGORIES) as [TaxCategory, ...TaxCategory[]]);
const filter = z.object({ month, category: z.union([category, z.literal('')]).default(''), keyword: searchTerm(60) });

/** The income of one payee in one month for one item, taxed as a whole. Amounts are fen. */
const row = z.object({
  key: z.string(),
  payee: z.string(),
  realName: z.string(),
  idTypeName: z.string(),
  /** The last four characters of the document. */
  idTail: z.string(),
  category,
  residence: z.string(),
  title: z.string(),
  lines: z.number(),
  incomeFen: z.number(),
  deductionFen: z.number(),
  taxableFen: z.number(),
  rateBp: z.number(),
  quickFen: z.number(),
  taxFen: z.number(),
  /** Withheld by earlier settlements of the month, and by the last one. */
  beforeFen: z.number(),
  nowFen: z.number(),
  version: z.string(),
});
export type TaxRow = z.output<typeof row>;

export const taxList = endpoint('GET /earnings/tax/list', {
  summary: '个税扣缴表',
  access: 'earnings:tax:list',
  query: paging.extend(filter.shape),
  row,
});

/** Sums of all rows of a filter, and whether the month is declared. */
export const taxSums = endpoint('GET /earnings/tax/sums', {
  summary: '个税合计',
  access: 'earnings:tax:list',
  query: filter,
  data: z.object({
    count: z.number(),
    incomeFen: z.number(),
    taxFen: z.number(),
    /** Empty while the month is open. */
    declaredAt: z.string(),
    declaredBy: z.string(),
    /** The tax of the whole month, which a declaration remits. */
    monthFen: z.number(),
    canDeclare: z.boolean(),
  }),
});

/** The list of the filter as a spreadsheet, with the numbers of the documents. */
export const exportTax = endpoint('POST /earnings/tax/export', {
  summary: '导出个税扣缴表',
  access: 'earnings:tax:export',
  confirm: true,
  body: filter,
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

export const declareTax = endpoint('PUT /earnings/tax/declare/{month}', {
  summary: '登记个税已申报',
  access: 'earnings:tax:declare',
  params: z.object({ month }),
});

/** Income and tax of the own year, as PDF. */
export const taxCertificate = endpoint('GET /earnings/tax/certificate/{year}', {
  summary: '下载完税证明',
  access: 'signed-in',
  params: z.object({ year: z.string().regex(/^20\d\d$/, '年份格式为yyyy') }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** Years in which the user was paid something. */
export const taxYears = endpoint('GET /earnings/tax/mine', {
  summary: '我的完税年度',
  access: 'signed-in',
  data: z.object({ years: z.array(z.object({ year: z.string(), incomeFen: z.number(), taxFen: z.number() })) }),
});
