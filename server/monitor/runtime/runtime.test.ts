import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RuntimeRow, RuntimeSection } from '../../../contract/monitor/runtime.ts';
import { HOUR_MS } from '../../../contract/clock.ts';
import { type TestContext, testContext } from '../../../tests/support/test-context.ts';
import { warnOfLateBackup } from './late-backup.service.ts';
import { beatNow } from './server-beat.service.ts';

const TOKEN = 'a-token-for-prometheus';
let t: TestContext;
beforeAll(async () => {
  t = await testContext({ metricsToken: TOKEN });
  await t.addUser({ userName: 'operator', permissions: ['monitor:runtime:list'] });
});
afterAll(() => t.close());

const sections = async (): Promise<RuntimeSection[]> =>
  (await t.app.inject({ url: '/prod-api/monitor/runtime', headers: await t.as('operator') })).json().data;
const rowsOf = async (title: string): Promise<RuntimeRow[]> => (await sections()).find((one) => one.title === title)?.rows ?? [];
const metrics = (token: string) => t.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });

test('#53.3 the last good backup, a failed one and a late one are shown with what to do, and the operators are warned once', async () => {
  const { db } = t.context;
  const add = (state: 'done' | 'failed', startedAt: number, reason = '') =>
    db
      .insertInto('backupRun')
      .values({
        place: '/backups/a',
        state,
        startedAt,
        endedAt: startedAt + 2_000,
        warnedAt: null,
        bytes: 3 * 1024 ** 2,
        rowCount: 7,
        fileCount: 2,
        reason,
      })
      .execute();
  const warned = async () => {
    await warnOfLateBackup(t.context);
    await warnOfLateBackup(t.context);
    return (await db.selectFrom('message').select('content').where('title', '=', '备份没有按时完成').execute()).map((one) => one.content);
  };
  expect(await rowsOf('备份')).toMatchObject([{ state: 'bad', text: '还没有' }]);
  await add('done', Date.now() - HOUR_MS);
  expect(await rowsOf('备份')).toMatchObject([{ state: 'good', text: '/backups/a：7行，2个文件，3.0MB，用时2.0秒', advice: '' }]);
  await add('failed', Date.now(), '备份所在的磁盘已满');
  const rows = await rowsOf('备份');
  expect(rows.map((one) => one.state)).toEqual(['good', 'bad']);
  expect(rows[1]).toMatchObject({ text: '失败：备份所在的磁盘已满', advice: expect.stringContaining('执行一次') });
  expect(await warned()).toEqual([expect.stringContaining('备份所在的磁盘已满')]);
  await db.deleteFrom('backupRun').execute();
  await add('done', Date.now() - 31 * HOUR_MS);
  expect(await rowsOf('备份')).toMatchObject([{ state: 'bad' }]);
  expect(await warned()).toHaveLength(2);
  await db.deleteFrom('backupRun').execute();
});

test('#53.3 every server is listed, and one that went silent says so', async () => {
  await beatNow(t.context);
  const gone = { role: 'worker', release: '0.1.0', startedAt: 1, seenAt: Date.now() - HOUR_MS, state: '{"down":[],"failures":0}' };
  await t.context.db
    .insertInto('serverBeat')
    .values({ name: 'other:7', ...gone })
    .execute();
  const rows = await rowsOf('服务器');
  expect(rows.map(({ name, state }) => [name.endsWith('（这台）') ? 'own' : name, state])).toEqual([
    ['other:7', 'care'],
    ['own', 'good'],
  ]);
  expect(rows[0]?.advice).toContain('重新启动');
});

test('#53.3 every part, queue, lane and scheduled job has a row', async () => {
  const all = await sections();
  expect(all.map((one) => one.title)).toEqual(['服务器', '外部系统与磁盘', '备份', '队列', '定时任务', '这台服务器的后台任务', '证书与版本']);
  expect((await rowsOf('外部系统与磁盘')).map((one) => one.name)).toEqual(['数据库', '文件存储', '缓存', '磁盘']);
  expect((await rowsOf('队列')).map((one) => one.name)).toEqual(['邮件', '图书制作', '音视频制作', '导出']);
  const lanes = await rowsOf('这台服务器的后台任务');
  expect(lanes.length).toBeGreaterThan(20);
  expect(lanes.filter(({ name }) => !/[一-龥]/u.test(name))).toEqual([]);
  expect(new Set(lanes.map(({ name }) => name)).size).toBe(lanes.length);
  for (const { rows } of all) for (const one of rows) expect([one.name, one.state === 'good' || one.advice !== '']).toEqual([one.name, true]);
});

test('#53.3 /metrics needs its token, counts requests by route pattern, and holds no address, token or person', async () => {
  expect((await metrics('wrong')).statusCode).toBe(401);
  expect((await t.app.inject({ url: '/metrics' })).statusCode).toBe(401);
  await t.app.inject({ url: '/prod-api/cms/publish/getInfo/4711?secret=abc', headers: await t.as('operator') });
  const answer = await metrics(TOKEN);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')]);
  const text = answer.body;
  expect(text).toContain('route="/prod-api/cms/publish/getInfo/:publishId",status="200"');
  for (const name of [
    'part_up{part="database"} 1',
    'queue_depth{queue="邮件",state="waiting"} 0',
    'nodejs_eventloop_lag_seconds',
    'backup_last_good_seconds 0',
  ])
    expect(text).toContain(`shuzhou_${name}`);
  for (const hidden of ['4711', 'abc', TOKEN, 'operator']) expect(text).not.toContain(hidden);
});

test('#53.3 without a token /metrics does not exist', async () => {
  const plain = await testContext();
  expect((await plain.app.inject({ url: '/metrics' })).statusCode).toBe(404);
  await plain.close();
});
