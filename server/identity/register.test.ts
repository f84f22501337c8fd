import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';

let town: TestContext;
beforeAll(async () => {
  town = await testContext();
  const now = Date.now();
  await town.context.db
    .insertInto('config')
    .values({ configName: '注册', configKey: 'sys.account.registerUser', configValue: 'true', createTime: now, updateTime: now })
    .execute();
});
afterAll(() => town.close());

const register = async (body: object) =>
  (await town.app.inject({ method: 'POST', url: '/prod-api/register', payload: body })).json<{ code: number; msg: string }>();

test('S7.4 POST /register creates a reader without a role who can sign in', async () => {
  expect(await register({ username: '江边读者', password: 'good-pass-1', confirmPassword: 'good-pass-1', phonenumber: '13800000999' })).toMatchObject(
    { code: 200 },
  );
  const row = await town.context.db.selectFrom('user').selectAll().where('userName', '=', '江边读者').executeTakeFirstOrThrow();
  expect(row).toMatchObject({ nickName: '江边读者', phonenumber: '13800000999', status: '0' });
  expect(row.passwordHash).toMatch(/^scrypt\$32768\$/);
  const login = await town.app.inject({ method: 'POST', url: '/prod-api/login', payload: { username: '江边读者', password: 'good-pass-1' } });
  expect(login.json()).toMatchObject({ code: 200 });
});

test('#33.29 stops revealing taken phone numbers for an hour after five such responses', async () => {
  const taken = { password: 'good-pass-1', phonenumber: '13800000999' };
  const ask = async (index: number) =>
    (
      await town.app.inject({
        method: 'POST',
        url: '/prod-api/register',
        payload: { ...taken, username: `prober_${index}` },
        remoteAddress: '10.1.9.9',
      })
    ).json<{ code: number }>();
  const codes: number[] = [];
  for (let index = 0; index < 6; index += 1) codes.push((await ask(index)).code);
  expect(codes).toEqual([500, 500, 500, 500, 500, 429]);
});

test('S7.4 accepts a form body like JSON', async () => {
  const answer = await town.app.inject({
    method: 'POST',
    url: '/prod-api/register',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'username=form_reader&password=good-pass-1',
  });
  expect(answer.json()).toMatchObject({ code: 200 });
});

test.each([
  [{}, '用户名不能为空'],
  [{ username: '1abc', password: 'good-pass-1' }, '用户名须为2到20个汉字、字母、数字或下划线，且不能以数字开头'],
  [{ username: 'abc<i>', password: 'good-pass-1' }, '用户名须为2到20个汉字、字母、数字或下划线，且不能以数字开头'],
  [{ username: 'someone', password: 'short' }, '密码长度须在8到64个字符之间'],
  [{ username: 'someone', password: 'good-pass-1', confirmPassword: 'other-pass' }, '两次输入的密码不一致'],
  [{ username: 'someone', password: 'good-pass-1', phonenumber: '12345678901' }, '手机号格式错误'],
])('rejects %o with advice', async (body, words) => {
  expect(await register(body)).toEqual({ code: 400, msg: words });
});

test.each(['13800000001', '14700000002', '15900000003', '17600000004', '18900000005', '19900000006'])(
  'S5.13 accepts %s as a phone number',
  async (phone) => {
    expect(await register({ username: `call_${phone.slice(-8)}`, password: 'good-pass-1', phonenumber: phone })).toMatchObject({ code: 200 });
  },
);

test.each(['12345678901', '16600000001', '1380000000', '138000000001', '23800000001', '1380000000x'])('S5.13 rejects %s', async (phone) => {
  expect(await register({ username: 'no_number', password: 'good-pass-1', phonenumber: phone })).toEqual({ code: 400, msg: '手机号格式错误' });
});

test('treats a name in another case as the same name', async () => {
  await register({ username: 'Twice', password: 'good-pass-1' });
  expect(await register({ username: 'tWICE', password: 'good-pass-1' })).toEqual({ code: 500, msg: "保存用户'tWICE'失败，注册账号已存在" });
});

test('A15 drops fields that a reader may not set', async () => {
  await register({ username: 'climber', password: 'good-pass-1', roleIds: [1], status: '0', admin: true, roles: ['admin'] });
  const roles = await town.context.db
    .selectFrom('userRole')
    .innerJoin('user', 'user.id', 'userRole.userId')
    .select('roleId')
    .where('userName', '=', 'climber')
    .execute();
  expect(roles).toEqual([]);
});

test('rejects the second of two concurrent registrations with one phone number', async () => {
  const said = await Promise.all(
    ['早到的读者', '晚到的读者'].map((username) => register({ username, password: 'good-pass-1', phonenumber: '13800000777' })),
  );
  expect(said.map(({ code }) => code).toSorted()).toEqual([200, 500]);
  expect(said.find(({ code }) => code === 500)?.msg).toMatch(/^保存用户'.到的读者'失败，手机号码已存在$/);
});

test('rejects every registration while registration is closed', async () => {
  await town.context.db.updateTable('config').set({ configValue: 'false' }).where('configKey', '=', 'sys.account.registerUser').execute();
  expect(await register({ username: 'late_one', password: 'good-pass-1' })).toEqual({ code: 500, msg: '当前系统没有开启注册功能！' });
});
