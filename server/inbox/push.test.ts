import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { serverKeys, pushService, type PushBrowser } from '../../tests/support/push-service.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { sendMessage } from './message.service.ts';
import { sendNextPush } from './push-delivery.ts';
import { isPushService } from './push-subscription.service.ts';

const keys = serverKeys();
const HOUR_MS = 3_600_000;
let service: Awaited<ReturnType<typeof pushService>>;
let t: TestContext;
let userId: number;
let reader: Bearer;
let phone: PushBrowser;

type Answer = { code: number; msg: string; data: { key: string; on: boolean } };
const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, headers: Bearer, payload?: object) =>
  (await t.app.inject({ method, url: `/prod-api${url}`, headers, ...(payload ? { payload } : {}) })).json<Answer>();
const subscribe = (headers: Bearer, browser: object) => call('POST', '/info/message/push', headers, browser);
const send = (title: string, to = userId) =>
  t.context.db.transaction().execute((tx) => sendMessage(tx, { userId: to, type: 'task', title, content: '内容', link: '/task/todo' }));
/** Sends everything that is due. */
async function deliver(): Promise<void> {
  while (await sendNextPush(t.context));
}
const titles = () => service.received.map(({ text }) => (JSON.parse(text) as { title: string }).title);
const count = async (table: 'pushSubscription' | 'pushDelivery') => (await t.context.db.selectFrom(table).select('id').execute()).length;

beforeAll(async () => {
  service = await pushService(keys.publicKey);
  t = await testContext({ push: { ...keys, contact: 'mailto:it@example.org', services: ['.push.example.org', service.origin] } });
  userId = await t.addUser({ userName: 'reader1' });
  await t.addUser({ userName: 'reader2' });
});
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse('2026-06-01T10:00:00+08:00'), toFake: ['Date'] });
  for (const table of ['message', 'pushDelivery', 'pushSubscription', 'session'] as const) await t.context.db.deleteFrom(table).execute();
  reader = await t.as('reader1');
  phone = service.browser('phone');
  service.received.length = 0;
  service.answers.clear();
});
afterEach(() => {
  vi.useRealTimers();
  expect(service.faults).toEqual([]);
  expect(t.jobErrors).toEqual([]);
});
afterAll(async () => {
  await t.close();
  await service.close();
});

test('44.18 a browser that subscribed gets the title and address of a message, encrypted for it and signed by the server', async () => {
  expect((await call('GET', '/info/message/push', reader)).data).toEqual({ key: keys.publicKey, on: false });
  expect((await subscribe(reader, phone)).code).toBe(200);
  expect((await call('GET', '/info/message/push', reader)).data).toEqual({ key: keys.publicKey, on: true });
  await send('一审任务');
  await deliver();
  expect(service.received).toHaveLength(1);
  const { text, headers } = service.received[0] ?? { text: '{}', headers: {} };
  const { id } = await t.context.db.selectFrom('message').select('id').executeTakeFirstOrThrow();
  expect(JSON.parse(text)).toEqual({ title: '一审任务', link: '/task/todo', messageId: id });
  expect(headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm', urgency: 'normal', topic: `message-${id}` });
  await deliver();
  expect([service.received.length, await count('pushDelivery')]).toEqual([1, 0]);
});

test('44.18 two servers send a message once, and a transaction that fails sends none', async () => {
  await subscribe(reader, phone);
  const undone = t.context.db.transaction().execute(async (tx) => {
    await sendMessage(tx, { userId, type: 'task', title: '没有发生' });
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  await send('发生了');
  await Promise.all([deliver(), deliver()]);
  expect(titles()).toEqual(['发生了']);
});

test.each([404, 410])('44.18 the answer %i of the push service ends the subscription', async (status) => {
  await subscribe(reader, phone);
  service.answers.set('/phone', [{ status }]);
  await send('第一条');
  await send('第二条');
  await deliver();
  expect([service.received.length, await count('pushSubscription'), await count('pushDelivery')]).toEqual([0, 0, 0]);
  expect((await call('GET', '/info/message/push', reader)).data.on).toBe(false);
});

test('44.18 a busy push service is tried again when it says, and not after a day', async () => {
  await subscribe(reader, phone);
  service.answers.set('/phone', [{ status: 429, headers: { 'retry-after': '120' } }]);
  await send('稍后');
  await deliver();
  vi.setSystemTime(Date.now() + 119_000);
  await deliver();
  expect(titles()).toEqual([]);
  vi.setSystemTime(Date.now() + 1_000);
  await deliver();
  expect(titles()).toEqual(['稍后']);
  service.answers.set('/phone', [{ status: 503 }]);
  await send('太晚');
  await deliver();
  await t.context.db
    .updateTable('session')
    .set({ expiresAt: Date.now() + 72 * HOUR_MS })
    .execute();
  vi.setSystemTime(Date.now() + 24 * HOUR_MS);
  await deliver();
  expect([titles(), await count('pushDelivery'), await count('pushSubscription')]).toEqual([['稍后'], 0, 1]);
});

test('44.18 a message that was read elsewhere is not sent', async () => {
  await subscribe(reader, phone);
  await send('已读');
  await t.context.db.updateTable('message').set({ readAt: Date.now() }).execute();
  await deliver();
  expect([titles(), await count('pushDelivery')]).toEqual([[], 0]);
});

test('44.18 a subscription ends at the sign-out, in every way', async () => {
  const ends: readonly (readonly [string, (bearer: Bearer) => Promise<unknown>])[] = [
    ['the sign-out', (bearer) => call('POST', '/logout', bearer)],
    ['the end of the session from another device', () => t.context.db.deleteFrom('session').execute()],
    ['the expiry of the session', async () => vi.setSystemTime(Date.now() + 2 * HOUR_MS)],
    ['a blocked account', () => t.context.db.updateTable('user').set({ status: '1' }).where('id', '=', userId).execute()],
    ['the switch', (bearer) => call('DELETE', '/info/message/push', bearer)],
  ];
  for (const [name, end] of ends) {
    const bearer = await t.as('reader1');
    expect([name, (await subscribe(bearer, phone)).code]).toEqual([name, 200]);
    await send('排队');
    await end(bearer);
    await send('之后');
    await deliver();
    expect([name, titles(), await count('pushDelivery')]).toEqual([name, [], 0]);
    if (name === 'the sign-out') expect(await count('pushSubscription')).toBe(0);
    await t.context.db.updateTable('user').set({ status: '0' }).execute();
    vi.setSystemTime(Date.parse('2026-06-01T10:00:00+08:00'));
  }
});

test('44.18 a browser belongs to the user who subscribed last, and every browser of a user gets the message', async () => {
  const other = await t.as('reader2');
  const second = await t.as('reader1');
  await subscribe(reader, phone);
  await subscribe(second, service.browser('laptop'));
  await send('两处');
  await deliver();
  expect(service.received.map(({ path }) => path).toSorted()).toEqual(['/laptop', '/phone']);
  await subscribe(other, phone);
  expect([(await call('GET', '/info/message/push', reader)).data.on, (await call('GET', '/info/message/push', other)).data.on]).toEqual([
    false,
    true,
  ]);
  await send('只给一号');
  await deliver();
  expect(service.received.slice(2).map(({ path }) => path)).toEqual(['/laptop']);
});

test('44.18 an address that is no push service is refused, and keys must be those of a browser', async () => {
  for (const endpoint of [
    'http://169.254.169.254/latest',
    'http://127.0.0.1:1/x',
    'https://fcm.googleapis.com.attacker.test/x',
    'https://push.example.org/x',
    'https://a.push.example.org:8443/x',
    'https://u:p@a.push.example.org/x',
    'http://a.push.example.org/x',
  ])
    expect([endpoint, (await subscribe(reader, { ...phone, endpoint })).msg]).toEqual([endpoint, '本站不支持这个浏览器的推送服务，请改用邮件通知']);
  const wrong = '浏览器给出的推送地址不正确，请关闭后再打开';
  expect((await subscribe(reader, { ...phone, endpoint: 'phone' })).msg).toContain(wrong);
  expect((await subscribe(reader, { ...phone, keys: { ...phone.keys, auth: 'short' } })).msg).toContain(wrong);
  expect((await subscribe(reader, { ...phone, keys: { ...phone.keys, p256dh: 'A'.repeat(87) } })).msg).toContain(wrong);
  // The right length, but no point of the curve: it can only be found when something is encrypted.
  expect((await subscribe(reader, { ...phone, keys: { ...phone.keys, p256dh: `B${'A'.repeat(86)}` } })).code).toBe(200);
  await send('给不出');
  await deliver();
  expect([titles(), await count('pushSubscription')]).toEqual([[], 0]);
  expect(isPushService({ services: ['.push.example.org'] }, 'https://a.push.example.org/x')).toBe(true);
});

test('44.18 a server without keys offers no push messages', async () => {
  const bare = await testContext();
  await bare.addUser({ userName: 'reader1' });
  const headers = await bare.as('reader1');
  const get = await bare.app.inject({ url: '/prod-api/info/message/push', headers });
  expect(get.json<Answer>().data).toEqual({ key: '', on: false });
  const post = await bare.app.inject({ method: 'POST', url: '/prod-api/info/message/push', headers, payload: phone });
  expect(post.json<Answer>().msg).toBe('本站没有开通推送通知，请改用邮件通知');
  await bare.close();
});
