import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ids, paging } from '../page.ts';

/** E83. What a message is about: a task, a decision, money, an answer of another reader, the product itself. */
export const MESSAGE_TYPES = ['task', 'audit', 'pay', 'reply', 'system'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

export const message = z.object({
  messageId: z.number(),
  type: z.enum(MESSAGE_TYPES),
  title: z.string(),
  content: z.string(),
  /** Address inside the product, or empty. */
  link: z.string(),
  isRead: z.boolean(),
  createTime: z.string(),
});
export type Message = z.output<typeof message>;

/** The caller's own messages, newest first. `unread` counts all unread ones, whatever the filter. */
export const myMessages = endpoint('GET /info/message/mine', {
  summary: '我的消息',
  access: 'signed-in',
  query: paging.extend({
    type: z.enum([...MESSAGE_TYPES, ''], '没有这种消息').optional(),
    unread: z.enum(['1', ''], '筛选不正确').optional(),
  }),
  data: z.object({ rows: z.array(message), total: z.number(), unread: z.number() }),
});

/** The number of unread messages: the list of unread messages has as many rows. */
export const unreadMessages = endpoint('GET /info/message/unread', { summary: '未读消息数', access: 'signed-in', data: z.number() });

export const readMessages = endpoint('PUT /info/message/read', { summary: '全部标为已读', access: 'signed-in' });

export const readSomeMessages = endpoint('PUT /info/message/read/{ids}', { summary: '标为已读', access: 'signed-in', params: z.object({ ids }) });

export const removeMessages = endpoint('DELETE /info/message/{ids}', { summary: '删除消息', access: 'signed-in', params: z.object({ ids }) });
