import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { SPREAD_CODE } from './spread-code.ts';

/** A page was opened by a link. The page may come from the device, so the client reports it; nothing is answered about the code. */
export const clickSpread = endpoint('POST /pay/spread/click', {
  summary: '推广链接的点击',
  access: 'public',
  body: z.object({ code: z.string().regex(SPREAD_CODE, '推广码不正确') }),
});
