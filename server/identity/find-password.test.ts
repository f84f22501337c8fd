import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIND_SENT, LINK_EXPIRED, NO_MAIL_SERVER } from '../../contract/identity/find-password.ts';
import { mailedSecrets } from '../../tests/support/mailed-secrets.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { saveIdentities } from './account-identity.service.ts';

let t: TestContext;
beforeAll(async () => {
  // The port is closed: mails wait.
  t = await testContext({ smtpUrl: 'smtp://127.0.0.1:9' });
  for (const userName of ['owner', 'stranger']) {
    await t.addUser({ userName, password: 'first-pass-1' });
    await t.context.db
      .updateTable('user')
      .set({ email: `${userName}@a.test` })
      .where('userName', '=', userName)
      .execute();
    await saveIdentities(t.context.db, await idOf(userName));
  }
});
afterAll(() => t.close());

const idOf = async (userName: string) =>
  (await t.context.db.selectFrom('user').select('id').where('userName', '=', userName).executeTakeFirstOrThrow()).id;
const post = async (path: string, payload: object, headers: Record<string, string> = {}, remoteAddress = '10.1.0.1') =>
  (await t.app.inject({ method: 'POST', url: `/prod-api${path}`, payload, headers, remoteAddress })).json<{
    code: number;
    msg: string;
    token?: string;
  }>();
const mails = (userId: number) => t.context.db.selectFrom('mail').selectAll().where('userId', '=', userId).orderBy('id').execute();
const secretTo = async (userId: number) => (await mailedSecrets(t, { userId })).at(-1) ?? '';

test('an address is used only after its owner has opened the link that was sent to it', async () => {
  const owner = await idOf('owner');
  expect(await post('/findPassword', { account: 'owner@a.test' })).toEqual({ code: 200, msg: FIND_SENT });
  expect(await mails(owner)).toEqual([]);
  expect((await post('/system/user/profile/confirmEmail', {}, await t.as('owner'))).code).toBe(200);
  const token = await secretTo(owner);
  expect((await post('/confirmEmail', { token })).code).toBe(200);
  expect(await post('/confirmEmail', { token })).toEqual({ code: 500, msg: LINK_EXPIRED });
  expect((await post('/system/user/profile/confirmEmail', {}, await t.as('owner'))).msg).toBe('这个邮箱已经确认过了');
});

test('a password is found again by user name or address: one link, one use, and all sessions end', async () => {
  const owner = await idOf('owner');
  const session = await t.as('owner');
  expect(await post('/findPassword', { account: 'owner' })).toEqual({ code: 200, msg: FIND_SENT });
  const token = await secretTo(owner);
  expect((await post('/findPassword/reset', { token, password: 'short' })).code).toBe(400);
  const both = await Promise.all([1, 2].map((n) => post('/findPassword/reset', { token, password: `second-pass-${n}` })));
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, 500]);
  expect(await post('/findPassword/reset', { token, password: 'third-pass-3' })).toEqual({ code: 500, msg: LINK_EXPIRED });
  const won = both.findIndex(({ code }) => code === 200) + 1;
  expect((await post('/login', { username: 'owner', password: `second-pass-${won}` })).code).toBe(200);
  expect((await t.app.inject({ url: '/prod-api/getInfo', headers: session })).json()).toMatchObject({ code: 401 });
});

test('the answer does not tell whether an account exists, and one account gets at most three mails an hour', async () => {
  for (const account of ['nobody', 'stranger', 'stranger@a.test', "' or 1=1 --"])
    expect(await post('/findPassword', { account })).toEqual({ code: 200, msg: FIND_SENT });
  const owner = await idOf('owner');
  const before = (await mails(owner)).length;
  for (let turn = 0; turn < 4; turn += 1) await post('/findPassword', { account: 'owner' });
  expect((await mails(owner)).length - before).toBe(2);
});

test('a link dies when the password was changed in another way', async () => {
  const id = await idOf('stranger');
  await t.context.db.updateTable('account').set({ verified: '1' }).where('userId', '=', id).where('identityType', '=', 'email').execute();
  await post('/findPassword', { account: 'stranger' }, {}, '10.1.0.2');
  const token = await secretTo(id);
  await t.context.db.updateTable('user').set({ passwordHash: 'changed' }).where('id', '=', id).execute();
  expect(await post('/findPassword/reset', { token, password: 'second-pass-2' })).toEqual({ code: 500, msg: LINK_EXPIRED });
});

test('#43.7 without a mail server nothing says that a mail was sent, and the answer says what to do', async () => {
  const without = await testContext();
  try {
    const id = await without.addUser({ userName: 'alone', password: 'first-pass-1' });
    await without.context.db.updateTable('user').set({ email: 'alone@a.test' }).where('id', '=', id).execute();
    await saveIdentities(without.context.db, id);
    const ask = async (path: string, payload: object, headers = {}) =>
      (await without.app.inject({ method: 'POST', url: `/prod-api${path}`, payload, headers })).json<{ code: number; msg: string }>();
    expect(await ask('/findPassword', { account: 'alone' })).toEqual({ code: 500, msg: NO_MAIL_SERVER });
    expect(await ask('/findPassword', { account: 'nobody' })).toEqual({ code: 500, msg: NO_MAIL_SERVER });
    const confirm = await ask('/system/user/profile/confirmEmail', {}, await without.as('alone'));
    expect(confirm.code).toBe(500);
    expect(confirm.msg).toContain('请联系管理员设置邮件服务器');
    expect(await without.context.db.selectFrom('mail').select('id').execute()).toEqual([]);
  } finally {
    await without.close();
  }
});
