import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';

/** For free works and works that the reader has a right to; a second score replaces the first. */
export const saveScore = endpoint('POST /info/score', {
  summary: '评分',
  access: 'signed-in',
  body: z.object({ publishId: id, score: z.number('请选择评分').int('请选择评分').min(1, '评分为1到5分').max(5, '评分为1到5分') }),
  data: z.object({ scoreAvg: z.number(), scoreCount: z.number() }),
});
