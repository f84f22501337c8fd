import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SHANGHAI_MS } from '../../contract/clock.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { seedDefaults } from '../seed/defaults/seed-defaults.ts';

let t: TestContext;
const who: Record<string, Bearer> = {};
beforeAll(async () => {
  t = await testContext();
  await t.addUser({ userName: 'root', roles: ['admin'] });
  await t.addUser({ userName: 'editor', permissions: ['monitor:job:list', 'monitor:job:query', 'monitor:job:add', 'monitor:job:edit'] });
  for (const name of ['root', 'editor']) who[name] = await t.as(name);
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.context.jobs.settled();
  await t.context.db.deleteFrom('job').execute();
  await t.context.db.deleteFrom('jobLog').execute();
});

// oxlint-disable-next-line no-explicit-any -- answers of many calls
type Answer = any;
async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = 'root'): Promise<Answer> {
  const answer = await t.app.inject({ method, url: `/prod-api/monitor${path}`, headers: who[as] ?? {}, ...(body ? { payload: body } : {}) });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const draft = (more: object = {}) => ({
  jobName: '清扫',
  jobGroup: 'DEFAULT',
  invokeTarget: 'session.sweep()',
  cronExpression: '0 0 3 * * ?',
  misfirePolicy: '2',
  concurrent: '1',
  status: '0',
  ...more,
});
const made = async (more: object = {}) => (await ask('POST', '/job', draft(more))).data;
const row = (id: number) => t.context.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const EVIL = `require('child_process').execSync('id')`;

test('stores a new job as paused, with the keys of compatible clients and its next time', async () => {
  const one = await made();
  expect(one).toMatchObject({ jobName: '清扫', jobGroup: 'DEFAULT', status: '1', misfirePolicy: '2', concurrent: '1', createBy: 'root', remark: '' });
  expect(one.nextValidTime).toMatch(/ 03:00:00$/);
  expect(await row(one.jobId)).toMatchObject({ status: '1', nextTime: null });
  const { rows, total, msg } = await ask('GET', '/job/list?jobName=清&jobGroup=DEFAULT&status=1');
  expect([total, msg, rows[0].jobId]).toEqual([1, '查询成功', one.jobId]);
  expect((await ask('POST', '/job', draft())).msg).toBe("新增任务'清扫'失败，同组中任务名称已存在");
  expect((await ask('POST', '/job', draft({ jobGroup: 'SYSTEM' }))).code).toBe(200);
});

test('sets and removes the next time of a job in changeStatus, and lets an edit keep it', async () => {
  const { jobId } = await made();
  expect((await ask('PUT', '/job/changeStatus', { jobId, status: '0' }, 'editor')).code).toBe(403);
  expect((await ask('PUT', '/job/changeStatus', { jobId, status: '0' })).code).toBe(200);
  expect((await row(jobId)).nextTime).toBeGreaterThan(Date.now());
  const { data } = await ask('GET', `/job/${jobId}`, undefined, 'editor');
  expect((await ask('PUT', '/job', { ...data, status: '1' }, 'editor')).msg).toBe('没有权限恢复或暂停任务');
  expect((await ask('PUT', '/job', { ...data, cronExpression: '0 0 0 1 1 ?' }, 'editor')).code).toBe(200);
  expect((await row(jobId)).nextTime).toBe(Date.parse(`${new Date(Date.now() + SHANGHAI_MS).getUTCFullYear() + 1}-01-01T00:00:00+08:00`));
  await ask('PUT', '/job/changeStatus', { jobId, status: '1' });
  expect(await row(jobId)).toMatchObject({ status: '1', nextTime: null });
  expect(await ask('PUT', '/job/changeStatus', { jobId: 999_999, status: '0' })).toMatchObject({ code: 500, msg: '任务不存在或已过期！' });
});

test('A6 rejects an unregistered target on add, edit and run, also after a change in the table', async () => {
  for (const invokeTarget of [EVIL, 'constructor.constructor(1)', 'recycle.purge(0)']) {
    const answer = await ask('POST', '/job', draft({ invokeTarget }));
    expect(answer.code).toBe(500);
    expect(answer.msg).toMatch(/^新增任务'清扫'失败，/);
  }
  const one = await made();
  expect((await ask('PUT', '/job', { ...one, invokeTarget: EVIL })).msg).toMatch(/^修改任务'清扫'失败，调用目标不正确/);
  await t.context.db
    .updateTable('job')
    .set({ invokeTarget: EVIL, status: '0', nextTime: Date.now() - 1 })
    .where('id', '=', one.jobId)
    .execute();
  expect((await ask('PUT', '/job/run', { jobId: one.jobId, jobGroup: 'DEFAULT' })).msg).toContain('调用目标不正确');
  t.context.jobs.wake();
  await t.context.jobs.settled();
  const { rows } = await ask('GET', '/jobLog/list');
  expect(rows[0]).toMatchObject({ status: '1', invokeTarget: EVIL });
  expect(rows[0].exceptionInfo).toContain('调用目标不正确');
});

test('runs a job once on request, paused or not, and lets its log be read, exported and removed', async () => {
  const { jobId } = await made({ invokeTarget: 'log.purge(180)' });
  expect((await ask('PUT', '/job/run', { jobId, jobGroup: 'DEFAULT' }, 'editor')).code).toBe(403);
  expect((await ask('PUT', '/job/run', { jobId: 999_999 })).msg).toBe('任务不存在或已过期！');
  expect((await ask('PUT', '/job/run', { jobId, jobGroup: 'DEFAULT' })).code).toBe(200);
  await t.context.jobs.settled();
  expect(await row(jobId)).toMatchObject({ status: '1', nextTime: null, askedAt: null, leaseUntil: 0, leaseBy: '' });
  const { rows, total } = await ask('GET', `/jobLog/list?jobId=${jobId}&status=0`);
  expect(total).toBe(1);
  expect(Object.keys(rows[0]).sort()).toEqual(
    `jobLogId jobId jobName jobGroup invokeTarget jobMessage status exceptionInfo startTime endTime createBy createTime updateBy updateTime remark`
      .split(' ')
      .sort(),
  );
  expect(rows[0].jobMessage).toMatch(/^删除0条日志，用时\d+毫秒$/);
  expect((await ask('GET', `/jobLog/${rows[0].jobLogId}`)).data.createTime).toBe(rows[0].startTime);
  const sheet = await t.app.inject({ method: 'POST', url: '/prod-api/monitor/jobLog/export', headers: who['root'] ?? {}, payload: { pageNum: 1 } });
  expect(sheet.headers['content-type']).toContain('spreadsheetml');
  expect((await ask('DELETE', '/jobLog/clean', undefined, 'editor')).code).toBe(403);
  expect((await ask('DELETE', '/jobLog/clean')).code).toBe(200);
  expect((await ask('GET', '/jobLog/list')).total).toBe(0);
  expect((await ask('DELETE', `/job/${jobId}`)).code).toBe(200);
});

test('returns the next five times, or the fault of an expression', async () => {
  const { data } = await ask('GET', '/job/nextTimes?cronExpression=0 0 3 * * ?', undefined, 'editor');
  expect(data).toHaveLength(5);
  expect(new Set(data.map((time: string) => time.slice(11)))).toEqual(new Set(['03:00:00']));
  expect((await ask('GET', '/job/nextTimes?cronExpression=0 0 25 * * ?')).msg).toContain('“时”不能写成 25');
  expect((await ask('POST', '/job', draft({ cronExpression: '5 * * * *' }))).msg).toContain('现在是5段');
  const targets = (await ask('GET', '/job/targets')).data;
  expect(targets.map((one: Answer) => one.name)).toContain('recycle.purge');
  expect(targets.every((one: Answer) => !('run' in one))).toBe(true);
});

test('seeds the essential jobs as running, and each of them can run', async () => {
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  t.context.jobs.wake();
  await t.context.jobs.settled();
  const { rows } = await ask('GET', '/job/list?jobGroup=SYSTEM');
  expect(rows.length).toBeGreaterThanOrEqual(5);
  for (const one of rows) {
    expect([one.jobName, one.status]).toEqual([one.jobName, '0']);
    expect((await row(one.jobId)).nextTime).toBeGreaterThan(Date.now());
    expect((await ask('PUT', '/job/run', { jobId: one.jobId })).code).toBe(200);
  }
  await t.context.jobs.settled();
  const log = await ask('GET', '/jobLog/list?pageSize=50');
  expect(log.rows.map((one: Answer) => [one.jobName, one.exceptionInfo]).filter(([, problem]: string[]) => problem)).toEqual([]);
  expect(log.total).toBe(rows.length);
});

test('#33.31 lets only users with the permissions of its target create, edit, switch and run a job', async () => {
  const all = ['list', 'query', 'add', 'edit', 'changeStatus', 'remove'].map((action) => `monitor:job:${action}`);
  const recycle = ['content', 'publication', 'user'].map((bin) => `recycle:${bin}:purge`);
  if (!who['clockmaker']) {
    await t.addUser({ userName: 'clockmaker', permissions: all });
    await t.addUser({ userName: 'cleaner', permissions: [...all, ...recycle] });
    for (const name of ['clockmaker', 'cleaner']) who[name] = await t.as(name);
  }
  for (const invokeTarget of ['recycle.purge(1)', 'log.purge(180)', 'file.sweep(1)'])
    expect([invokeTarget, await ask('POST', '/job', draft({ invokeTarget }), 'clockmaker')]).toMatchObject([
      invokeTarget,
      { code: 403, msg: expect.stringContaining('没有这个任务所用的权限') },
    ]);
  const harmless = (await ask('POST', '/job', draft(), 'clockmaker')).data;
  expect(harmless.jobId).toBeGreaterThan(0);
  expect((await ask('PUT', '/job', { ...harmless, invokeTarget: 'recycle.purge(1)' }, 'clockmaker')).code).toBe(403);
  const { jobId, ...purge } = await made({ jobName: '清回收站', invokeTarget: 'recycle.purge(30)' });
  expect((await ask('PUT', '/job', { ...purge, jobId, invokeTarget: 'session.sweep()' }, 'clockmaker')).code).toBe(403);
  expect((await ask('PUT', '/job/changeStatus', { jobId, status: '0' }, 'clockmaker')).code).toBe(403);
  expect((await ask('PUT', '/job/run', { jobId }, 'clockmaker')).code).toBe(403);
  expect(await row(jobId)).toMatchObject({ status: '1', askedAt: null, invokeTarget: 'recycle.purge(30)' });
  expect((await ask('PUT', '/job/changeStatus', { jobId, status: '0' }, 'cleaner')).code).toBe(200);
  expect((await ask('PUT', '/job/run', { jobId }, 'cleaner')).code).toBe(200);
  await t.context.jobs.settled();
});

test('#33.27 fails the job that verifies the logs when a row was changed', async () => {
  const { jobId } = await made({ jobName: '校验', invokeTarget: 'log.verify()' });
  const run = async () => {
    await ask('PUT', '/job/run', { jobId });
    await t.context.jobs.settled();
    return (await ask('GET', `/jobLog/list?jobId=${jobId}`)).rows[0];
  };
  expect(await run()).toMatchObject({ status: '0', jobMessage: expect.stringMatching(/^operLog校验\d+条，链尾\d+:[0-9a-f]{64}/) });
  const { id } = await t.context.db.selectFrom('operLog').select('id').orderBy('id').executeTakeFirstOrThrow();
  await t.context.db.updateTable('operLog').set({ operName: 'somebody else' }).where('id', '=', id).execute();
  expect(await run()).toMatchObject({ status: '1', exceptionInfo: expect.stringContaining('日志内容被改动') });
});
