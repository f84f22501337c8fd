import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, paging } from '../page.ts';

/** Of a refund that the buyer or the staff began before the recall, too; `open` is a line that no refund holds. */
export const RECALL_PARTS = { open: '未退款', waiting: '待审核或复核', sending: '退款中', failed: '退款失败', done: '已退款' } as const;
export type RecallPart = keyof typeof RECALL_PARTS;

/** The refunds of all buyers of a recalled work. The parts add up to its lines and its sum. */
const recallRow = z.object({
  recallId: z.number(),
  publishId: z.number(),
  title: z.string(),
  reason: z.string(),
  recalledBy: z.string(),
  createTime: z.string(),
  confirmedBy: z.string(),
  confirmedAt: z.string(),
  lines: z.number(),
  fen: z.number(),
  buyers: z.number(),
  parts: z.array(z.object({ part: z.enum(Object.keys(RECALL_PARTS) as [RecallPart, ...RecallPart[]]), lines: z.number(), fen: z.number() })),
  /** This user may confirm it: it waits, and another person recalled the work. */
  mayConfirm: z.boolean(),
});
export type RecallRow = z.output<typeof recallRow>;

export const recallList = endpoint('GET /pay/recall/list', {
  summary: '召回退款批次',
  access: ['pay:order:refund', 'pay:order:confirm'],
  query: paging.extend({ recallId: id.optional() }),
  row: recallRow,
});

/** A second person starts the refunds of a recall: every line is refunded in full. */
export const confirmRecall = endpoint('PUT /pay/recall/confirm/{recallId}', {
  summary: '复核召回退款',
  access: 'pay:order:confirm',
  confirm: true,
  params: z.object({ recallId: id }),
});
