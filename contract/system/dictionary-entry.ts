import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag } from '../page.ts';

export const dictionaryEntry = z.object({
  dictCode: z.number(),
  dictSort: z.number(),
  dictLabel: z.string(),
  dictValue: z.string(),
  dictType: z.string(),
  cssClass: z.string(),
  listClass: z.string(),
  isDefault: z.enum(['Y', 'N']),
  status: flag,
});

/** Public types are answered without a token; all others need one. */
export const entriesOfType = endpoint('GET /system/dict/data/type/{type}', {
  summary: '按类型取字典',
  access: 'public',
  params: z.object({ type: z.string().max(100) }),
  data: z.array(dictionaryEntry),
});
