import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { saveIdentities } from '../identity/account-identity.service.ts';

let t: TestContext;
const ids: Record<string, number> = {};
const who: Record<string, Bearer> = {};

beforeAll(async () => {
  t = await testContext();
  const { db } = t.context;
  const deptId = await t.addDept('外语编辑室');
  const account = ['list', 'query', 'unlock'].map((action) => `system:account:${action}`);
  const people: Readonly<Record<string, readonly string[]>> = {
    keeper: account,
    head: [...account, 'system:notice:list', 'system:user:list'],
    self: account,
    herald: ['system:notice:list'],
    ours: [],
    theirs: [],
  };
  for (const [index, [userName, permissions]] of Object.entries(people).entries()) {
    const id = await t.addUser({ userName, permissions });
    ids[userName] = id;
    who[userName] = await t.as(userName);
    await db
      .updateTable('user')
      .set({ phonenumber: `1380013800${index}` })
      .where('id', '=', id)
      .execute();
    await saveIdentities(db, id);
  }
  for (const [userName, dataScope] of [
    ['head', '3'],
    ['self', '5'],
  ] as const)
    await db.updateTable('role').set({ dataScope }).where('roleKey', '=', `of-${userName}`).execute();
  await db.updateTable('user').set({ deptId }).where('userName', 'in', ['head', 'ours']).execute();
});
afterAll(() => t.close());

interface Answer {
  code: number;
  rows: { userName: string; identifier: string; phonenumber: string }[];
  total: number;
}
const ask = async (method: 'GET' | 'PUT', path: string, as: string): Promise<Answer> =>
  (await t.app.inject({ method, url: `/prod-api/system/${path}`, headers: who[as] ?? {} })).json();

test('A16 shows names, phones and e-mails of accounts by the same rule as those of their users', async () => {
  const seen = async (as: string) => [...new Set((await ask('GET', 'account/list', as)).rows.map((row) => row.userName))].sort();
  expect(await seen('keeper')).toEqual(['head', 'herald', 'keeper', 'ours', 'self', 'theirs']);
  expect(await seen('head')).toEqual(['head', 'ours']);
  expect(await seen('self')).toEqual(['self']);
  expect((await ask('GET', 'account/list?identifier=13800138005', 'head')).total).toBe(0);
});

test('A16 rejects reading and unlocking an account outside the data scope', async () => {
  const accountOf = async (userName: string): Promise<number> =>
    (
      await t.context.db
        .selectFrom('account')
        .select('id')
        .where('userId', '=', ids[userName] ?? 0)
        .where('identityType', '=', 'mobile')
        .executeTakeFirstOrThrow()
    ).id;
  const [ours, theirs] = [await accountOf('ours'), await accountOf('theirs')];
  expect((await ask('GET', `account/${ours}`, 'head')).code).toBe(200);
  expect((await ask('GET', `account/${theirs}`, 'head')).code).toBe(403);
  expect((await ask('PUT', `account/unlock/${ours}`, 'head')).code).toBe(200);
  expect((await ask('PUT', `account/unlock/${theirs}`, 'head')).code).toBe(404);
  expect((await ask('PUT', `account/unlock/${theirs}`, 'keeper')).code).toBe(200);
});

test('A16 shows the readers of a notice within the data scope, and their phones only to users with the permission', async () => {
  const { db } = t.context;
  const stamps = { createTime: 1, updateTime: 1 };
  const { id: noticeId } = await db
    .insertInto('notice')
    .values({ noticeTitle: '开馆', noticeType: '2', noticeContent: '<p>正文</p>', status: 'published', publishTime: 1, ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const userName of ['ours', 'theirs'])
    await db
      .insertInto('noticeRead')
      .values({ noticeId, userId: ids[userName] ?? 0, readTime: 1 })
      .execute();
  const read = async (as: string) => {
    const { rows, total } = await ask('GET', `notice/readUsers/list?noticeId=${noticeId}`, as);
    return { total, rows: rows.map((row) => [row.userName, row.phonenumber]).sort() };
  };
  expect(await read('head')).toEqual({ total: 1, rows: [['ours', '13800138004']] });
  expect(await read('herald')).toEqual({
    total: 2,
    rows: [
      ['ours', '138****8004'],
      ['theirs', '138****8005'],
    ],
  });
});
