import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { totpCode } from './totp.ts';

let town: TestContext;
const STEP_MS = 30_000;
beforeAll(async () => {
  town = await testContext();
});
afterAll(() => town.close());

interface Answer {
  code: number;
  msg: string;
  token?: string;
  ticket?: string;
  data: { secret: string; uri: string; qr: string; codes: string[]; codesLeft: number; totp: boolean; required: boolean };
  secondFactorDue?: boolean;
}
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
async function ask(method: Method, url: string, headers: Record<string, string>, payload?: object, remoteAddress = '127.0.0.1'): Promise<Answer> {
  const answer = await town.app.inject({ method, url: `/prod-api${url}`, headers, remoteAddress, ...(payload ? { payload } : {}) });
  expect([200, 503]).toContain(answer.statusCode);
  return answer.json<Answer>();
}
const PASSWORD = 'right-pass-1';
const TOTP = '/system/user/profile/secondFactor/totp';
const logIn = (username: string, more: object = { secondFactor: true }, ip?: string) =>
  ask('POST', '/login', {}, { username, password: PASSWORD, ...more }, ip);
const second = (ticket = '', code = '', ip?: string) => ask('POST', '/login/secondFactor', {}, { ticket, code }, ip);
const bearerOf = ({ token }: Answer): Bearer => ({ authorization: `Bearer ${token}` });
const idOf = async (userName: string) =>
  (await town.context.db.selectFrom('user').select('id').where('userName', '=', userName).executeTakeFirstOrThrow()).id;
const messages = async (userName: string) =>
  (
    await town.context.db
      .selectFrom('message')
      .select('title')
      .where('userId', '=', await idOf(userName))
      .orderBy('id')
      .execute()
  ).map((row) => row.title);
const config = (configKey: string, configValue: string) =>
  town.context.db.insertInto('config').values({ configKey, configValue, configName: configKey, createTime: 1, updateTime: 1 }).execute();
const noConfig = () => town.context.db.deleteFrom('config').execute();

/** Returns a user with TOTP on; `at` is the time of the first code. */
async function withTotp(userName: string, roles: string[] = []) {
  await town.addUser({ userName, password: PASSWORD, roles });
  const headers = bearerOf(await logIn(userName));
  const { secret } = (await ask('POST', TOTP, headers)).data;
  const { data, msg } = await ask('PUT', TOTP, headers, { code: totpCode(secret, Date.now() - STEP_MS) });
  expect(msg).toBe('操作成功');
  return { headers, secret, codes: data.codes };
}

test('#33.32 sets up TOTP with a QR code, requires it at sign-in, and accepts each code once', async () => {
  await town.addUser({ userName: 'careful', password: PASSWORD });
  const headers = bearerOf(await logIn('careful'));
  const { data } = await ask('POST', TOTP, headers);
  expect(data.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(decodeURIComponent(data.uri)).toContain(`otpauth://totp/书舟:careful?issuer=书舟&secret=${data.secret}&algorithm=SHA1&digits=6&period=30`);
  expect(data.qr).toMatch(/^data:image\/png;base64,/);
  expect((await ask('PUT', TOTP, headers, { code: '000000' })).msg).toContain('验证码不对');
  expect(await logIn('careful')).toMatchObject({ token: expect.any(String) });
  const first = totpCode(data.secret, Date.now());
  const enabled = await ask('PUT', TOTP, headers, { code: `${first.slice(0, 3)} ${first.slice(3)}` });
  expect(new Set(enabled.data.codes).size).toBe(10);
  expect(enabled.data.codes[0]).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
  const stored = JSON.stringify([
    await town.context.db.selectFrom('secondFactor').selectAll().execute(),
    await town.context.db.selectFrom('recoveryCode').selectAll().execute(),
  ]);
  for (const secret of [data.secret, ...enabled.data.codes, ...enabled.data.codes.map((code) => code.replace('-', ''))])
    expect(stored).not.toContain(secret);

  const step = await logIn('careful');
  expect(step).toEqual({ code: 200, msg: '操作成功', ticket: expect.stringMatching(/^[\w-]{43}$/) });
  // The code that turned TOTP on cannot be used again.
  expect((await second(step.ticket, first)).msg).toBe('验证码错误，还可以试3次');
  const code = totpCode(data.secret, Date.now() + STEP_MS);
  const entered = await second(step.ticket, code);
  expect(entered.token).toMatch(/^[\w-]{43}$/);
  expect(await ask('GET', '/getInfo', bearerOf(entered))).toMatchObject({ code: 200, secondFactorDue: false });
  const again = await logIn('careful');
  expect((await second(again.ticket, code)).code).toBe(500);
  expect(await messages('careful')).toContain('您的账号已开启两步验证');
});

test('#33.32 rejects a client that does not support the second step with a message; a password alone opens no session', async () => {
  await withTotp('family');
  expect(await logIn('family', {})).toEqual({ code: 500, msg: '此账号已开启两步验证，请在书舟登录页登录' });
});

test('#33.32 binds a ticket to its address, five minutes, five codes, one session, and the current password', async () => {
  const { secret } = await withTotp('ticket');
  const code = (later = 0) => totpCode(secret, Date.now() + later);
  const stolen = await logIn('ticket');
  expect(await second(stolen.ticket, code(), '203.0.113.9')).toEqual({ code: 500, msg: '登录信息已失效，请重新登录' });
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 5 * 60_000 + 1);
  expect((await second(stolen.ticket, code())).msg).toBe('登录信息已失效，请重新登录');
  clock.mockRestore();
  const both = await logIn('ticket');
  const answers = await Promise.all([second(both.ticket, code()), second(both.ticket, code(STEP_MS))]);
  expect(answers.filter((one) => one.token)).toHaveLength(1);
  const changed = await logIn('ticket');
  await town.context.db.updateTable('user').set({ passwordHash: 'scrypt$other' }).where('userName', '=', 'ticket').execute();
  expect((await second(changed.ticket, code(STEP_MS))).msg).toBe('登录信息已失效，请重新登录');
});

test('#33.32 locks the account for its address after wrong codes as after wrong passwords', async () => {
  const { secret } = await withTotp('guessed');
  const step = await logIn('guessed', undefined, '10.9.9.1');
  const words: string[] = [];
  for (let tries = 0; tries < 4; tries += 1) words.push((await second(step.ticket, '000000', '10.9.9.1')).msg);
  expect(words.at(-1)).toBe('密码输入错误5次，帐户锁定10分钟');
  expect((await second(step.ticket, totpCode(secret, Date.now()), '10.9.9.1')).token).toBeUndefined();
  expect((await logIn('guessed', undefined, '10.9.9.1')).msg).toBe('密码输入错误5次，帐户锁定10分钟');
  // A new sign-in with the right password does not reset the count of wrong codes.
  expect((await logIn('guessed', undefined, '10.9.9.2')).ticket).toBeDefined();
});

test('#33.32 accepts a recovery code once, replaces old codes by new ones, and requires a recent confirmation to turn TOTP off', async () => {
  const { headers, codes } = await withTotp('loser');
  const [one = '', other = ''] = codes;
  const step = await logIn('loser');
  expect((await second(step.ticket, ` ${one.toUpperCase()} `)).token).toBeDefined();
  const enter = async (code: string, ip: string) => second((await logIn('loser', undefined, ip)).ticket, code, ip);
  expect((await enter(one, '10.9.8.1')).code).toBe(500);
  expect((await ask('GET', '/system/user/profile/secondFactor', headers)).data).toMatchObject({ totp: true, codesLeft: 9 });
  const renewed = (await ask('POST', '/system/user/profile/secondFactor/codes', headers)).data.codes;
  expect((await enter(other, '10.9.8.2')).code).toBe(500);
  expect((await enter(renewed[3] ?? '', '10.9.8.3')).token).toBeDefined();
  expect((await ask('DELETE', TOTP, headers)).code).toBe(200);
  expect((await logIn('loser', {})).token).toBeDefined();
  expect(await messages('loser')).toEqual(expect.arrayContaining(['您用了一个恢复码', '您的恢复码已更换', '您的账号已关闭两步验证']));
});

test('#33.32 requires confirmation of dangerous actions fifteen minutes after the sign-in, by password or code', async () => {
  await town.addUser({ userName: 'boss', password: PASSWORD, roles: ['admin'] });
  const victim = await town.addUser({ userName: 'victim', password: PASSWORD });
  const headers = bearerOf(await logIn('boss'));
  const db = town.context.db;
  const stale = () =>
    db
      .updateTable('session')
      .set({ confirmedAt: Date.now() - 15 * 60_000 - 1 })
      .execute();
  const reset = () => ask('PUT', '/system/user/resetPwd', headers, { userId: victim, password: 'Other-pass-22' });
  await stale();
  expect(await reset()).toEqual({ code: 428, msg: '为了安全，请重新输入密码确认身份' });
  for (const [method, url, payload] of [
    ['DELETE', `/system/user/${victim}`],
    ['DELETE', '/monitor/operlog/clean'],
    ['DELETE', '/monitor/cache/clearCacheAll'],
    ['DELETE', '/recycle/1'],
    ['POST', '/system/user/export', {}],
    ['PUT', '/system/role/dataScope', { roleId: 2, dataScope: '1' }],
    ['POST', TOTP],
    ['PUT', '/system/user/profile', { nickName: 'boss', phonenumber: '13900000009', email: '', sex: '2' }],
  ] as const)
    expect([url, (await ask(method, url, headers, payload)).code]).toEqual([url, 428]);
  // A change of the nickname needs no confirmation.
  expect((await ask('PUT', '/system/user/profile', headers, { nickName: 'boss2', phonenumber: '', email: '', sex: '2' })).code).toBe(200);
  expect(await ask('POST', '/system/user/profile/confirm', headers, {})).toMatchObject({ code: 400 });
  expect(await ask('POST', '/system/user/profile/confirm', headers, { password: 'wrong-pass-1' })).toEqual({
    code: 500,
    msg: '密码错误，请重新输入',
  });
  expect((await reset()).code).toBe(428);
  expect((await ask('POST', '/system/user/profile/confirm', headers, { password: PASSWORD })).code).toBe(200);
  expect((await reset()).code).toBe(200);
  expect(await messages('victim')).toEqual(['您的密码已由管理员重置']);
  expect((await town.app.inject({ method: 'POST', url: '/prod-api/system/user/export', headers, payload: {} })).headers['content-type']).toContain(
    'sheet',
  );
  expect(await messages('boss')).toEqual([expect.stringMatching(/^您导出了.*的名单$/)]);

  await stale();
  await config('sys.account.confirmMinutes', '0');
  expect((await reset()).code).not.toBe(428);
  await noConfig();
  for (let tries = 0; tries < 5; tries += 1) await ask('POST', '/system/user/profile/confirm', headers, { password: 'wrong-pass-1' });
  expect(await ask('POST', '/system/user/profile/confirm', headers, { password: PASSWORD })).toMatchObject({ code: 429 });
});

test('#33.32 allows staff without a required second factor only its set-up, and does not affect readers', async () => {
  await town.addUser({ userName: 'clerk', password: PASSWORD, roles: ['works_admin'] });
  await town.addUser({ userName: 'reader', password: PASSWORD });
  const [headers, reader] = [bearerOf(await logIn('clerk')), bearerOf(await logIn('reader'))];
  await config('sys.account.secondFactor', 'staff');
  try {
    expect(await ask('GET', '/getInfo', headers)).toMatchObject({ code: 200, secondFactorDue: true });
    expect((await ask('GET', '/getRouters', headers)).code).toBe(200);
    for (const one of town.app.endpoints.filter((each) => each.access === 'signed-in' && !each.whileFactorDue))
      expect([one.key, (await ask(one.method, one.path.replace(/\{\w+\}/g, '1'), headers, one.method === 'GET' ? undefined : {})).msg]).toEqual([
        one.key,
        '您的账号须先设置两步验证或通行密钥：请打开“登录安全”完成设置',
      ]);
    expect(await ask('GET', '/info/statistics/mine', reader)).toMatchObject({ code: 200 });
    const { secret } = (await ask('POST', TOTP, headers)).data;
    expect((await ask('PUT', TOTP, headers, { code: totpCode(secret, Date.now()) })).code).toBe(200);
    expect(await ask('GET', '/getInfo', headers)).toMatchObject({ secondFactorDue: false });
    expect(await ask('GET', '/info/statistics/mine', headers)).toMatchObject({ code: 200 });
    expect((await ask('DELETE', TOTP, headers)).msg).toContain('不能移除最后一个');
    await town.context.db.updateTable('config').set({ configValue: 'all' }).execute();
    expect(await ask('GET', '/info/statistics/mine', reader)).toMatchObject({ code: 403 });
  } finally {
    await noConfig();
  }
});

test('#33.32 lets staff who may reset passwords clear a lost second factor, except that of the super user', async () => {
  await withTotp('lost');
  await withTotp('chief', ['admin']);
  await town.addUser({ userName: 'helper', permissions: ['system:user:resetPwd', 'system:user:list'] });
  await town.addUser({ userName: 'nobody' });
  const clear = async (by: string, whom: string) => (await ask('DELETE', `/system/user/secondFactor/${await idOf(whom)}`, await town.as(by))).code;
  expect(await clear('nobody', 'lost')).toBe(403);
  expect(await clear('helper', 'chief')).toBe(500);
  await town.context.db.updateTable('role').set({ dataScope: '1' }).execute();
  expect(await clear('helper', 'lost')).toBe(200);
  expect((await logIn('lost', {})).token).toBeDefined();
  expect(await messages('lost')).toContain('管理员清除了您的两步验证和通行密钥');
});

test('#33.32 notifies the user of a changed password', async () => {
  await town.addUser({ userName: 'changer', password: PASSWORD });
  const headers = bearerOf(await logIn('changer'));
  expect((await ask('PUT', '/system/user/profile/updatePwd', headers, { oldPassword: PASSWORD, newPassword: 'Quite-new-7' })).code).toBe(200);
  expect(await messages('changer')).toEqual(['您的密码已修改']);
});
