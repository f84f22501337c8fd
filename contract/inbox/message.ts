import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { paging } from '../page.ts';

export const message = z.object({
  messageId: z.number(),
  type: z.enum(['task', 'audit', 'pay', 'system']),
  title: z.string(),
  content: z.string(),
  /** Address inside the product, or empty. */
  link: z.string(),
  isRead: z.boolean(),
  createTime: z.string(),
});
export type Message = z.output<typeof message>;

/** The caller's own messages, newest first. */
export const myMessages = endpoint('GET /info/message/mine', {
  summary: '我的消息',
  access: 'signed-in',
  query: paging,
  data: z.object({ rows: z.array(message), total: z.number(), unread: z.number() }),
});

export const readMessages = endpoint('PUT /info/message/read', { summary: '全部标为已读', access: 'signed-in' });
