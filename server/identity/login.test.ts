import { eventLoopTurns } from '../../tests/support/event-loop.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { hashPassword } from './password.ts';

let town: TestContext;
beforeAll(async () => {
  town = await testContext();
  for (const userName of ['reader', 'second', 'third', 'locked', 'leaver', 'hurried', 'changer', 'owner', 'hunted'])
    await town.addUser({ userName, password: 'right-pass-1' });
});
afterAll(() => town.close());

interface Answer {
  code: number;
  msg: string;
  token?: string;
}

async function logIn(body: object, headers: Record<string, string> = {}, address = '127.0.0.1'): Promise<Answer> {
  const response = await town.app.inject({ method: 'POST', url: '/prod-api/login', headers, payload: body, remoteAddress: address });
  expect(response.statusCode).toBe(200);
  return response.json();
}

const me = (token: string) => town.app.inject({ url: '/prod-api/getInfo', headers: { authorization: `Bearer ${token}` } });

test('S7.3 S7.5 S9.10 POST /login returns a token that GET /getInfo accepts in the bearer header', async () => {
  const { code, token } = await logIn({ username: ' reader ', password: 'right-pass-1' });
  expect(code).toBe(200);
  expect(token).toMatch(/^[\w-]{43}$/);
  const answer = (await me(token ?? '')).json();
  expect(answer).toMatchObject({ code: 200, user: { userName: 'reader' }, roles: [], permissions: [] });
  expect(JSON.stringify(answer)).not.toMatch(/passwordHash|"password"|scrypt/i);
});

test('stores the token only as a hash', async () => {
  const { token } = await logIn({ username: 'reader', password: 'right-pass-1' });
  const rows = await town.context.db.selectFrom('session').select('id').execute();
  expect(rows.map((row) => row.id)).not.toContain(token);
});

test.each([
  [{}, '用户不存在/密码错误'],
  [{ username: 'nobody', password: 'right-pass-1' }, '用户不存在/密码错误'],
  [{ username: 'reader', password: 'four' }, '用户不存在/密码错误'],
  [{ username: 'reader', password: 'x'.repeat(65) }, '用户不存在/密码错误'],
])('returns the same message for every invalid login: %o', async (body, words) => {
  expect(await logIn(body, {}, '10.1.1.1')).toEqual({ code: 500, msg: words });
});

test('A29 locks the account for its address after five wrong passwords, whatever headers and case the client rotates', async () => {
  const tries = ['locked', 'LOCKED', 'Locked', ' locked', 'locked '];
  const answers: Answer[] = [];
  for (const [index, username] of tries.entries()) {
    const forged = `203.0.113.${index}`;
    answers.push(
      await logIn({ username, password: 'wrong-pass' }, { 'x-forwarded-for': forged, 'x-real-ip': forged, forwarded: `for=${forged}` }, '10.2.2.1'),
    );
  }
  expect(answers.map((one) => one.msg)).toEqual([...Array<string>(4).fill('用户不存在/密码错误'), '密码输入错误5次，帐户锁定10分钟']);
  expect(await logIn({ username: 'locked', password: 'right-pass-1' }, {}, '10.2.2.1')).toMatchObject({
    code: 500,
    msg: '密码输入错误5次，帐户锁定10分钟',
  });
  const rows = await town.context.db.selectFrom('loginLog').select('ip').where('userName', '=', 'locked').execute();
  expect(rows.map((row) => row.ip)).not.toContain('203.0.113.1');
});

test('A29 counts concurrent attempts like sequential ones', async () => {
  const passwords = [...Array.from({ length: 11 }, (_, index) => `wrong-pass-${index}`), 'right-pass-1'];
  const answers = await Promise.all(passwords.map((password) => logIn({ username: 'hurried', password }, {}, '10.2.3.1')));
  expect(answers.filter((one) => one.token)).toEqual([]);
  expect(await logIn({ username: 'hurried', password: 'right-pass-1' }, {}, '10.2.3.1')).toMatchObject({ code: 500 });
});

/** Signs in and returns the cookie that identifies the device. */
async function deviceOf(username: string, address: string): Promise<string> {
  const answer = await town.app.inject({
    method: 'POST',
    url: '/prod-api/login',
    payload: { username, password: 'right-pass-1' },
    remoteAddress: address,
  });
  const cookie = String(answer.headers['set-cookie']);
  expect(cookie).toMatch(/^shuzhou-device=[\w-]{43}; Path=\/prod-api; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
  return cookie.split(';')[0] ?? '';
}

test('#33.30 does not lock out a known device after five wrong passwords, or thirty from a campus', async () => {
  const cookie = await deviceOf('owner', '10.9.1.1');
  for (let index = 0; index < 6; index += 1) await logIn({ username: 'owner', password: 'wrong-pass' }, {}, '10.9.1.1');
  expect(await logIn({ username: 'owner', password: 'right-pass-1' }, {}, '10.9.1.1')).toMatchObject({ code: 500 });
  for (let index = 0; index < 30; index += 1) await logIn({ username: `pupil${index}`, password: 'wrong-pass' }, {}, '10.9.1.1');
  expect(await logIn({ username: 'owner', password: 'right-pass-1' }, {}, '10.9.1.1')).toMatchObject({ code: 429 });
  expect(await logIn({ username: 'owner', password: 'right-pass-1' }, { cookie }, '10.9.1.1')).toMatchObject({ code: 200 });
});

test('#33.30 lets a user at another address sign in during password guessing, until twenty attempts in total', async () => {
  for (let index = 0; index < 6; index += 1) await logIn({ username: 'hunted', password: 'wrong-pass' }, {}, '10.9.2.1');
  expect(await logIn({ username: 'hunted', password: 'right-pass-1' }, {}, '10.9.2.2')).toMatchObject({ code: 200 });
  for (let index = 0; index < 20; index += 1) await logIn({ username: 'hunted', password: 'wrong-pass' }, {}, `10.9.3.${index}`);
  expect(await logIn({ username: 'hunted', password: 'right-pass-1' }, {}, '10.9.2.3')).toMatchObject({ code: 500 });
});

test('#33.30 counts a known device separately, and recognises it for its own user only', async () => {
  const cookie = await deviceOf('second', '10.9.4.1');
  for (let index = 0; index < 5; index += 1) await logIn({ username: 'second', password: 'wrong-pass' }, { cookie }, '10.9.4.1');
  expect(await logIn({ username: 'second', password: 'right-pass-1' }, { cookie }, '10.9.4.2')).toMatchObject({ code: 500 });
  expect(await logIn({ username: 'second', password: 'right-pass-1' }, {}, '10.9.4.2')).toMatchObject({ code: 200 });
  for (let index = 0; index < 5; index += 1) await logIn({ username: 'third', password: 'wrong-pass' }, { cookie }, '10.9.4.3');
  expect(await logIn({ username: 'third', password: 'right-pass-1' }, { cookie }, '10.9.4.3')).toMatchObject({ code: 500 });
});

test('#33.32 sends a message about a sign-in on a new device, but not about the first one', async () => {
  const { db } = town.context;
  await town.addUser({ userName: 'moved', password: 'right-pass-1' });
  const { id } = await db.selectFrom('user').select('id').where('userName', '=', 'moved').executeTakeFirstOrThrow();
  const notified = () => db.selectFrom('message').select('title').where('userId', '=', id).execute();
  const cookie = await deviceOf('moved', '10.9.5.1');
  await logIn({ username: 'moved', password: 'right-pass-1' }, { cookie }, '10.9.5.2');
  expect(await notified()).toEqual([]);
  await deviceOf('moved', '10.9.5.3');
  expect(await notified()).toEqual([{ title: '您的账号在一台新设备上登录' }]);
});

test('A29 rejects an address after thirty failures, but not another address', async () => {
  for (let index = 0; index < 30; index += 1) await logIn({ username: `stranger${index}`, password: 'wrong-pass' }, {}, '10.3.3.3');
  expect(await logIn({ username: 'second', password: 'right-pass-1' }, { 'x-forwarded-for': '1.2.3.4' }, '10.3.3.3')).toMatchObject({ code: 429 });
  expect(await logIn({ username: 'second', password: 'right-pass-1' }, {}, '10.3.3.4')).toMatchObject({ code: 200 });
});

test('A29 counts concurrent failures from one address before the correct attempt', async () => {
  await town.addUser({ userName: 'guessed', password: 'right-pass-1' });
  // The check of this hash takes as long as those of the wrong attempts, which it waits behind; some of them end while it runs.
  const passwordHash = await hashPassword('right-pass-1');
  await town.context.db.updateTable('user').set({ passwordHash }).where('userName', '=', 'guessed').execute();
  const wrong = Array.from({ length: 40 }, (_, index) => logIn({ username: `unknown${index}`, password: 'wrong-pass' }, {}, '10.3.4.3'));
  expect(await logIn({ username: 'guessed', password: 'right-pass-1' }, {}, '10.3.4.3')).toMatchObject({ code: 429 });
  await Promise.all(wrong);
  expect(await logIn({ username: 'guessed', password: 'right-pass-1' }, {}, '10.3.4.4')).toMatchObject({ code: 200 });
});

test('A29 accepts three hundred attempts per minute from one address, and writes no more rows than that', async () => {
  const address = '10.3.5.3';
  const rows = async () => (await town.context.db.selectFrom('loginLog').select('id').where('ip', '=', address).execute()).length;
  for (let index = 0; index < 300; index += 1) await logIn({ username: 'x', password: 'y' }, {}, address);
  expect(await rows()).toBe(300);
  expect(await logIn({ username: 'second', password: 'right-pass-1' }, {}, address)).toEqual({ code: 429, msg: '登录过于频繁，请一分钟后再试' });
  expect(await rows()).toBe(300);
  expect(await logIn({ username: 'second', password: 'right-pass-1' }, {}, '10.3.5.4')).toMatchObject({ code: 200 });
});

test('ends a lock after ten minutes, and resets the count after a success', async () => {
  for (let index = 0; index < 4; index += 1) await logIn({ username: 'third', password: 'wrong-pass' }, {}, '10.4.4.4');
  expect(await logIn({ username: 'third', password: 'right-pass-1' }, {}, '10.4.4.4')).toMatchObject({ code: 200 });
  expect(await logIn({ username: 'third', password: 'wrong-pass' }, {}, '10.4.4.4')).toMatchObject({ msg: '用户不存在/密码错误' });
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 10 * 60_000 + 1);
  try {
    expect(await logIn({ username: 'locked', password: 'right-pass-1' }, {}, '10.4.4.4')).toMatchObject({ code: 200 });
  } finally {
    clock.mockRestore();
  }
});

test('A27 rejects a disabled user at the next request', async () => {
  const { token = '' } = await logIn({ username: 'leaver', password: 'right-pass-1' }, {}, '10.5.5.5');
  expect((await me(token)).json()).toMatchObject({ code: 200 });
  await town.context.db.updateTable('user').set({ status: '1' }).where('userName', '=', 'leaver').execute();
  expect((await me(token)).json()).toMatchObject({ code: 401 });
  expect(await logIn({ username: 'leaver', password: 'right-pass-1' }, {}, '10.5.5.5')).toEqual({ code: 500, msg: '用户已封禁，请联系管理员' });
});

test('opens no session for a sign-in that began with the old password when it was changed', async () => {
  const { db } = town.context;
  const passwordHash = await hashPassword('other-pass-2');
  const { id } = await db.selectFrom('user').select('id').where('userName', '=', 'changer').executeTakeFirstOrThrow();
  const begun = Array.from({ length: 4 }, () => logIn({ username: 'changer', password: 'right-pass-1' }, {}, '10.5.6.6'));
  await eventLoopTurns();
  await db.updateTable('user').set({ passwordHash }).where('id', '=', id).execute();
  await db.deleteFrom('session').where('userId', '=', id).execute();
  for (const { token } of await Promise.all(begun)) if (token) expect((await me(token)).json()).toMatchObject({ code: 401 });
  expect(await db.selectFrom('session').select('id').where('userId', '=', id).execute()).toEqual([]);
  expect(await logIn({ username: 'changer', password: 'other-pass-2' }, {}, '10.5.6.6')).toMatchObject({ code: 200 });
});

test('S7.6 logout ends the session and never fails', async () => {
  const { token = '' } = await logIn({ username: 'second', password: 'right-pass-1' }, {}, '10.6.6.6');
  const headers = { authorization: `Bearer ${token}` };
  expect((await town.app.inject({ method: 'POST', url: '/prod-api/logout', headers })).json()).toMatchObject({ code: 200 });
  expect((await me(token)).json()).toMatchObject({ code: 401 });
  expect((await town.app.inject({ method: 'POST', url: '/prod-api/logout' })).json()).toEqual({ code: 200, msg: '退出成功' });
});

test('extends a session while it is used, and ends it when it is not', async () => {
  const { token = '' } = await logIn({ username: 'second', password: 'right-pass-1' }, {}, '10.7.7.7');
  const now = Date.now();
  const hour = 3_600_000;
  const clock = vi.spyOn(Date, 'now');
  try {
    clock.mockReturnValue(now + 11 * hour);
    expect((await me(token)).json()).toMatchObject({ code: 200 });
    clock.mockReturnValue(now + 22 * hour);
    expect((await me(token)).json()).toMatchObject({ code: 200 });
    clock.mockReturnValue(now + 35 * hour);
    expect((await me(token)).json()).toMatchObject({ code: 401 });
  } finally {
    clock.mockRestore();
  }
});

test.each(['', 'Bearer', 'Bearer ', 'bearer  x', 'Basic abc', 'Bearer a,Bearer b', 'Bearer null', 'Bearer undefined'])(
  'A18 accepts no user for the header %j',
  async (authorization) => {
    expect((await town.app.inject({ url: '/prod-api/getInfo', headers: { authorization } })).json()).toMatchObject({ code: 401 });
  },
);

test('A18 never accepts a session from the cookie or the query', async () => {
  const { token = '' } = await logIn({ username: 'second', password: 'right-pass-1' }, {}, '10.8.8.8');
  expect((await town.app.inject({ url: `/prod-api/getInfo?token=${token}`, headers: { cookie: `Admin-Token=${token}` } })).json()).toMatchObject({
    code: 401,
  });
});

test('A40 S3.1 S7.7 consumes the captcha at its first attempt, right or wrong', async () => {
  const strict = await testContext({ captcha: true });
  try {
    await strict.addUser({ userName: 'reader', password: 'right-pass-1' });
    const { uuid, img, captchaEnabled } = (await strict.app.inject('/prod-api/captchaImage')).json<{
      uuid: string;
      img: string;
      captchaEnabled: boolean;
    }>();
    expect(captchaEnabled).toBe(true);
    expect(Buffer.from(img, 'base64').subarray(1, 4).toString()).toBe('PNG');
    const answer = await strict.context.cache.get(`captcha_codes:${uuid}`);
    const attempt = async (code: string) =>
      (
        await strict.app.inject({ method: 'POST', url: '/prod-api/login', payload: { username: 'reader', password: 'right-pass-1', code, uuid } })
      ).json<Answer>();
    expect(await attempt('nonsense')).toEqual({ code: 500, msg: '验证码错误' });
    expect(await attempt(answer ?? '')).toEqual({ code: 500, msg: '验证码已失效' });
  } finally {
    await strict.close();
  }
});

test('#33.29 makes every captcha answer equally likely, and counts wrong captchas against their address', async () => {
  const strict = await testContext({ captcha: true });
  try {
    await strict.addUser({ userName: 'reader', password: 'right-pass-1' });
    const fetched = async (address: string) => {
      const { uuid } = (await strict.app.inject({ url: '/prod-api/captchaImage', remoteAddress: address })).json<{ uuid: string }>();
      return { uuid, code: (await strict.context.cache.get(`captcha_codes:${uuid}`)) ?? '' };
    };
    const answers: string[] = [];
    for (let index = 0; index < 120; index += 1) answers.push((await fetched(`10.9.${index}.9`)).code);
    // Ninety equally likely answers: the most common of 120 occurs nine times in less than one of a billion runs.
    const most = Math.max(...[...Map.groupBy(answers, (one) => one).values()].map((same) => same.length));
    expect(most).toBeLessThan(9);
    expect(answers.every((one) => Number(one) >= 10 && Number(one) <= 99)).toBe(true);
    const attempt = async (code: string, uuid: string, remoteAddress: string): Promise<Answer> =>
      (
        await strict.app.inject({
          method: 'POST',
          url: '/prod-api/login',
          payload: { username: 'reader', password: 'right-pass-1', code, uuid },
          remoteAddress,
        })
      ).json();
    for (let index = 0; index < 30; index += 1) await attempt('1', (await fetched('10.8.1.1')).uuid, '10.8.1.1');
    const wrong = await fetched('10.8.1.1');
    expect(await attempt('1', wrong.uuid, '10.8.1.1')).toMatchObject({ code: 429 });
    const right = await fetched('10.8.1.2');
    expect(await attempt(right.code, right.uuid, '10.8.1.2')).toMatchObject({ code: 200 });
  } finally {
    await strict.close();
  }
});

test('#33.34 uses an address in X-Forwarded-For from a trusted proxy only', async () => {
  const behind = await testContext({ trustedProxies: ['10.0.0.0/8'] });
  try {
    await behind.addUser({ userName: 'reader', password: 'right-pass-1' });
    const from = async (remoteAddress: string): Promise<string[]> => {
      await behind.context.db.deleteFrom('loginLog').execute();
      const headers = { 'x-forwarded-for': '203.0.113.7' };
      await behind.app.inject({
        method: 'POST',
        url: '/prod-api/login',
        headers,
        payload: { username: 'reader', password: 'right-pass-1' },
        remoteAddress,
      });
      return (await behind.context.db.selectFrom('loginLog').select('ip').execute()).map((row) => row.ip);
    };
    expect(await from('10.1.2.3')).toEqual(['203.0.113.7']);
    expect(await from('192.0.2.1')).toEqual(['192.0.2.1']);
  } finally {
    await behind.close();
  }
});
