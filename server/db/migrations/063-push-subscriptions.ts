import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Browsers that want push messages, and the messages that wait for them. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.create('pushSubscription', {
    userId: 'number',
    sessionId: 'text',
    endpoint: 'text',
    p256dh: 'text',
    auth: 'text',
    createTime: 'number',
  });
  await make.unique('pushSubscriptionEndpoint', 'pushSubscription', ['endpoint']);
  await make.unique('pushSubscriptionSession', 'pushSubscription', ['sessionId']);
  await make.index('pushSubscriptionUser', 'pushSubscription', ['userId']);
  await make.create('pushDelivery', { subscriptionId: 'number', messageId: 'number', attempts: 'zero', nextAttempt: 'number', expiresAt: 'number' });
  await make.unique('pushDeliveryOnce', 'pushDelivery', ['subscriptionId', 'messageId']);
  await make.index('pushDeliveryDue', 'pushDelivery', ['nextAttempt']);
}
