import { afterAll, beforeAll, expect, test } from 'vitest';
import { softwarePasskey } from '../../../tests/support/software-passkey.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';

const SITE = { origin: 'https://read.press.test', rpId: 'read.press.test' };
const PASSWORD = 'right-pass-1';
let town: TestContext;
beforeAll(async () => {
  town = await testContext({ publicUrl: SITE.origin });
});
afterAll(() => town.close());

interface Answer {
  code: number;
  msg: string;
  token?: string;
  data: { challenge: string; passkeys: { passkeyId: number; name: string }[] };
}
async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, headers: Record<string, string>, payload?: object): Promise<Answer> {
  const answer = await town.app.inject({ method, url: `/prod-api${url}`, headers, ...(payload ? { payload } : {}) });
  return answer.json<Answer>();
}
const challenge = async (url: string, headers: Record<string, string> = {}) => (await ask('POST', url, headers)).data.challenge;
const ADD = '/system/user/profile/passkey';
const CONFIRM = '/system/user/profile/confirm';

async function withPasskey(userName: string, roles: string[] = []) {
  await town.addUser({ userName, password: PASSWORD, roles });
  const headers: Bearer = await town.as(userName);
  const key = softwarePasskey();
  const answer = key.register({ ...SITE, challenge: await challenge(`${ADD}/options`, headers) });
  expect(await ask('POST', ADD, headers, { name: '手机', answer })).toMatchObject({ code: 200 });
  return { headers, key };
}
const logIn = (answer: object) => ask('POST', '/login/passkey', {}, { answer });

test('#33.32 signs in with a passkey without a user name, once per challenge, and notifies the user of a new one', async () => {
  const { key } = await withPasskey('keyed');
  const signed = key.sign({ ...SITE, challenge: await challenge('/login/passkey/options') });
  const entered = await logIn(signed);
  expect((await ask('GET', '/getInfo', { authorization: `Bearer ${entered.token}` })).code).toBe(200);
  expect(await logIn(signed)).toMatchObject({ code: 500 });
  const notified = await town.context.db.selectFrom('message').select('title').execute();
  expect(notified).toContainEqual({ title: '您的账号添加了一个通行密钥' });
});

test('#33.32 rejects a passkey of another site, without user verification, or for another purpose', async () => {
  const { key, headers } = await withPasskey('guarded');
  const login = () => challenge('/login/passkey/options');
  const wrong = [
    key.sign({ ...SITE, challenge: await login(), origin: 'https://evil.test' }),
    key.sign({ ...SITE, challenge: await login(), rpId: 'evil.test' }),
    key.sign({ ...SITE, challenge: await login(), verified: false }),
    key.sign({ ...SITE, challenge: Buffer.from('made up').toString('base64url') }),
    key.sign({ ...SITE, challenge: await challenge(`${CONFIRM}/options`, headers) }),
    { ...softwarePasskey().sign({ ...SITE, challenge: await login() }), id: key.sign({ ...SITE, challenge: 'x' }).id },
    softwarePasskey().sign({ ...SITE, challenge: await login() }),
  ];
  for (const answer of wrong) expect(await logIn(answer)).toEqual({ code: 500, msg: '通行密钥没有通过验证，请重试，或用密码登录' });
  await town.context.db.updateTable('user').set({ status: '1' }).where('userName', '=', 'guarded').execute();
  expect((await logIn(key.sign({ ...SITE, challenge: await login() }))).msg).toBe('用户已封禁，请联系管理员');
});

test('#33.32 lets a passkey confirm only its own user, and lets only that user rename and remove it', async () => {
  const { key, headers } = await withPasskey('owner');
  const other = await withPasskey('other');
  await town.context.db.updateTable('session').set({ confirmedAt: 1 }).execute();
  expect((await ask('POST', `${ADD}/options`, headers)).code).toBe(428);
  const foreign = other.key.sign({ ...SITE, challenge: await challenge(`${CONFIRM}/options`, headers) });
  expect(await ask('POST', CONFIRM, headers, { answer: foreign })).toMatchObject({ code: 500 });
  const own = key.sign({ ...SITE, challenge: await challenge(`${CONFIRM}/options`, headers) });
  expect(await ask('POST', CONFIRM, headers, { answer: own })).toMatchObject({ code: 200 });
  expect((await ask('POST', `${ADD}/options`, headers)).code).toBe(200);
  const [passkey] = (await ask('GET', '/system/user/profile/secondFactor', headers)).data.passkeys;
  const place = `${ADD}/${passkey?.passkeyId}`;
  await town.context.db.updateTable('session').set({ confirmedAt: Date.now() }).execute();
  expect((await ask('DELETE', place, other.headers)).code).toBe(404);
  expect((await ask('PUT', place, headers, { name: '旧手机' })).code).toBe(200);
  expect((await ask('GET', '/system/user/profile/secondFactor', headers)).data.passkeys).toMatchObject([{ name: '旧手机' }]);
  expect((await ask('DELETE', place, headers)).code).toBe(200);
  expect(await logIn(key.sign({ ...SITE, challenge: await challenge('/login/passkey/options') }))).toMatchObject({ code: 500 });
});

test('#33.32 accepts a passkey as a required second factor, and rejects a password alone', async () => {
  const { headers, key } = await withPasskey('clerk', ['works_admin']);
  await town.context.db
    .insertInto('config')
    .values({ configKey: 'sys.account.secondFactor', configValue: 'staff', configName: 'x', createTime: 1, updateTime: 1 })
    .execute();
  try {
    expect(await ask('GET', '/info/statistics/mine', headers)).toMatchObject({ code: 200 });
    const byPassword = await ask('POST', '/login', {}, { username: 'clerk', password: PASSWORD, secondFactor: true });
    expect(byPassword.msg).toContain('请点“使用通行密钥”');
    expect((await logIn(key.sign({ ...SITE, challenge: await challenge('/login/passkey/options') }))).token).toBeDefined();
    const [passkey] = (await ask('GET', '/system/user/profile/secondFactor', headers)).data.passkeys;
    expect((await ask('DELETE', `${ADD}/${passkey?.passkeyId}`, headers)).msg).toContain('不能移除最后一个');
  } finally {
    await town.context.db.deleteFrom('config').execute();
  }
});
