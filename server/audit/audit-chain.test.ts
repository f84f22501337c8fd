import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { appendLog, verifyChain } from './audit-chain.ts';

let t: TestContext;
let root: Bearer;
let clerk: Bearer;
beforeAll(async () => {
  t = await testContext();
  await t.addUser({ userName: 'root', roles: ['admin'], password: 'old-enough-7' });
  await t.addUser({ userName: 'clerk', permissions: ['monitor:operlog:list', 'monitor:operlog:remove', 'system:post:add'] });
  root = await t.as('root');
  clerk = await t.as('clerk');
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.context.db.deleteFrom('operLog').execute();
  await t.context.db.deleteFrom('loginLog').execute();
  await t.context.db.deleteFrom('auditChain').execute();
});

interface Answer {
  code: number;
  msg: string;
  // oxlint-disable-next-line no-explicit-any -- whatever the call answers
  data: any;
}
const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, headers: Bearer = root): Promise<Answer> =>
  (await t.app.inject({ method, url: `/prod-api${path}`, headers, ...(payload ? { payload } : {}) })).json();
const row = (title: string, operTime: number) =>
  appendLog(t.context.db, 'operLog', { title, operTime, deptId: null, userId: null, operParam: '{"a":"书\0'.slice(0, 8) + '\ud83d' });
const rows = () => t.context.db.selectFrom('operLog').selectAll().orderBy('chainSeq').execute();

test('#33.27 builds one unbroken chain with many concurrent writers', async () => {
  const post = (index: number) => ask('POST', '/system/post', { postCode: `c${index}`, postName: `岗位${index}`, postSort: 1 });
  const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => post(index % 20)));
  expect(answers.filter((one) => one.code === 200)).toHaveLength(20);
  const found = await rows();
  expect(found.map((one) => one.chainSeq)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  expect(found.slice(1).map((one) => one.prevHash)).toEqual(found.slice(0, -1).map((one) => one.hash));
  const { data } = await ask('GET', '/monitor/operlog/verify');
  expect(data).toMatchObject({ ok: true, checked: 30, unchained: 0, headSeq: 30, headHash: found.at(-1)?.hash, broken: null });
});

test('#33.27 chains sign-ins too, and hashes texts that a database would change as they are stored', async () => {
  for (const password of ['wrong-word', 'old-enough-7'])
    await t.app.inject({ method: 'POST', url: '/prod-api/login', payload: { username: 'root', password }, headers: { 'user-agent': 'x\u00e9' } });
  expect((await ask('GET', '/monitor/logininfor/verify')).data).toMatchObject({ ok: true, checked: 2 });
  await row('半个字符', 5);
  expect(await verifyChain(t.context.db, 'operLog')).toMatchObject({ ok: true, checked: 1 });
});

test('#33.27 reports the first row that was changed, removed, inserted or cut off', async () => {
  const { db } = t.context;
  const titles = ['一', '二', '三', '四', '五'];
  const fill = async () => {
    await db.deleteFrom('operLog').execute();
    await db.deleteFrom('auditChain').execute();
    for (const [index, title] of titles.entries()) await row(title, 1_000 + index);
    return rows();
  };
  const broken = async () => (await ask('GET', '/monitor/operlog/verify')).data.broken;
  const [, second, third] = await fill();
  for (const change of [{ title: '改' }, { operTime: 7 }, { userId: 9 }, { operName: 'x' }, { operParam: '' }, { status: 1 }] as const) {
    await db
      .updateTable('operLog')
      .set(change)
      .where('id', '=', third?.id ?? 0)
      .execute();
    expect([change, await broken()]).toEqual([change, { seq: 3, id: third?.id, why: '日志内容被改动' }]);
    await db
      .updateTable('operLog')
      .set(third as object)
      .where('id', '=', third?.id ?? 0)
      .execute();
  }
  expect(await broken()).toBeNull();
  await db
    .deleteFrom('operLog')
    .where('id', '=', second?.id ?? 0)
    .execute();
  expect(await broken()).toEqual({ seq: 2, id: null, why: '日志被删除' });
  const all = await fill();
  await db
    .updateTable('operLog')
    .set({ chainSeq: null })
    .where('id', '=', all[1]?.id ?? 0)
    .execute();
  expect(await broken()).toMatchObject({ seq: 2, why: '日志被删除' });
  await fill();
  await db.deleteFrom('operLog').where('chainSeq', '>=', 4).execute();
  expect(await broken()).toEqual({ seq: 4, id: null, why: '最后的日志被删除' });
  await fill();
  await db.deleteFrom('operLog').where('chainSeq', '=', 1).execute();
  expect(await broken()).toMatchObject({ seq: 1, id: null });
  await fill();
  await db.updateTable('auditChain').set({ seq: 3 }).where('name', '=', 'operLog').execute();
  expect(await broken()).toMatchObject({ seq: 4, why: '链尾记录被改动' });
  await db.deleteFrom('auditChain').where('name', '=', 'operLog').execute();
  expect(await broken()).toMatchObject({ why: '链尾记录被删除' });
});

test('#33.27 removes only expired rows, logs the cleaning, and still verifies the rest', async () => {
  const old = Date.now() - 200 * DAY_MS;
  for (const [title, at] of [
    ['老一', old],
    ['老二', old + 1],
    ['新一', Date.now()],
    ['老三', old + 2],
  ] as const)
    await row(title, at);
  expect(await ask('DELETE', '/monitor/operlog/clean')).toMatchObject({ code: 200, msg: '已清理2条超过180天的记录' });
  const left = await rows();
  // An old row behind a newer one stays: only the beginning of a chain can be cut off.
  expect(left.map((one) => one.title)).toEqual(['新一', '老三', '操作日志']);
  expect(JSON.parse(left.at(-1)?.jsonResult ?? '{}')).toMatchObject({ removed: 2 });
  expect((await ask('GET', '/monitor/operlog/verify')).data).toMatchObject({ ok: true, checked: 3 });
  await t.context.db.deleteFrom('operLog').where('title', '=', '新一').execute();
  expect((await ask('GET', '/monitor/operlog/verify')).data).toMatchObject({ ok: false, broken: { seq: 3 } });
});

test('#33.27 removes expired rows by their ids together with older rows, and never together with newer ones', async () => {
  const old = Date.now() - 200 * DAY_MS;
  for (let index = 0; index < 3; index += 1) await row(`老${index}`, old + index);
  await row('新', Date.now());
  const [, second, , young] = await rows();
  expect((await ask('DELETE', `/monitor/operlog/${second?.id},${young?.id}`)).msg).toContain('未到期的记录不能删除');
  expect((await ask('DELETE', `/monitor/operlog/${second?.id}`)).code).toBe(200);
  expect((await rows()).map((one) => one.title)).toEqual(['老2', '新', '操作日志', '操作日志']);
  expect((await ask('GET', '/monitor/operlog/verify')).data).toMatchObject({ ok: true });
});

test('#33.27 treats a retention parameter below 180 days as 180 and a longer one as set, also in the job', async () => {
  const { db, jobs } = t.context;
  const days = async (configValue: string) => {
    await db.deleteFrom('config').where('configKey', '=', 'sys.log.retentionDays').execute();
    await db
      .insertInto('config')
      .values({ configKey: 'sys.log.retentionDays', configName: 'x', configValue, createTime: 1, updateTime: 1 })
      .execute();
  };
  await row('老', Date.now() - 200 * DAY_MS);
  await days('300');
  expect((await ask('DELETE', '/monitor/operlog/clean')).msg).toContain('没有超过300天的记录');
  await days('1');
  await row('百日', Date.now() - 100 * DAY_MS);
  const job = { jobName: '清', jobGroup: 'DEFAULT', invokeTarget: 'log.purge(30)', cronExpression: '0 0 3 * * ?', status: '1' };
  const { data } = await ask('POST', '/monitor/job', job);
  await t.app.inject({ method: 'PUT', url: '/prod-api/monitor/job/run', headers: root, payload: { jobId: data.jobId } });
  await jobs.settled();
  const titles = (await rows()).map((one) => one.title);
  expect(titles).toContain('百日');
  expect(titles).not.toContain('老');
  expect((await rows()).find((one) => one.operName === 'system')).toMatchObject({ title: '清理日志', businessType: 9 });
  expect(await verifyChain(db, 'operLog')).toMatchObject({ ok: true });
});

test('#33.27 rejects cleaning by a user with a limited data scope, and shows that user only rows in scope', async () => {
  const { db } = t.context;
  await db.updateTable('role').set({ dataScope: '5' }).where('roleKey', '=', 'of-clerk').execute();
  await row('老', Date.now() - 200 * DAY_MS);
  await ask('POST', '/system/post', { postCode: 'mine', postName: '我的', postSort: 1 }, clerk);
  const list = (await ask('GET', '/monitor/operlog/list', undefined, clerk)) as unknown as { rows: { operName: string }[] };
  expect(list.rows.map((one) => one.operName)).toEqual(['clerk']);
  expect(await ask('DELETE', '/monitor/operlog/clean', undefined, clerk)).toMatchObject({ code: 403 });
  expect((await rows()).map((one) => one.title)).toContain('老');
});
