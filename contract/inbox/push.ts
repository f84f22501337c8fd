import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const CANNOT = '浏览器给出的推送地址不正确，请关闭后再打开';

/** Bytes in base64url without padding. */
const bytes = (length: number) =>
  z
    .string(CANNOT)
    .regex(/^[\w-]+$/, CANNOT)
    .length(Math.ceil((length * 4) / 3), CANNOT);

/** Whether this server sends push messages to browsers, and whether it sends them to the session that asks. */
export const myPush = endpoint('GET /info/message/push', {
  summary: '推送通知',
  access: 'signed-in',
  /** `key` is the public key for the subscription of the browser; empty when the server has no keys. */
  data: z.object({ key: z.string(), on: z.boolean() }),
});

/** What a browser returns for its subscription. It lasts until this session signs out. */
export const subscribePush = endpoint('POST /info/message/push', {
  summary: '打开推送通知',
  access: 'signed-in',
  body: z.object({
    endpoint: z.url(CANNOT).max(1_000, CANNOT),
    keys: z.object({ p256dh: bytes(65), auth: bytes(16) }, CANNOT),
  }),
});

export const unsubscribePush = endpoint('DELETE /info/message/push', { summary: '关闭推送通知', access: 'signed-in' });

/** The text of a push message, encrypted for the browser. */
export interface PushText {
  readonly title: string;
  /** Path inside the product. */
  readonly link: string;
  readonly messageId: number;
}
