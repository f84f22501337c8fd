import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id } from '../page.ts';
import type { Answer } from '../textbook/question-kind.ts';
import { questionKey } from '../textbook/question-schema.ts';
import { REGRADE_STATES } from './regrade.machine.ts';

/**
 * What is corrected: a new key; an answer that counts too, by `share` (1/10 000 of the question, of a blank where `blankId` is given); the item falls; full
 * points for everybody or for those who answered; other points.
 */
const change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('key'), key: questionKey }),
  z.object({
    kind: z.literal('accept'),
    answer: z.string().max(500, '答案不能超过500个字').min(1, '请填写也算对的答案'),
    blankId: z.string().max(16).default(''),
    share: z.number().int().min(1, '得分比例须大于0').max(10_000, '得分比例不能超过100%').default(10_000),
  }),
  z.object({ kind: z.literal('drop') }),
  z.object({ kind: z.literal('full'), who: z.enum(['all', 'answered'], '请选择给谁满分') }),
  z.object({ kind: z.literal('points'), points: z.number().int('分值最多两位小数').min(0, '分值不能小于0').max(100_000, '分值过大') }),
]);
export type RegradeChange = z.output<typeof change>;
export const REGRADE_KINDS = { key: '改答案', accept: '也算对', drop: '这题不算', full: '给满分', points: '改分值' } as const;

const line = z.object({
  attemptId: z.number(),
  memberName: z.string(),
  answer: z.custom<Answer | null>(),
  /** Of the item, and of the whole attempt after the penalty for lateness; hundredths of a point. */
  before: z.number(),
  after: z.number(),
  totalBefore: z.number(),
  totalAfter: z.number(),
});
const preview = z.object({ regradeId: z.number(), lines: z.array(line), up: z.number(), same: z.number(), down: z.number() });
export type RegradePreview = z.output<typeof preview>;

export const previewRegrade = endpoint('POST /cms/regrade/preview', {
  summary: '预览重新评分',
  access: 'signed-in',
  body: z.object({ assignmentId: id, itemId: z.string().max(32), change, onlyUp: flag.default('1'), withManual: flag.default('0') }),
  data: preview,
});
export const applyRegrade = endpoint('POST /cms/regrade/apply', {
  summary: '应用重新评分',
  access: 'signed-in',
  body: z.object({ regradeId: id }),
  data: z.object({ changed: z.number() }),
});
export const undoRegrade = endpoint('POST /cms/regrade/undo', {
  summary: '撤销重新评分',
  access: 'signed-in',
  body: z.object({ regradeId: id }),
  data: z.object({ changed: z.number() }),
});
export const regradeList = endpoint('GET /cms/regrade/list/{assignmentId}', {
  summary: '重新评分记录',
  access: 'signed-in',
  params: z.object({ assignmentId: id }),
  data: z.array(
    z.object({
      regradeId: z.number(),
      itemId: z.string(),
      kind: z.enum(Object.keys(REGRADE_KINDS) as [keyof typeof REGRADE_KINDS, ...(keyof typeof REGRADE_KINDS)[]]),
      status: z.enum(REGRADE_STATES),
      changed: z.number(),
      byName: z.string(),
      at: z.string(),
      canUndo: z.boolean(),
    }),
  ),
});
