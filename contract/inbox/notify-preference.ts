import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MESSAGE_TYPES } from './message.ts';

/** When a message also goes out as mail. `daily` collects the messages of a day. */
export const MAIL_CHOICES = ['off', 'daily', 'now'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];
/** Messages about decisions and money stay in the inbox: they may have legal effect. */
export const ALWAYS_IN_INBOX: readonly string[] = ['audit', 'pay', 'system'];

export const preference = z.object({
  type: z.enum(MESSAGE_TYPES, '没有这种消息'),
  inbox: z.boolean(),
  mail: z.enum(MAIL_CHOICES, '没有这种通知方式'),
});
export type NotifyPreference = z.output<typeof preference>;

/** E87: one row for every type, and whether the caller has a confirmed mail address. */
export const myPreferences = endpoint('GET /info/message/preference', {
  summary: '通知设置',
  access: 'signed-in',
  data: z.object({ rows: z.array(preference), email: z.string(), confirmed: z.boolean() }),
});

/** Ends mails with messages without signing in (RFC 8058, one click); `token` is in the header of such a mail. */
export const unsubscribe = endpoint('POST /info/message/unsubscribe', {
  summary: '退订邮件通知',
  access: 'public',
  query: z.object({ token: z.string().min(1, '退订链接不完整').max(200, '退订链接不完整') }),
  body: z.object({ 'List-Unsubscribe': z.literal('One-Click', '退订请求不完整') }),
});

/** The same address opened by hand: the page with the choices. Opening a link changes nothing, because scanners of mail open links too. */
export const unsubscribePage = endpoint('GET /info/message/unsubscribe', { summary: '退订邮件通知（打开设置）', access: 'public', file: true });

export const savePreferences = endpoint('PUT /info/message/preference', {
  summary: '保存通知设置',
  access: 'signed-in',
  body: z.array(preference).max(MESSAGE_TYPES.length, '设置过多'),
});
