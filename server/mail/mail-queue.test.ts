import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { mailServer } from '../../tests/support/mail-server.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { queueMail, sendNextMail } from './mail-queue.ts';
import { mailText } from './mail-template.ts';

let t: TestContext;
let server: Server;
let smtpUrl = '';
const { server: created, messages, replies } = mailServer();
const text = mailText({
  subject: '找回密码',
  greeting: '张三，您好：',
  paragraphs: ['<b>请</b>点下面的按钮。'],
  link: { label: '设新密码', url: 'https://a.test/?a=1&b=2' },
});

beforeAll(async () => {
  t = await testContext();
  server = created.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await t.close();
});
beforeEach(async () => {
  messages.length = 0;
  await t.context.db.deleteFrom('mail').execute();
});
const withServer = () => ({ ...t.context, settings: { ...t.context.settings, smtpUrl } });
const rows = () => t.context.db.selectFrom('mail').selectAll().execute();

test('a mail is sent once, with a plain and an HTML text, and its HTML contains the text only as text', async () => {
  await queueMail(t.context.db, { email: 'reader@a.test', userId: null }, '信件', text);
  const context = withServer();
  const [sent] = await Promise.all([sendNextMail(context), sendNextMail(context)]);
  expect(sent).toBe(true);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toContain('To: reader@a.test');
  expect(messages[0]).toContain('multipart/alternative');
  expect(text.html).toContain('&lt;b&gt;请&lt;/b&gt;');
  expect(text.body).toContain('设新密码：\nhttps://a.test/?a=1&b=2');
  expect(await rows()).toMatchObject([{ state: 'sent', attempts: 1, error: '' }]);
  expect(await sendNextMail(context)).toBe(false);
});

test('a mailbox that does not exist fails at once; a busy mail server is tried again later', async () => {
  replies.set('nobody@a.test', '550 no such mailbox');
  replies.set('busy@a.test', '451 try again');
  await queueMail(t.context.db, { email: 'nobody@a.test', userId: null }, '信件', text);
  await queueMail(t.context.db, { email: 'busy@a.test', userId: null }, '信件', text);
  const context = withServer();
  while (await sendNextMail(context));
  expect(messages).toEqual([]);
  const found = await rows();
  expect(found.find((row) => row.email === 'nobody@a.test')).toMatchObject({ state: 'failed', error: expect.stringContaining('no such mailbox') });
  const busy = found.find((row) => row.email === 'busy@a.test');
  expect(busy).toMatchObject({ state: 'waiting', attempts: 1, error: expect.stringContaining('try again') });
  expect(busy?.nextAttempt).toBeGreaterThan(Date.now());
});

test('without a mail server mails wait, and a transaction that fails sends nothing', async () => {
  await queueMail(t.context.db, { email: 'reader@a.test', userId: null }, '信件', text);
  const undone = t.context.db.transaction().execute(async (tx) => {
    await queueMail(tx, { email: 'other@a.test', userId: null }, '信件', text);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(await sendNextMail({ ...t.context, settings: { ...t.context.settings, smtpUrl: null } })).toBe(false);
  expect(await rows()).toMatchObject([{ email: 'reader@a.test', state: 'waiting', attempts: 0 }]);
});

test('mails to one address arrive in their order, each once and none lost, when every third attempt fails and servers are killed', async () => {
  const failing = mailServer({ failEvery: 3 });
  const opened = failing.server.listen(0, '127.0.0.1');
  await new Promise((resolve) => opened.once('listening', resolve));
  const context = { ...t.context, settings: { ...t.context.settings, smtpUrl: `smtp://127.0.0.1:${(opened.address() as AddressInfo).port}` } };
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    for (let n = 0; n < 48; n += 1)
      await queueMail(t.context.db, { email: `reader${n % 6}@a.test`, userId: null }, '信件', { ...text, subject: `mail ${n}` });
    let killed = 0;
    for (let round = 0; round < 200; round += 1) {
      // A server that is killed after the mail server has accepted a mail, and before it writes that down.
      const before = await t.context.db
        .selectFrom('mail')
        .select(['id', 'nextAttempt'])
        .where('state', '=', 'waiting')
        .orderBy('id')
        .executeTakeFirst();
      if (!before) break;
      const did = await sendNextMail(context);
      if (did && round % 20 === 7) {
        const last = await t.context.db.selectFrom('mail').select('id').where('state', '=', 'sent').orderBy('sentTime', 'desc').executeTakeFirst();
        if (last) {
          killed += 1;
          await t.context.db
            .updateTable('mail')
            .set({ state: 'waiting', sentTime: null, nextAttempt: Date.now() + 60_000 })
            .where('id', '=', last.id)
            .execute();
        }
      }
      if (!did) vi.setSystemTime(Date.now() + 30_000);
      else vi.setSystemTime(Date.now() + 10);
    }
    expect(killed).toBeGreaterThan(3);
    expect((await rows()).map(({ state }) => state)).toEqual(Array.from({ length: 48 }, () => 'sent'));
    expect(failing.refused()).toBeGreaterThan(10);
    // A mail server drops a second copy by its Message-ID.
    const delivered = failing.delivered();
    expect(delivered).toHaveLength(48);
    for (let reader = 0; reader < 6; reader += 1)
      expect(delivered.filter(({ to }) => to === `reader${reader}@a.test`).map(({ subject }) => subject)).toEqual(
        Array.from({ length: 8 }, (_, at) => `mail ${reader + 6 * at}`),
      );
  } finally {
    vi.useRealTimers();
    failing.server.close();
  }
});

test('#43.7 a mail with messages is ended with one click without signing in, a mail about the account has no such header', async () => {
  const context = withServer();
  const userId = await t.addUser({ userName: 'subscriber' });
  const other = await t.addUser({ userName: 'subscriber2' });
  await t.context.db
    .insertInto('notifyPreference')
    .values([userId, other].map((id) => ({ userId: id, type: 'reply', inbox: '1' as const, mail: 'now' as const })))
    .execute();
  await queueMail(t.context.db, { email: 'subscriber@a.test', userId }, '消息通知', text);
  await queueMail(t.context.db, { email: 'nobody-known@a.test', userId: null }, '信件', text);
  while (await sendNextMail(context));
  const [digest = '', letter = ''] = messages.map((message) => message.replaceAll(/\r\n[ \t]+/g, ' '));
  expect(letter).not.toContain('List-Unsubscribe');
  expect(digest).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const address = /List-Unsubscribe: <([^>]+)>/.exec(digest)?.[1] ?? '';
  const { pathname, search } = new URL(address);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const post = async (query: string, payload: string) =>
    (await t.app.inject({ method: 'POST', url: pathname + query, headers: form, payload })).json<{ code: number }>().code;
  const choice = async (id: number) =>
    (await t.context.db.selectFrom('notifyPreference').select('mail').where('userId', '=', id).where('type', '=', 'reply').executeTakeFirstOrThrow())
      .mail;
  // Scanners of mail open links: that alone ends nothing.
  expect((await t.app.inject({ url: pathname + search })).headers.location).toBe('/personalCenter/message');
  expect(await post(search, '')).toBe(400);
  expect(await post(`${search}x`, 'List-Unsubscribe=One-Click')).toBe(500);
  expect(await choice(userId)).toBe('now');
  expect(await post(search, 'List-Unsubscribe=One-Click')).toBe(200);
  expect([await choice(userId), await choice(other)]).toEqual(['off', 'now']);
  let last = 0;
  for (let count = 0; count < 70 && last !== 429; count += 1) last = await post(search, 'List-Unsubscribe=One-Click');
  expect(last).toBe(429);
});
