import type { AppContext } from '../context.ts';
import type { Database, Tx } from '../db/database.ts';
import { failed } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { rateLimit, type RateLimit } from '../http/rate-limit.ts';
import type { PushSettings } from '../settings.ts';

const SUBSCRIPTIONS: RateLimit = { name: 'push_subscribe', points: 30, windowMs: 3_600_000, message: '推送通知开关过于频繁，请一小时后再试' };

export async function pushOf({ db, settings }: AppContext, { sessionId }: CurrentUser): Promise<{ key: string; on: boolean }> {
  if (!settings.push) return { key: '', on: false };
  const found = await db.selectFrom('pushSubscription').select('id').where('sessionId', '=', sessionId).executeTakeFirst();
  return { key: settings.push.publicKey, on: found !== undefined };
}

interface Given {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** One subscription for each session; a browser that another session has used before belongs to the newer one. */
export async function subscribe(context: AppContext, { userId, sessionId }: CurrentUser, { endpoint, keys }: Given): Promise<void> {
  const { push } = context.settings;
  if (!push) throw failed('本站没有开通推送通知，请改用邮件通知');
  if (!isPushService(push, endpoint)) throw failed('本站不支持这个浏览器的推送服务，请改用邮件通知');
  // The first byte of an uncompressed point.
  if (Buffer.from(keys.p256dh, 'base64url')[0] !== 4) throw failed('浏览器给出的推送地址不正确，请关闭后再打开');
  await rateLimit(context, SUBSCRIPTIONS, userId);
  await context.db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('pushSubscription')
      .where((eb) => eb.or([eb('sessionId', '=', sessionId), eb('endpoint', '=', endpoint)]))
      .execute();
    await tx
      .insertInto('pushSubscription')
      .values({ userId, sessionId, endpoint, ...keys, createTime: Date.now() })
      .execute();
  });
}

export async function unsubscribe({ db }: AppContext, { sessionId }: CurrentUser): Promise<void> {
  await db.deleteFrom('pushSubscription').where('sessionId', '=', sessionId).execute();
}

/** Removes the subscriptions of sessions that have ended. Until then nothing is sent to them: each delivery asks for the session. */
export async function removeEndedSubscriptions(db: Database | Tx): Promise<void> {
  const open = db.selectFrom('session').select('session.id').where('session.expiresAt', '>', Date.now());
  await db.deleteFrom('pushSubscription').where('sessionId', 'not in', open).execute();
}

/** Whether an address belongs to a push service to which this server sends. */
export function isPushService({ services }: Pick<PushSettings, 'services'>, address: string): boolean {
  const url = URL.parse(address);
  if (!url || url.username || url.password) return false;
  return services.some((service) => {
    if (service.includes('://')) return url.origin === service;
    if (url.protocol !== 'https:' || url.port) return false;
    return service.startsWith('.') ? url.hostname.endsWith(service) : url.hostname === service;
  });
}
