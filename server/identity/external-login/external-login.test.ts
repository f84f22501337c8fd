import { startExternalLogin } from '../../../contract/identity/external-login.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openIdServer, type OpenIdServer } from '../../../tests/support/openid-server.ts';
import { type Bearer, testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { readSettings } from '../../settings.ts';
import { newTotpSecret, encryptSecret, totpCode } from '../second-factor/totp.ts';

const EXPIRED = '登录信息已失效，请重新登录';
let provider: OpenIdServer;
let test_: TestContext;
beforeAll(async () => {
  provider = await openIdServer();
  test_ = await testContext({ externalProviders: [provider.settings] });
  await allowRegistration('true');
});
afterAll(async () => {
  await test_.close();
  await provider.close();
});
let people = 0;
beforeEach(() => {
  people += 1;
  provider.person = { sub: `u-${people}`, name: '周渡', preferred_username: `zhoudu${people}` };
});
afterEach(() => Object.assign(provider, { forged: {}, foreignKey: false }));

async function allowRegistration(configValue: string): Promise<void> {
  const now = Date.now();
  const { db, cache } = test_.context;
  await db.deleteFrom('config').where('configKey', '=', 'sys.account.registerUser').execute();
  await db
    .insertInto('config')
    .values({ configName: '注册', configKey: 'sys.account.registerUser', configValue, configType: 'Y', createTime: now, updateTime: now })
    .execute();
  await cache.clear('sys_config');
}

const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, headers: Record<string, string> = {}) =>
  (await test_.app.inject({ method, url: `/prod-api${path}`, headers, ...(body === undefined ? {} : { payload: body as object }) })).json<{
    code: number;
    msg: string;
    data?: never;
  }>();
const start = async (more: object = {}, headers?: Bearer): Promise<{ address: string; browserKey: string }> =>
  (await call('POST', '/auth/start', { provider: 'campus', redirect: '/personalCenter/favorite', ...more }, headers)).data as never;
const stateIn = (query: string): string => new URLSearchParams(query).get('state') ?? '';
const finish = (browserKey: string, query: string, headers?: Bearer) =>
  call('POST', '/auth/callback', { browserKey, state: stateIn(query), query }, headers) as Promise<{
    code: number;
    msg: string;
    data?: { token: string | null; redirect: string };
  }>;

async function signIn() {
  const { address, browserKey } = await start();
  return finish(browserKey, provider.answer(address));
}
const whoIs = async (token: string | null | undefined): Promise<{ userName: string; nickName: string; userId: number }> =>
  ((await call('GET', '/getInfo', undefined, { authorization: `Bearer ${token}` })) as unknown as { user: never }).user;

test('S2.1.1 lists the providers of the environment, and none when none is configured', async () => {
  expect((await call('GET', '/auth/providers')).data).toEqual([{ key: 'campus', name: '校园账号' }]);
  const env = { DATA_DIR: test_.context.settings.dataDir };
  expect(readSettings(env).externalProviders).toEqual([]);
  const campus = {
    OIDC_CAMPUS_NAME: '校园',
    OIDC_CAMPUS_ISSUER: 'https://id.example.org',
    OIDC_CAMPUS_CLIENT_ID: 'a',
    OIDC_CAMPUS_CLIENT_SECRET: 'b',
  };
  expect(readSettings({ ...env, OIDC_PROVIDERS: 'campus', ...campus }).externalProviders).toMatchObject([{ key: 'campus', name: '校园' }]);
  expect(() => readSettings({ ...env, OIDC_PROVIDERS: 'campus', ...campus, OIDC_CAMPUS_CLIENT_SECRET: '' })).toThrow(
    '还缺少 OIDC_CAMPUS_CLIENT_SECRET',
  );
  expect(() => readSettings({ ...env, OIDC_PROVIDERS: 'campus', ...campus, OIDC_CAMPUS_ISSUER: 'http://id.example.org' })).toThrow(
    '地址须以https://开头',
  );
});

test('S2.1.1 registers a reader at the first sign-in, recognises the same user at the next, and returns the stored path', async () => {
  const first = await signIn();
  expect([first.code, first.data?.redirect]).toEqual([200, '/personalCenter/favorite']);
  const reader = await whoIs(first.data?.token);
  expect(reader).toMatchObject({ userName: `zhoudu${people}`, nickName: '周渡' });
  expect((await whoIs((await signIn()).data?.token)).userId).toBe(reader.userId);
});

test('#43.7 a foreign redirect is stored as the home page', async () => {
  for (const redirect of ['https://evil.test/', '//evil.test/a', '/\\evil.test', 'javascript:alert(1)', '/cmsLogin'])
    expect(startExternalLogin.body.parse({ provider: 'campus', redirect })).toMatchObject({ redirect: '/' });
  const { address, browserKey } = await start({ redirect: '//evil.test/a' });
  expect((await finish(browserKey, provider.answer(address))).data?.redirect).toBe('/');
});

test('creates a separate account for a second person with the same name at the provider', async () => {
  const first = await whoIs((await signIn()).data?.token);
  provider.person = { ...provider.person, sub: 'somebody-else' };
  const second = await whoIs((await signIn()).data?.token);
  expect(second.userId).not.toBe(first.userId);
  expect(second.userName).toMatch(new RegExp(`^zhoudu${people}_[0-9a-f]{4}$`));
});

test('rejects a response with an unknown or used state, or one that another browser started', async () => {
  const { address, browserKey } = await start();
  const query = provider.answer(address);
  expect(await finish(browserKey, query.replace(/state=[^&]+/, `state=${'x'.repeat(43)}`))).toMatchObject({ code: 500, msg: EXPIRED });
  expect(await finish((await start()).browserKey, query)).toMatchObject({ code: 500, msg: EXPIRED });
  expect(await finish(browserKey, query)).toMatchObject({ code: 500, msg: EXPIRED });
  expect(await call('POST', '/auth/callback', { browserKey: 'x', state: 'y', query })).toMatchObject({ msg: EXPIRED });
});

test('rejects a response after ten minutes', async () => {
  const { address, browserKey } = await start();
  await test_.context.db
    .updateTable('cacheEntry')
    .set({ expiresAt: Date.now() - 1 })
    .where('key', 'like', 'auth_state:%')
    .execute();
  expect(await finish(browserKey, provider.answer(address))).toMatchObject({ code: 500, msg: EXPIRED });
});

test.each([
  ['a nonce of another sign-in', { nonce: 'another' }],
  ['another audience', { aud: 'another-client' }],
  ['another issuer', { iss: 'https://evil.example.org' }],
  ['a time that has passed', { exp: 1_000_000_000 }],
  ['no subject', { sub: undefined }],
])('rejects an ID token with %s', async (_what, forged) => {
  provider.forged = forged;
  expect(await signIn()).toMatchObject({ code: 500, msg: EXPIRED });
});

test('rejects an ID token that is not signed by a published key', async () => {
  provider.foreignKey = true;
  expect(await signIn()).toMatchObject({ code: 500, msg: EXPIRED });
});

test('rejects the code without the PKCE verifier of this sign-in', async () => {
  const mine = await start();
  const other = await start();
  const stolen = new URLSearchParams(provider.answer(mine.address)).get('code') ?? '';
  const query = provider.answer(other.address).replace(/code=[^&]+/, `code=${stolen}`);
  expect(await finish(other.browserKey, query)).toMatchObject({ code: 500, msg: EXPIRED });
});

test('links an account, signs in with it, and rejects linking one that belongs to another user', async () => {
  const userId = await test_.addUser({ userName: `linker${people}`, password: 'a-good-Pass-9' });
  const bearer = await test_.as(`linker${people}`);
  const { address, browserKey } = await start({ link: true }, bearer);
  const query = provider.answer(address);
  expect(await finish(browserKey, query, bearer)).toMatchObject({ code: 200, data: { token: null } });
  expect((await whoIs((await signIn()).data?.token)).userId).toBe(userId);
  await test_.addUser({ userName: `other${people}` });
  const another = await test_.as(`other${people}`);
  const again = await start({ link: true }, another);
  expect((await finish(again.browserKey, provider.answer(again.address), another)).msg).toBe(
    '这个校园账号账号已绑定其他用户，请先在那个用户的资料里解除绑定',
  );
});

test('rejects linking for anonymous visitors, and in a session other than the one that started it', async () => {
  expect((await call('POST', '/auth/start', { provider: 'campus', link: true })).msg).toBe('请先登录，再绑定其他登录方式');
  await test_.addUser({ userName: `one${people}` });
  await test_.addUser({ userName: `two${people}` });
  const { address, browserKey } = await start({ link: true }, await test_.as(`one${people}`));
  expect((await finish(browserKey, provider.answer(address), await test_.as(`two${people}`))).msg).toBe(EXPIRED);
});

test('lets only its owner remove a link, and keeps the only way to sign in', async () => {
  const token = (await signIn()).data?.token;
  const bearer = { authorization: `Bearer ${token}` };
  const [link] = (await call('GET', '/auth/linked', undefined, bearer)).data as unknown as { linkId: number; account: string; name: string }[];
  expect(link).toMatchObject({ name: '校园账号', account: '周渡' });
  expect((await call('DELETE', `/auth/linked/${link?.linkId}`, undefined, bearer)).msg).toBe(
    '这是您唯一的登录方式，请先请管理员设置密码，再解除绑定',
  );
  await test_.addUser({ userName: `stranger${people}` });
  expect((await call('DELETE', `/auth/linked/${link?.linkId}`, undefined, await test_.as(`stranger${people}`))).code).toBe(404);
  const { userId } = await whoIs(token);
  await test_.context.db.updateTable('user').set({ passwordHash: 'scrypt$1' }).where('id', '=', userId).execute();
  expect((await call('DELETE', `/auth/linked/${link?.linkId}`, undefined, bearer)).code).toBe(200);
});

test('rejects a disabled user with the same message as the password sign-in', async () => {
  const { userId } = await whoIs((await signIn()).data?.token);
  await test_.context.db.updateTable('user').set({ status: '1' }).where('id', '=', userId).execute();
  expect(await signIn()).toMatchObject({ code: 500, msg: '用户已封禁，请联系管理员' });
});

test('creates no account when registration is closed', async () => {
  await allowRegistration('false');
  expect((await signIn()).msg).toBe('当前系统没有开启注册功能！请先用密码登录，再在“我的资料”里绑定');
  await allowRegistration('true');
});

test('reports a sign-in declined at the provider with a message', async () => {
  const { address, browserKey } = await start();
  const query = `error=access_denied&state=${stateIn(new URL(address).search)}`;
  expect((await finish(browserKey, query)).msg).toBe('您没有同意校园账号登录，可以重新登录或改用密码');
});

test('#33.32 requires the second step after a provider sign-in, unless the provider reports two factors', async () => {
  const { userId } = await whoIs((await signIn()).data?.token);
  const { db, settings } = test_.context;
  const secret = newTotpSecret();
  await db
    .insertInto('secondFactor')
    .values({ userId, secret: encryptSecret(settings.secret, userId, secret), lastStep: 0, createTime: 1 })
    .execute();
  const { data } = await signIn();
  expect(data).toEqual({ token: null, ticket: expect.stringMatching(/^[\w-]{43}$/), redirect: '/personalCenter/favorite' });
  const { ticket } = data as unknown as { ticket: string };
  const entered = (await call('POST', '/login/secondFactor', { ticket, code: totpCode(secret, Date.now()) })) as unknown as { token: string };
  expect((await whoIs(entered.token)).userId).toBe(userId);
  Object.assign(provider, { forged: { amr: ['pwd', 'mfa'] } });
  expect((await whoIs((await signIn()).data?.token)).userId).toBe(userId);
});
