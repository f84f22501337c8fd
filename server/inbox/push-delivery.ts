import { DAY_MS } from '../../contract/clock.ts';
import type { PushText } from '../../contract/inbox/push.ts';
import type { AppContext } from '../context.ts';
import type { Database, Tx } from '../db/database.ts';
import { requestTrace } from '../db/request-trace.ts';
import { retryDelay } from '../jobs/backoff.ts';
import { runQueued } from '../telemetry/log.ts';
import type { PushSettings } from '../settings.ts';
import { isPushService } from './push-subscription.service.ts';

/** A push message about something of yesterday disturbs more than it helps: the inbox has it. */
const LIFE_MS = DAY_MS;
/** Longer than the request, so that no other server sends the same message while one is sending. */
const LEASE_MS = 60_000;
const TIMEOUT_MS = 15_000;
/** Encrypted messages may have 4 096 bytes; lock screens show less. */
const TITLE_LENGTH = 200;
/** The browser has given up the subscription. */
const GONE = [404, 410];
/** The push service may say when to come back, but not for longer than a message lives. */
const LONGEST_MS = 3_600_000;

/** Queues a message for every browser of a user that wants push messages, inside the transaction that creates the message. */
export async function queuePush(tx: Tx, userId: number, messageId: number, now: number): Promise<void> {
  const subscriptions = await tx
    .selectFrom('pushSubscription')
    .innerJoin('session', 'session.id', 'pushSubscription.sessionId')
    .select('pushSubscription.id')
    .where('pushSubscription.userId', '=', userId)
    .where('session.expiresAt', '>', now)
    .execute();
  if (subscriptions.length === 0) return;
  await tx
    .insertInto('pushDelivery')
    .values(subscriptions.map(({ id }) => ({ requestId: requestTrace(), subscriptionId: id, messageId, nextAttempt: now, expiresAt: now + LIFE_MS })))
    .execute();
}

/** The message of a delivery, while its session lasts, the user may sign in, and the message is not read. */
const contentOf = (db: Database, deliveryId: number, now: number) =>
  db
    .selectFrom('pushDelivery')
    .innerJoin('pushSubscription', 'pushSubscription.id', 'pushDelivery.subscriptionId')
    .innerJoin('session', 'session.id', 'pushSubscription.sessionId')
    .innerJoin('user', 'user.id', 'pushSubscription.userId')
    .innerJoin('message', 'message.id', 'pushDelivery.messageId')
    .select(['pushSubscription.id as subscriptionId', 'pushSubscription.endpoint', 'pushSubscription.p256dh', 'pushSubscription.auth'])
    .select(['message.id as messageId', 'message.title', 'message.link'])
    .where('pushDelivery.id', '=', deliveryId)
    .where('pushDelivery.expiresAt', '>', now)
    .where('session.expiresAt', '>', now)
    .where('user.status', '=', '0')
    .where('user.delFlag', '=', '0')
    .where('message.readAt', 'is', null)
    .whereRef('message.userId', '=', 'pushSubscription.userId')
    .executeTakeFirst();

/** Sends the push message that has been due longest; one that is refused for now is tried again until it is a day old. */
export async function sendNextPush({ db, settings }: AppContext): Promise<boolean> {
  const { push } = settings;
  if (!push) return false;
  const now = Date.now();
  const due = await db
    .selectFrom('pushDelivery')
    .select(['id', 'attempts', 'nextAttempt', 'requestId'])
    .where('nextAttempt', '<=', now)
    .orderBy('nextAttempt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!due) return false;
  const { numUpdatedRows } = await db
    .updateTable('pushDelivery')
    .set({ nextAttempt: now + LEASE_MS })
    .where('id', '=', due.id)
    .where('nextAttempt', '=', due.nextAttempt)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) return true;
  await runQueued({ name: 'push', id: due.id, requestId: due.requestId }, () => deliver(db, push, due, now));
  return true;
}

async function deliver(db: Database, push: PushSettings, due: { readonly id: number; readonly attempts: number }, now: number): Promise<void> {
  const found = await contentOf(db, due.id, now);
  const result = found && isPushService(push, found.endpoint) ? await send(push, found) : 'done';
  if (typeof result === 'object') {
    const wait = Math.max(retryDelay(due.attempts), Math.min(result.after, LONGEST_MS));
    await db
      .updateTable('pushDelivery')
      .set({ attempts: due.attempts + 1, nextAttempt: now + wait })
      .where('id', '=', due.id)
      .execute();
    return;
  }
  if (found && result === 'gone') {
    await db.deleteFrom('pushDelivery').where('subscriptionId', '=', found.subscriptionId).execute();
    await db.deleteFrom('pushSubscription').where('id', '=', found.subscriptionId).where('endpoint', '=', found.endpoint).execute();
  } else await db.deleteFrom('pushDelivery').where('id', '=', due.id).execute();
}

interface Content extends PushText {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

async function send(push: PushSettings, { endpoint, p256dh, auth, title, link, messageId }: Content): Promise<'done' | 'gone' | { after: number }> {
  // Loaded only by a server with keys.
  const { default: webPush } = await import('web-push');
  const text: PushText = { title: title.slice(0, TITLE_LENGTH), link, messageId };
  let details;
  try {
    details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(text), {
      vapidDetails: { subject: push.contact, publicKey: push.publicKey, privateKey: push.privateKey },
      TTL: LIFE_MS / 1_000,
      urgency: 'normal',
      topic: `message-${messageId}`,
    });
  } catch {
    // The public key of the browser is no point of the curve: nothing can be encrypted for it.
    return 'gone';
  }
  const { 'Content-Length': _length, ...headers } = details.headers;
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: details.body ? new Uint8Array(details.body) : null,
      // A redirect could lead anywhere.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    if (answer.ok) return 'done';
    if (GONE.includes(answer.status)) return 'gone';
    return { after: (Number(answer.headers.get('retry-after')) || 0) * 1_000 };
  } catch {
    return { after: 0 };
  }
}
