import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id, paging } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import { PERIOD_PATTERN } from './earning-limits.ts';

const row = z.object({
  statementId: z.number(),
  statementNo: z.string(),
  period: z.string(),
  payee: z.string(),
  title: z.string(),
  protocolNo: z.string(),
  grossFen: z.number(),
  taxFen: z.number(),
  netFen: z.number(),
  createTime: z.string(),
});
export type StatementRow = z.output<typeof row>;

export const ownStatements = endpoint('GET /earnings/statement/mine', { summary: '我的对账单', access: 'signed-in', query: paging, row });

export const statementList = endpoint('GET /earnings/statement/list', {
  summary: '对账单',
  access: 'earnings:statement:list',
  query: paging.extend({
    period: z.union([z.string().regex(PERIOD_PATTERN, '账期格式为yyyy-MM'), z.literal('')]).default(''),
    keyword: searchTerm(60),
  }),
  row,
});

/** For the payee, and for staff who may export statements. */
export const statementFile = endpoint('GET /earnings/statement/file/{statementId}', {
  summary: '下载对账单',
  access: 'signed-in',
  params: z.object({ statementId: id }),
  query: z.object({ format: z.enum(['pdf', 'xlsx'], '没有这种格式').default('pdf') }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** Anybody who holds a copy compares it with what was frozen; an unknown code is not valid. */
export const checkStatement = endpoint('GET /earnings/statement/check/{code}', {
  summary: '查验对账单',
  access: 'public',
  params: z.object({ code: z.string().max(64, '查验码不正确') }),
  data: z.object({ valid: z.boolean(), statementNo: z.string(), period: z.string(), netFen: z.number() }),
});
