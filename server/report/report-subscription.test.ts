import type { AddressInfo, Server } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { mailServer } from '../../tests/support/mail-server.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { sendNextMail } from '../mail/mail-queue.ts';
import { daysBefore, lastPeriods, nextTime, periodOf } from './report-days.rule.ts';
import { storeSnapshots } from './report-snapshot.service.ts';
import { readReport, sourceOf } from './report.service.ts';
import { sendDueSubscription } from './report-subscription-run.service.ts';

const SALES = ['report:report:list', 'report:report:export', 'pay:order:list'];
const at = (text: string): number => Date.parse(`${text}+08:00`);
const NOON = at('2026-03-10T12:00:00');
let t: TestContext;
let server: Server;
let smtpUrl = '';
const ids: Record<string, number> = {};
const { server: created, messages } = mailServer();
const ask = async (userName: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  (await t.app.inject({ method, url: `/prod-api/report/${path}`, headers: await t.as(userName), ...(payload ? { payload } : {}) })).json();

beforeAll(async () => {
  t = await testContext();
  await t.context.jobs.stop();
  for (const userName of ['owner', 'reader', 'leaver']) ids[userName] = await t.addUser({ userName, permissions: SALES });
  ids['nobody'] = await t.addUser({ userName: 'nobody', permissions: ['report:report:list'] });
  ids['silent'] = await t.addUser({ userName: 'silent', permissions: SALES });
  for (const userName of ['owner', 'reader', 'leaver', 'nobody'])
    await t.context.db
      .updateTable('user')
      .set({ email: `${userName}@a.test` })
      .where('userName', '=', userName)
      .execute();
  server = created.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await t.close();
});
beforeEach(async () => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  messages.length = 0;
  for (const table of ['mail', 'reportRun', 'reportRecipient', 'reportSubscription', 'reportSnapshot'] as const)
    await t.context.db.deleteFrom(table).execute();
});
afterEach(() => {
  vi.useRealTimers();
});
const wanted = (change: object = {}) => ({
  key: 'sales',
  filter: 'channel:alipay',
  cadence: 'day',
  hour: 8,
  format: 'xlsx',
  recipientIds: [ids['owner'], ids['reader']],
  ...change,
});
const subscribe = async (change: object = {}) => (await ask('owner', 'POST', 'subscription', wanted(change))).data.subscriptionId as number;
const mails = () => t.context.db.selectFrom('mail').selectAll().orderBy('id').execute();

test('S2.3.17 #137 a subscription is due at its hour in Shanghai, for the day, the week or the month before', () => {
  expect(nextTime('day', 8, NOON)).toBe(at('2026-03-11T08:00:00'));
  expect(nextTime('day', 13, NOON)).toBe(at('2026-03-10T13:00:00'));
  expect(nextTime('week', 0, NOON)).toBe(at('2026-03-16T00:00:00'));
  expect(nextTime('month', 23, NOON)).toBe(at('2026-04-01T23:00:00'));
  expect(daysBefore('day', at('2026-03-01T00:00:00'))).toEqual({ begin: '2026-02-28', end: '2026-02-28' });
  expect(daysBefore('week', at('2026-03-16T08:00:00'))).toEqual({ begin: '2026-03-09', end: '2026-03-15' });
  expect(daysBefore('month', at('2026-01-01T08:00:00'))).toEqual({ begin: '2025-12-01', end: '2025-12-31' });
});

test('S2.3.17 #137 whole months, quarters and years are periods', () => {
  expect(periodOf({ begin: '2024-02-01', end: '2024-02-29' })).toBe('2024-02');
  expect(periodOf({ begin: '2026-01-01', end: '2026-03-31' })).toBe('2026-Q1');
  expect(periodOf({ begin: '2026-01-01', end: '2026-12-31' })).toBe('2026');
  for (const days of [
    { begin: '2026-02-01', end: '2026-04-30' },
    { begin: '2026-01-01', end: '2026-01-30' },
    { begin: '2026-01-02', end: '2026-01-31' },
  ])
    expect(periodOf(days)).toBeNull();
  expect(lastPeriods(NOON).map(periodOf)).toEqual(['2026-02', '2025-Q4', '2025']);
});

test('S2.3.17 #137 a report is mailed as a file to the recipients who hold the right when it is sent', async () => {
  await subscribe({ recipientIds: [ids['owner'], ids['reader'], ids['leaver']] });
  expect(await sendDueSubscription(t.context)).toBe(false);
  vi.setSystemTime(at('2026-03-11T08:00:00'));
  const roles = await t.context.db
    .selectFrom('userRole')
    .selectAll()
    .where('userId', '=', ids['leaver'] ?? 0)
    .execute();
  await t.context.db
    .deleteFrom('userRole')
    .where('userId', '=', ids['leaver'] ?? 0)
    .execute();
  const [first, second] = await Promise.all([sendDueSubscription(t.context), sendDueSubscription(t.context)]);
  expect(first || second).toBe(true);
  while (await sendDueSubscription(t.context));
  const queued = await mails();
  expect(queued.map(({ email }) => email)).toEqual(['owner@a.test', 'reader@a.test']);
  expect(queued[0]).toMatchObject({ subject: '销售报表 2026-03-10', fileName: '销售_2026-03-10_2026-03-10.xlsx' });
  const context = { ...t.context, settings: { ...t.context.settings, smtpUrl } };
  while (await sendNextMail(context));
  expect(messages).toHaveLength(2);
  expect(messages[0]).toContain('multipart/mixed');
  expect(messages[0]).toMatch(/filename\*/);
  const { rows } = await ask('owner', 'GET', 'subscription/list');
  expect(rows).toMatchObject([{ filterWords: '支付方式：支付宝', nextAt: '2026-03-12 08:00:00', lastRun: { sent: 2, begin: '2026-03-10' } }]);
  expect(rows[0].lastRun.note).toContain('leaver：已没有查看这张报表的权限');
  expect(rows[0].recipients.map(({ fault }: { fault: string }) => fault)).toEqual(['', '', '已没有查看这张报表的权限']);
  await t.context.db.insertInto('userRole').values(roles).execute();
});

test('S2.3.17 #137 a subscription whose owner lost the right sends nothing and says why', async () => {
  const subscriptionId = await subscribe();
  vi.setSystemTime(at('2026-03-11T09:00:00'));
  await t.context.db.updateTable('user').set({ status: '1' }).where('userName', '=', 'owner').execute();
  expect(await sendDueSubscription(t.context)).toBe(true);
  await t.context.db.updateTable('user').set({ status: '0' }).where('userName', '=', 'owner').execute();
  expect(await mails()).toEqual([]);
  expect((await ask('owner', 'GET', `subscription/runs/${subscriptionId}`)).rows).toMatchObject([{ sent: 0, note: '账号已停用' }]);
});

test('S2.3.17 #137 a paused subscription sends nothing; resumed, it begins with the next time', async () => {
  const subscriptionId = await subscribe({ format: 'pdf' });
  expect(await ask('owner', 'PUT', `subscription/pause/${subscriptionId}`, { paused: true, version: 0 })).toMatchObject({ code: 200 });
  expect(await ask('owner', 'PUT', `subscription/pause/${subscriptionId}`, { paused: false, version: 0 })).toMatchObject({ code: 409 });
  vi.setSystemTime(at('2026-03-13T09:00:00'));
  expect(await sendDueSubscription(t.context)).toBe(false);
  expect(await ask('owner', 'PUT', `subscription/pause/${subscriptionId}`, { paused: false, version: 1 })).toMatchObject({ code: 200 });
  expect(await sendDueSubscription(t.context)).toBe(false);
  vi.setSystemTime(at('2026-03-14T08:00:01'));
  expect(await sendDueSubscription(t.context)).toBe(true);
  const [mail] = await mails();
  const bytes: Buffer[] = [];
  for await (const part of await t.context.files.read(mail?.fileKey ?? '')) bytes.push(part as Buffer);
  expect(Buffer.concat(bytes).subarray(0, 8).toString()).toBe('%PDF-1.7');
});

test('S2.3.17 #137 only holders of the right with a mail address are recipients', async () => {
  expect(await ask('owner', 'POST', 'subscription', wanted({ recipientIds: [ids['nobody']] }))).toMatchObject({
    code: 400,
    msg: '有收件人不存在，或没有查看这张报表的权限，请重新选择',
  });
  expect(await ask('owner', 'POST', 'subscription', wanted({ recipientIds: [ids['silent']] }))).toMatchObject({
    code: 400,
    msg: expect.stringContaining('没有填邮箱'),
  });
  expect(await ask('nobody', 'POST', 'subscription', wanted())).toMatchObject({ code: 403 });
  expect(await ask('owner', 'POST', 'subscription', wanted({ key: 'royalty', filter: '' }))).toMatchObject({ code: 403 });
  expect(await ask('owner', 'POST', 'subscription', wanted({ filter: 'journal:1' }))).toMatchObject({ code: 400 });
  const { data } = await ask('owner', 'GET', 'subscription/people?key=sales');
  expect(data.map(({ userName }: { userName: string }) => userName)).toEqual(['owner', 'reader', 'leaver', 'silent']);
});

test('S2.3.17 #137 a recipient leaves a subscription, its owner removes it, and for others it does not exist', async () => {
  const subscriptionId = await subscribe();
  for (const [method, path] of [
    ['GET', `subscription/runs/${subscriptionId}`],
    ['DELETE', `subscription/${subscriptionId}`],
  ] as const)
    expect(await ask('leaver', method, path)).toMatchObject({ code: 404 });
  expect(await ask('leaver', 'PUT', `subscription/pause/${subscriptionId}`, { paused: true, version: 0 })).toMatchObject({ code: 404 });
  expect((await ask('reader', 'GET', 'subscription/list')).rows).toMatchObject([{ own: false, ownerName: 'owner' }]);
  expect(await ask('reader', 'DELETE', `subscription/${subscriptionId}`)).toMatchObject({ code: 200 });
  expect((await ask('reader', 'GET', 'subscription/list')).rows).toEqual([]);
  expect((await ask('owner', 'GET', 'subscription/list')).rows[0].recipients).toHaveLength(1);
  expect(await ask('owner', 'DELETE', `subscription/${subscriptionId}`)).toMatchObject({ code: 200 });
  expect((await ask('owner', 'GET', 'subscription/list')).total).toBe(0);
});

test('S2.3.17 #137 a closed period is read from its snapshot, and later events are shown beside it', async () => {
  const asked = 'sales?begin=2026-02-01&end=2026-02-28';
  const order = async (orderNo: string) => {
    const paidAt = at('2026-02-10T12:00:00');
    const { id: orderId } = await t.context.db
      .insertInto('order')
      .values({
        orderNo,
        userId: ids['reader'] ?? 0,
        totalFen: 500,
        payFen: 500,
        status: 'paid',
        channel: 'alipay',
        payTime: paidAt,
        expireTime: null,
        requestId: orderNo,
        requestHash: '',
        createTime: paidAt,
        updateTime: paidAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await t.context.db
      .insertInto('payment')
      .values({
        orderId,
        paymentNo: orderNo,
        channel: 'alipay',
        amountFen: 500,
        status: 'paid',
        counts: '1',
        requestId: orderNo,
        askAt: null,
        paidAt,
        registeredBy: null,
        registeredAt: null,
        confirmedBy: null,
        createTime: paidAt,
        updateTime: paidAt,
      })
      .execute();
  };
  const received = (data: { figures: { key: string; value: number }[] }) => data.figures.find(({ key }) => key === 'received')?.value;
  await order('DD00000000000000000001');
  expect((await ask('owner', 'GET', asked)).data).toMatchObject({ snapshot: false });
  expect(await storeSnapshots(t.context, [sourceOf('sales')], readReport, NOON)).toBe(3);
  expect(await storeSnapshots(t.context, [sourceOf('sales')], readReport, NOON)).toBe(0);
  vi.setSystemTime(at('2026-03-11T12:00:00'));
  const closed = (await ask('owner', 'GET', asked)).data;
  expect(closed).toMatchObject({ snapshot: true, asOf: '2026-03-10 12:00:00', later: [] });
  expect(received(closed)).toBe(500);
  await order('DD00000000000000000002');
  const later = (await ask('owner', 'GET', asked)).data;
  expect(received(later)).toBe(500);
  expect(later.later).toContainEqual({ key: 'received', label: '实收', measure: 'money', value: 1000 });
  // A filter, and days that are no closed period, are read from the rows.
  expect((await ask('owner', 'GET', `${asked}&filter=channel:alipay`)).data).toMatchObject({ snapshot: false });
  expect((await ask('owner', 'GET', 'sales?begin=2026-03-01&end=2026-03-31')).data).toMatchObject({ snapshot: false });
});
