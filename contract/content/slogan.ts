import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const querySlogans = endpoint('GET /cms/slogan/querySlogan', {
  summary: '标语',
  access: 'public',
  query: z.object({ position: z.enum(['home', 'reading', 'login', 'scholar']).default('home') }),
  data: z.array(z.object({ sloganId: z.number(), content: z.string(), source: z.string() })),
});
