import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { queueMail, sendNextMail } from './mail-queue.ts';
import { mailText } from './mail-template.ts';

/** A mail server that accepts everything, unless a recipient has a reply of its own. */
function mailServer() {
  const messages: string[] = [];
  const replies = new Map<string, string>();
  const talk = (socket: Socket): void => {
    let text = '';
    let reading = false;
    socket.write('220 test\r\n');
    socket
      .on('error', () => undefined)
      .on('data', (some: Buffer) => {
        text += some.toString('latin1');
        for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
          if (reading) {
            const dot = text.indexOf('\r\n.\r\n');
            if (dot < 0) return;
            messages.push(text.slice(0, dot));
            text = text.slice(dot + 5);
            reading = false;
            socket.write('250 stored\r\n');
            continue;
          }
          const line = text.slice(0, end);
          text = text.slice(end + 2);
          const to = /^RCPT TO:<(.+)>/i.exec(line)?.[1];
          if (/^DATA/i.test(line)) {
            reading = true;
            socket.write('354 go on\r\n');
          } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
          else socket.write(`${(to && replies.get(to)) ?? '250 ok'}\r\n`);
        }
      });
  };
  return { server: createServer(talk), messages, replies };
}

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
  await queueMail(t.context.db, { email: 'reader@a.test', userId: null }, 'password', text);
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
  await queueMail(t.context.db, { email: 'nobody@a.test', userId: null }, 'password', text);
  await queueMail(t.context.db, { email: 'busy@a.test', userId: null }, 'password', text);
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
  await queueMail(t.context.db, { email: 'reader@a.test', userId: null }, 'password', text);
  const undone = t.context.db.transaction().execute(async (tx) => {
    await queueMail(tx, { email: 'other@a.test', userId: null }, 'password', text);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(await sendNextMail({ ...t.context, settings: { ...t.context.settings, smtpUrl: null } })).toBe(false);
  expect(await rows()).toMatchObject([{ email: 'reader@a.test', state: 'waiting', attempts: 0 }]);
});
