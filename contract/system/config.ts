import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** The value stands in `msg`, as the family has it; an unknown key answers an empty string. */
export const configValue = endpoint('GET /system/config/configKey/{key}', {
  summary: '按键名取参数',
  access: 'public',
  params: z.object({ key: z.string().max(100) }),
  answer: z.object({ msg: z.string() }),
});
