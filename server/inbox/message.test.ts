import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { MESSAGE_TYPES } from '../../contract/inbox/message.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { sendNextDigest, mailTime } from './message-mail.ts';
import { sendMessage } from './message.service.ts';

const NOW = Date.parse('2026-06-01T10:00:00+08:00');
const MINUTE = 60_000;
let t: TestContext;
let userId: number;
let reader: Bearer;

const call = async (method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object, headers = reader) =>
  (await t.app.inject({ method, url: `/prod-api/info/message${url}`, headers, ...(payload ? { payload } : {}) })).json<{
    code: number;
    msg: string;
    data: never;
  }>();
const send = (type: (typeof MESSAGE_TYPES)[number], title: string) =>
  t.context.db.transaction().execute((tx) => sendMessage(tx, { userId, type, title, content: '内容' }));
const mails = () => t.context.db.selectFrom('mail').select(['subject', 'body', 'email']).where('template', '=', '消息通知').orderBy('id').execute();

beforeAll(async () => {
  t = await testContext();
  userId = await t.addUser({ userName: 'reader1' });
  await t.addUser({ userName: 'reader2' });
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
beforeEach(async () => {
  for (const table of ['message', 'mail', 'notifyPreference', 'account'] as const) await t.context.db.deleteFrom(table).execute();
  reader = await t.as('reader1');
});
afterAll(async () => {
  vi.useRealTimers();
  await t.close();
});

const confirmAddress = () =>
  t.context.db
    .insertInto('account')
    .values({ userId, identityType: 'email', identifier: 'reader1@house.test', verified: '1', createTime: NOW, updateTime: NOW } as never)
    .execute();

test('#34 E83 the number of unread messages is the length of the list of unread ones, over random states', async () => {
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 16_807) % 2_147_483_647) % below;
  for (let round = 0; round < 60; round += 1) {
    const type = MESSAGE_TYPES[random(MESSAGE_TYPES.length)] ?? 'system';
    await send(type, `第${round}条`);
    const { data } = (await call('GET', '/mine?pageSize=100')) as unknown as { data: { rows: { messageId: number }[] } };
    const some = data.rows.filter(() => random(4) === 0).map(({ messageId }) => messageId);
    if (some.length > 0) await call(random(2) === 0 ? 'PUT' : 'DELETE', random(2) === 0 ? `/read/${some.join()}` : `/${some.join()}`);
    const badge = (await call('GET', '/unread')).data as unknown as number;
    const list = (await call('GET', '/mine?unread=1&pageSize=100')).data as unknown as { rows: object[]; total: number; unread: number };
    expect([list.rows.length, list.total, list.unread]).toEqual([badge, badge, badge]);
  }
});

test('another user’s messages can be neither read nor removed', async () => {
  await send('audit', '只给一号');
  const { id } = await t.context.db.selectFrom('message').select('id').executeTakeFirstOrThrow();
  const other = await t.as('reader2');
  await call('PUT', `/read/${id}`, undefined, other);
  await call('DELETE', `/${id}`, undefined, other);
  expect((await call('GET', '/unread')).data).toBe(1);
});

test('E87 mail needs a confirmed address, and messages about decisions cannot be switched off', async () => {
  expect((await call('PUT', '/preference', [{ type: 'audit', inbox: false, mail: 'off' }])).msg).toBe('审核、资金和系统通知不能关闭');
  expect((await call('PUT', '/preference', [{ type: 'reply', inbox: true, mail: 'now' }])).msg).toMatch(/^请先在「我的资料」中填写并确认邮箱/);
  expect((await call('PUT', '/preference', [{ type: 'reply', inbox: false, mail: 'off' }])).code).toBe(200);
  await send('reply', '有人回复');
  await send('audit', '审核结果');
  expect((await call('GET', '/unread')).data).toBe(1);
});

test('E87 immediate mails are at least 15 minutes apart and collect what came meanwhile; daily ones go out at eight', async () => {
  await confirmAddress();
  await call('PUT', '/preference', [
    { type: 'reply', inbox: true, mail: 'now' },
    { type: 'system', inbox: true, mail: 'daily' },
  ]);
  await send('reply', '第一条回复');
  expect(await sendNextDigest(t.context)).toBe(true);
  expect((await mails()).map(({ subject }) => subject)).toEqual(['第一条回复']);
  vi.setSystemTime(NOW + MINUTE);
  await send('reply', '第二条回复');
  await send('reply', '第三条回复');
  await send('system', '平台通知');
  expect(await sendNextDigest(t.context)).toBe(false);
  vi.setSystemTime(NOW + 16 * MINUTE);
  expect(await sendNextDigest(t.context)).toBe(true);
  const [, second] = await mails();
  expect(second?.subject).toBe('您有 2 条新消息');
  expect(second?.body).not.toContain('平台通知');
  vi.setSystemTime(Date.parse('2026-06-02T08:00:01+08:00'));
  expect(await sendNextDigest(t.context)).toBe(true);
  expect((await mails()).at(-1)?.subject).toBe('平台通知');
  expect(await sendNextDigest(t.context)).toBe(false);
});

test('a message that was read before its mail was due is not mailed', async () => {
  await confirmAddress();
  await call('PUT', '/preference', [{ type: 'reply', inbox: true, mail: 'daily' }]);
  await send('reply', '已经看过');
  await call('PUT', '/read');
  vi.setSystemTime(Date.now() + 2 * DAY_MS);
  expect(await sendNextDigest(t.context)).toBe(true);
  expect(await mails()).toEqual([]);
});

test('a daily mail goes out at the next eight o’clock in Shanghai', () => {
  const at = (time: string): number => Date.parse(`2026-06-01T${time}+08:00`);
  expect(mailTime('daily', at('07:59:59'), null)).toBe(at('08:00:00'));
  expect(mailTime('daily', at('08:00:00'), null)).toBe(at('08:00:00') + DAY_MS);
  expect(mailTime('daily', at('00:00:00'), null)).toBe(at('08:00:00'));
});
