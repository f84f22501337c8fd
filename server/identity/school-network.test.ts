import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { LOCK_ADDRESS_AFTER, LOCK_SCHOOL_AFTER } from '../../contract/limits.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { SCHOOL_NETWORKS, schoolNetworksProblem } from './school-network.service.ts';

const PASSWORD = 'right-pass-1';
const TABLETS = 60;
const names = Array.from({ length: TABLETS }, (_one, at) => `pupil${at}`);
const LOCKED = { code: 429, msg: '登录失败次数过多，请10分钟后再试' };

let town: TestContext;
let admin: Bearer;
beforeAll(async () => {
  town = await testContext();
  for (const userName of names) await town.addUser({ userName, password: PASSWORD });
  await town.addUser({ userName: 'keeper', permissions: ['system:config:list', 'system:config:edit'] });
  admin = await town.as('keeper');
  await town.context.db
    .updateTable('user')
    .set({ createTime: Date.now() - 2 * DAY_MS })
    .where('userName', 'like', 'pupil%')
    .execute();
});
afterAll(() => town.close());
beforeEach(async () => {
  for (const counter of ['login_', 'pwd_err_cnt']) await town.context.cache.clear(counter);
  await list('');
});

interface Answer {
  code: number;
  msg: string;
}
async function logIn(username: string, password: string, remoteAddress: string): Promise<Answer> {
  const { code, msg } = (
    await town.app.inject({ method: 'POST', url: '/prod-api/login', payload: { username, password }, remoteAddress })
  ).json<Answer>();
  return { code, msg };
}
async function list(configValue: string): Promise<void> {
  const { db } = town.context;
  await db.deleteFrom('config').where('configKey', '=', SCHOOL_NETWORKS).execute();
  await db
    .insertInto('config')
    .values({ configName: '学校', configKey: SCHOOL_NETWORKS, configValue, configType: 'Y', createTime: 1, updateTime: 1 })
    .execute();
}
/** Failed sign-ins with names that nobody has; the limit per minute is not the subject. */
async function fail(times: number, address: string): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    if (at % 200 === 0) await town.context.cache.clear('login_rate');
    expect((await logIn('x', 'y', address)).code).toBe(500);
  }
  await town.context.cache.clear('login_rate');
}

test('§13 §20 sixty tablets sign in from one address for the first time, each after one wrong password: nobody is locked out', async () => {
  for (const name of names) {
    expect((await logIn(name, 'wrong-pass-1', '10.20.1.1')).msg).toBe('用户不存在/密码错误');
    expect([name, (await logIn(name, PASSWORD, '10.20.1.1')).code]).toEqual([name, 200]);
  }
});

test('§13 §20 sixty tablets at the same moment: nobody is locked out at the address of a listed school', async () => {
  await list('10.21.0.0/16；2001:db8:7::/48');
  const wrong = await Promise.all(names.map((name) => logIn(name, 'wrong-pass-1', '10.21.4.4')));
  expect(new Set(wrong.map(({ msg }) => msg))).toEqual(new Set(['用户不存在/密码错误']));
  const right = await Promise.all(names.map((name) => logIn(name, PASSWORD, '10.21.4.4')));
  expect(new Set(right.map(({ code }) => code))).toEqual(new Set([200]));
});

test('§13 §20 guessing sixty accounts from another address is locked as before', async () => {
  await list('10.21.0.0/16');
  const answers = [];
  for (const name of names) answers.push(await logIn(name, 'wrong-pass-1', '10.22.1.1'));
  expect(answers.filter(({ code }) => code === 500)).toHaveLength(LOCK_ADDRESS_AFTER);
  expect(answers.at(-1)).toEqual(LOCKED);
});

test('§13 guessing from the address of a school is locked at its own limit, also where the accounts made it one', async () => {
  await list('10.23.1.1');
  await fail(LOCK_SCHOOL_AFTER, '10.23.1.1');
  expect(await logIn('pupil1', PASSWORD, '10.23.1.1')).toEqual(LOCKED);
  expect((await logIn('pupil1', PASSWORD, '10.23.1.2')).code).toBe(200);
  for (const name of names.slice(0, 20)) await logIn(name, PASSWORD, '10.23.2.1');
  await fail(LOCK_SCHOOL_AFTER, '10.23.2.1');
  expect(await logIn('pupil30', PASSWORD, '10.23.2.1')).toEqual(LOCKED);
});

test('§13 one account many times, or accounts that were registered today, do not raise the limit of an address', async () => {
  for (let at = 0; at < 20; at += 1) await logIn('pupil1', PASSWORD, '10.24.1.1');
  await fail(LOCK_ADDRESS_AFTER, '10.24.1.1');
  expect(await logIn('pupil2', PASSWORD, '10.24.1.1')).toEqual(LOCKED);
  await town.context.db.updateTable('user').set({ createTime: Date.now() }).where('userName', 'like', 'pupil%').execute();
  for (const name of names.slice(0, 20)) await logIn(name, PASSWORD, '10.24.2.1');
  await fail(LOCK_ADDRESS_AFTER, '10.24.2.1');
  expect(await logIn('pupil30', PASSWORD, '10.24.2.1')).toEqual(LOCKED);
});

test('§13 the parameter takes addresses and networks, and says what is wrong', async () => {
  for (const value of ['', '10.1.2.3', '10.1.2.3; 10.2.0.0/16', '2001:db8::1，2001:db8:1::/48'])
    expect([value, schoolNetworksProblem(SCHOOL_NETWORKS, value)]).toEqual([value, '']);
  expect(schoolNetworksProblem(SCHOOL_NETWORKS, '10.1.2')).toBe('“10.1.2”不是IP地址，请写成 10.1.2.3 或 10.1.0.0/16，多个用分号分开');
  expect(schoolNetworksProblem(SCHOOL_NETWORKS, '10.1.2.3/33')).toBe('“10.1.2.3/33”斜杠后的位数须为16至32');
  expect(schoolNetworksProblem(SCHOOL_NETWORKS, '0.0.0.0/0')).toBe('“0.0.0.0/0”的范围太大，斜杠后的位数须为16至32');
  expect(schoolNetworksProblem('sys.login.blackIPList', '随便')).toBe('');
  const headers = admin;
  const rows = (await town.app.inject({ url: `/prod-api/system/config/list?configKey=${SCHOOL_NETWORKS}`, headers })).json<{ rows: object[] }>().rows;
  const save = async (configValue: string) =>
    (await town.app.inject({ method: 'PUT', url: '/prod-api/system/config', headers, payload: { ...rows[0], configValue } })).json<Answer>();
  expect((await save('学校')).msg).toContain('参数【sys.account.schoolNetworks】不正确：“学校”不是IP地址');
  expect((await save('10.1.0.0/16')).code).toBe(200);
});
