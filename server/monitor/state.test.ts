import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { StatementTimes } from '../db/statement-times.ts';
import { shareOf } from './cpu-share.ts';

let t: TestContext;
const who: Record<string, Bearer> = {};
beforeAll(async () => {
  t = await testContext();
  await t.addUser({ userName: 'root', roles: ['admin'] });
  await t.addUser({ userName: 'watcher', permissions: ['monitor:server:list', 'monitor:cache:list', 'monitor:druid:list'] });
  await t.addUser({ userName: 'cleaner', permissions: ['monitor:cache:list', 'monitor:cache:remove'] });
  await t.addUser({ userName: 'reader' });
  for (const name of ['root', 'watcher', 'cleaner', 'reader']) who[name] = await t.as(name);
});
afterAll(() => t.close());

// oxlint-disable-next-line no-explicit-any -- answers of many calls
type Answer = any;
async function ask(method: 'GET' | 'DELETE', path: string, as = 'watcher'): Promise<Answer> {
  const answer = await t.app.inject({ method, url: `/prod-api${path}`, headers: who[as] ?? {} });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

test('returns the server state with the keys and units of compatible clients', async () => {
  const { data } = await ask('GET', '/monitor/server');
  expect(Object.keys(data.cpu).sort()).toEqual(['cpuNum', 'free', 'sys', 'total', 'used', 'wait']);
  expect(data.cpu.cpuNum).toBeGreaterThan(0);
  expect(data.mem.usage).toBeCloseTo((100 * data.mem.used) / data.mem.total, -1);
  expect(data.jvm).toMatchObject({ name: 'Node.js', version: process.version });
  expect(data.jvm.used).toBeLessThan(data.jvm.max);
  expect(data.jvm.runTime).toMatch(/^\d+天\d+小时\d+分钟$/);
  expect(Object.keys(data.sys).sort()).toEqual(['computerIp', 'computerName', 'osArch', 'osName', 'userDir']);
  expect(data.sysFiles.length).toBeGreaterThan(0);
  expect(data.sysFiles[0].total).toMatch(/^[\d.]+ GB$/);
  const { data: samples } = await ask('GET', '/monitor/server/history');
  expect(samples[0]).toMatchObject({ time: expect.stringMatching(/^\d\d:\d\d:\d\d$/), requests: expect.any(Number) });
});

test('computes CPU shares from the difference between two readings', () => {
  const before = { used: 100, sys: 100, wait: 0, free: 800 };
  const after = { used: 130, sys: 110, wait: 10, free: 850 };
  expect(shareOf(before, after)).toEqual({ total: 40, used: 30, sys: 10, wait: 10, free: 50 });
  expect(shareOf(after, after).free).toBe(100);
});

test('lists cache regions with their colon, and shows and clears keys of open regions only', async () => {
  const { cache } = t.context;
  await cache.set('captcha_codes:b', '7', 60_000);
  await cache.set('upload:1', '5', 60_000);
  await cache.set('upload:2', '3', 60_000);
  const { data: names } = await ask('GET', '/monitor/cache/getNames');
  const region = (cacheName: string) => names.find((one: Answer) => one.cacheName === cacheName);
  expect(region('captcha_codes:')).toEqual({ cacheName: 'captcha_codes:', cacheKey: '', cacheValue: '', remark: '验证码（已隐藏，共1项）' });
  expect(region('upload:')).toMatchObject({ remark: '上传次数' });
  expect((await ask('GET', '/monitor/cache/getKeys/upload:')).data).toEqual(['upload:1', 'upload:2']);
  const hits = cache.counts.hits;
  expect((await ask('GET', '/monitor/cache/getValue/upload:/upload:1')).data.cacheValue).toBe('5');
  expect(cache.counts.hits).toBe(hits);
  const { data } = await ask('GET', '/monitor/cache');
  expect(data.dbSize).toBe(3);
  expect(data.commandStats).toContainEqual({ name: 'set', value: '3' });
  expect((await ask('DELETE', '/monitor/cache/clearCacheKey/upload:1', 'cleaner')).code).toBe(200);
  expect((await ask('GET', '/monitor/cache/getKeys/upload:')).data).toEqual(['upload:2']);
  expect((await ask('DELETE', '/monitor/cache/clearCacheName/upload:', 'cleaner')).code).toBe(200);
  expect((await ask('DELETE', '/monitor/cache/clearCacheName/s', 'cleaner')).code).toBe(404);
  expect(await cache.keys('')).toEqual(['captcha_codes:b']);
  expect((await t.context.db.selectFrom('operLog').selectAll().where('title', '=', '缓存监控').where('status', '=', 0).execute()).length).toBe(2);
});

test('#33.24 never shows captchas, sign-in counters, sessions or unknown regions on the cache page', async () => {
  const { cache } = t.context;
  const secrets = ['captcha_codes:x', 'pwd_err_cnt:root', 'login_address:203.0.113.9', 'grant:abc', 'one_time:abc'];
  for (const key of secrets) await cache.set(key, 'answer-42', 60_000);
  const { data: names } = await ask('GET', '/monitor/cache/getNames', 'root');
  const regions = [...secrets.map((key) => `${key.split(':')[0]}:`), 'login_tokens:'];
  expect(names.map((one: Answer) => one.cacheName)).toEqual(expect.arrayContaining(regions));
  for (const region of regions) expect((await ask('GET', `/monitor/cache/getKeys/${region}`, 'root')).data).toEqual([]);
  for (const key of [...secrets, `login_tokens:${'0'.repeat(64)}`]) {
    const region = `${key.split(':')[0]}:`;
    for (const asked of [region, 'upload:']) {
      const { data } = await ask('GET', `/monitor/cache/getValue/${asked}/${encodeURIComponent(key)}`, 'root');
      expect([key, data.cacheValue, data.remark]).toEqual([key, '已隐藏', '已隐藏']);
    }
  }
  await cache.clear('');
});

test('#33.24 requires monitor:cache:remove to clear the cache, and the super administrator to clear sign-in counters', async () => {
  const { cache } = t.context;
  const guarded = ['pwd_err_cnt:root', 'login_address:203.0.113.9', 'captcha_codes:x', 'new_counter:root'];
  const keep = async () => {
    for (const key of [...guarded, 'upload:9']) await cache.set(key, '6', 60_000);
  };
  await keep();
  for (const path of ['clearCacheKey/upload:9', 'clearCacheName/upload:', 'clearCacheAll'])
    expect([path, (await ask('DELETE', `/monitor/cache/${path}`, 'watcher')).code]).toEqual([path, 403]);
  for (const key of guarded) {
    const paths = [`clearCacheKey/${key}`, `clearCacheName/${key.split(':')[0]}:`, `clearCacheName/${key}`];
    for (const path of paths)
      expect([path, [403, 404]]).toEqual([path, expect.arrayContaining([(await ask('DELETE', `/monitor/cache/${path}`, 'cleaner')).code])]);
  }
  expect((await ask('DELETE', '/monitor/cache/clearCacheAll', 'cleaner')).code).toBe(200);
  expect(await cache.keys('')).toEqual([...guarded].sort());
  for (const name of ['cleaner', 'watcher', 'reader']) who[name] = await t.as(name);
  expect((await ask('DELETE', '/monitor/cache/clearCacheName/pwd_err_cnt:', 'root')).code).toBe(200);
  expect(await cache.keys('pwd_err_cnt:')).toEqual([]);
  await cache.clear('');
});

test('reports the slowest statements without their parameter values', async () => {
  const secret = 'a-value-nobody-sees';
  for (const key of [secret, `${secret}2`]) await t.context.cache.get(key);
  await t.context.db.selectFrom('user').select('id').where('userName', 'in', [secret, 'b']).execute();
  await t.context.db.selectFrom('user').select('id').where('userName', 'in', [secret, 'b', 'c']).execute();
  const { data } = await ask('GET', '/monitor/druid');
  expect(JSON.stringify(data)).not.toContain(secret);
  expect(data.version).toMatch(/^(SQLite|PostgreSQL) \d/);
  expect(data.bytes).toBeGreaterThan(4_096);
  expect(data.pool.max).toBeGreaterThan(0);
  const lists = t.context.db.times.slowest(1_000).filter((one) => one.sql.includes('"user_name" in'));
  expect(lists).toHaveLength(1);
  expect(lists[0]).toMatchObject({ count: 2, failures: 0 });
  expect(lists[0]?.sql).toContain('in (…)');
  expect(data.statements[0].total).toBeGreaterThanOrEqual(data.statements.at(-1).total);
  await t.context.db
    .selectFrom('nothing' as never)
    .selectAll()
    .execute()
    .catch(() => {});
  expect((await ask('GET', '/monitor/druid')).data.failures).toBe(data.failures + 1);
});

test('measures any number of different statements with limited memory', () => {
  const times = new StatementTimes();
  const event = (sql: string) => ({ level: 'query', query: { sql }, queryDurationMillis: 1 }) as never;
  for (let index = 0; index < 100_000; index++) times.note(event(`select ${index % 1_000}`));
  expect(times.slowest(10_000).length).toBeLessThanOrEqual(400);
  expect(times.count).toBe(100_000);
});

test('#33.24 does not let a second super administrator clear the lock-out of the first', async () => {
  const { cache } = t.context;
  await t.addUser({ userName: 'second', roles: ['admin'] });
  who['second'] = await t.as('second');
  for (const key of ['pwd_err_cnt:root', 'pwd_err_cnt:device9:root', 'pwd_err_cnt:reader', 'pwd_err_cnt:second']) await cache.set(key, '6', 60_000);
  expect((await ask('DELETE', '/monitor/cache/clearCacheKey/pwd_err_cnt:root', 'second')).msg).toBe('不允许操作超级管理员用户');
  expect((await ask('DELETE', '/monitor/cache/clearCacheName/pwd_err_cnt:', 'second')).code).toBe(200);
  expect(await cache.keys('pwd_err_cnt:')).toEqual(['pwd_err_cnt:device9:root', 'pwd_err_cnt:root']);
  expect((await ask('DELETE', '/monitor/cache/clearCacheName/pwd_err_cnt:', 'root')).code).toBe(200);
  expect(await cache.keys('pwd_err_cnt:')).toEqual([]);
});

test('#33.24 signs everybody out except another super administrator when the sessions are cleared', async () => {
  for (const name of ['root', 'cleaner', 'watcher', 'reader']) who[name] = await t.as(name);
  const { id } = await t.context.db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select('session.id')
    .where('userName', '=', 'root')
    .executeTakeFirstOrThrow();
  expect(await ask('DELETE', `/monitor/cache/clearCacheKey/login_tokens:${id}`, 'cleaner')).toMatchObject({
    code: 500,
    msg: '不允许操作超级管理员用户',
  });
  expect((await ask('DELETE', '/monitor/cache/clearCacheName/login_tokens:', 'cleaner')).code).toBe(200);
  for (const name of ['cleaner', 'watcher', 'reader']) expect((await ask('GET', '/getInfo', name)).code).toBe(401);
  expect((await ask('GET', '/getInfo', 'root')).code).toBe(200);
  expect((await ask('DELETE', '/monitor/cache/clearCacheName/login_tokens:', 'root')).code).toBe(200);
  expect((await ask('GET', '/getInfo', 'root')).code).toBe(401);
});
