import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { PERIOD_PATTERN } from './earning-limits.ts';

/** The postings of a month by account, for the books of the publisher. */
export const exportVoucher = endpoint('POST /earnings/voucher/export', {
  summary: '导出记账凭证',
  access: 'earnings:voucher:export',
  body: z.object({ month: z.string().regex(PERIOD_PATTERN, '月份格式为yyyy-MM') }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});
