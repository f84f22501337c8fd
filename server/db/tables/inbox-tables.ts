import type { Generated } from 'kysely';

export interface NotifyPreferenceTable {
  userId: number;
  /** Type of the messages. */
  type: string;
  inbox: Generated<'0' | '1'>;
  mail: Generated<'off' | 'daily' | 'now'>;
}

/** A browser that wants push messages, from the sign-in in it to the sign-out. */
export interface PushSubscriptionTable {
  id: Generated<number>;
  userId: number;
  /** The session that switched it on; the subscription is worth nothing without it. */
  sessionId: string;
  /** Address at the push service of the browser: a secret: it is enough to send messages. */
  endpoint: string;
  /** Public key and secret of the browser (RFC 8291), base64url. */
  p256dh: string;
  auth: string;
  createTime: number;
}

/** A message that waits to be sent to a browser. */
export interface PushDeliveryTable {
  id: Generated<number>;
  /** The request that has caused it. */
  requestId: Generated<string>;
  subscriptionId: number;
  messageId: number;
  attempts: Generated<number>;
  nextAttempt: number;
  /** Not sent after this time. */
  expiresAt: number;
}
