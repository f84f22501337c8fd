import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

let t: TestContext;
const who: Record<string, Bearer> = {};
beforeAll(async () => {
  t = await testContext();
  await t.addUser({ userName: 'reader' });
  await t.addUser({ userName: 'keeper', permissions: ['system:user:add', 'system:user:edit', 'system:user:query', 'system:post:add'] });
  for (const name of ['reader', 'keeper']) who[name] = await t.as(name);
  await t.context.db
    .insertInto('config')
    .values({ configKey: 'sys.account.registerUser', configName: 'x', configValue: 'true', createTime: 1, updateTime: 1 })
    .execute();
});
afterAll(() => t.close());

const ask = async (method: 'POST' | 'PUT', path: string, payload: object, as?: string): Promise<{ code: number; msg: string }> =>
  (await t.app.inject({ method, url: `/prod-api${path}`, headers: as ? (who[as] ?? {}) : {}, payload })).json();
const nickOf = async (userName: string) =>
  (await t.context.db.selectFrom('user').select('nickName').where('userName', '=', userName).executeTakeFirst())?.nickName;
const WORDS = expect.stringContaining('会让人误会身份的字样');

test("#33.31 rejects a reader's name that speaks for the platform, at registration or later", async () => {
  const password = 'Long-enough-7';
  for (const username of ['平台管理员', '书舟客服', 'administrator'])
    expect(await ask('POST', '/register', { username, password, confirmPassword: password })).toMatchObject({ code: 500, msg: WORDS });
  for (const nickName of ['平台管理员', '官方\u200b客服', '系统通知'])
    expect(await ask('PUT', '/system/user/profile', { nickName }, 'reader')).toMatchObject({ code: 500, msg: WORDS });
  expect(await nickOf('reader')).toBe('reader');
  expect(await ask('PUT', '/system/user/profile', { nickName: '江上\u202e客\u2066' }, 'reader')).toMatchObject({ code: 200 });
  expect(await nickOf('reader')).toBe('江上客');
});

test('#33.31 allows user administrators to set such a name, and keeps an existing one', async () => {
  await ask('POST', '/system/user', { userName: 'desk1', nickName: '平台客服', password: 'Long-enough-7', postIds: [], roleIds: [] }, 'keeper');
  expect(await nickOf('desk1')).toBe('平台客服');
  expect(await ask('PUT', '/system/user/profile', { nickName: '平台客服', sex: '1' }, undefined)).toMatchObject({ code: 401 });
  who['desk1'] = await t.as('desk1');
  expect(await ask('PUT', '/system/user/profile', { nickName: '平台客服', sex: '1' }, 'desk1')).toMatchObject({ code: 200 });
});

test('#33.31 stores names without direction overrides and invisible characters', async () => {
  await ask('POST', '/system/post', { postCode: 'edi\u202etor', postName: '编\u200b辑', postSort: 1, remark: '\u2067备注' }, 'keeper');
  const row = await t.context.db.selectFrom('post').select(['postCode', 'postName', 'remark']).executeTakeFirstOrThrow();
  expect(row).toEqual({ postCode: 'editor', postName: '编辑', remark: '备注' });
  expect(await ask('POST', '/system/post', { postCode: 'x', postName: '\u200b\u202e', postSort: 1 }, 'keeper')).toMatchObject({
    code: 400,
    msg: '岗位名称不能为空',
  });
});
