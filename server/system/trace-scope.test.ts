import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { appendLog } from '../audit/audit-chain.ts';

const TRACES = ['monitor:online', 'monitor:operlog', 'monitor:logininfor', 'structure:group', 'structure:professor', 'structure:applyForLog'];
const ACTIONS = ['list', 'query', 'export', 'add', 'audit', 'document', 'forceLogout', 'unlock'];
let t: TestContext;
const ids: Record<string, number> = {};
const who: Record<string, Bearer> = {};

beforeAll(async () => {
  t = await testContext();
  const { db } = t.context;
  const stamps = { createTime: 1, updateTime: 1 };
  const deptId = await t.addDept('外语编辑室');
  const permissions = TRACES.flatMap((area) => ACTIONS.map((action) => `${area}:${action}`));
  for (const userName of ['head', 'self', 'whole']) ids[userName] = await t.addUser({ userName, permissions });
  for (const userName of ['ours', 'theirs']) ids[userName] = await t.addUser({ userName });
  await t.addUser({ userName: 'root', roles: ['admin'] });
  for (const [userName, dataScope] of [
    ['head', '3'],
    ['self', '5'],
  ] as const)
    await db.updateTable('role').set({ dataScope }).where('roleKey', '=', `of-${userName}`).execute();
  await db.updateTable('user').set({ deptId }).where('userName', 'in', ['head', 'ours']).execute();
  for (const userName of ['head', 'self', 'whole', 'ours', 'theirs', 'root']) who[userName] = await t.as(userName);
  for (const userName of ['ours', 'theirs']) {
    const userId = ids[userName] ?? 0;
    const dept = userName === 'ours' ? deptId : null;
    await appendLog(db, 'operLog', { title: '岗位管理', operName: userName, operTime: 5, userId, deptId: dept });
    await appendLog(db, 'loginLog', {
      userName: userName.toUpperCase(),
      ip: '203.0.113.7',
      userAgent: '',
      status: '0',
      msg: '登录成功',
      loginTime: 5,
    });
    await db
      .insertInto('userGroup')
      .values({ groupKey: 'regular', userId, joinedAt: 1, ...stamps })
      .execute();
    await db
      .insertInto('professor')
      .values({ userId, title: '教授', expertise: '词典学', ...stamps })
      .execute();
    const apply = { applyNo: userName, targetMode: 'author', realName: userName, unit: '', reason: '想投稿', status: 'pending', materials: '[]' };
    await db
      .insertInto('applyForLog')
      .values({ ...apply, userId, ...stamps })
      .execute();
  }
  // Failed sign-ins with an unknown user name belong to no department.
  await appendLog(db, 'loginLog', { userName: 'ghost', ip: '203.0.113.7', userAgent: '', status: '1', msg: '用户不存在/密码错误', loginTime: 5 });
});
afterAll(() => t.close());

interface Answer {
  code: number;
  msg: string;
  rows: Record<string, string>[];
  data: { userName: string }[];
}
const ask = async (method: 'GET' | 'PUT' | 'DELETE', path: string, as: string, payload?: object): Promise<Answer> =>
  (await t.app.inject({ method, url: `/prod-api${path}`, headers: who[as] ?? {}, ...(payload ? { payload } : {}) })).json();

const LISTS = [
  ['/monitor/online/list', 'userName'],
  ['/monitor/operlog/list', 'operName'],
  ['/monitor/logininfor/list', 'userName'],
  ['/structure/userGroup/list', 'userName'],
  ['/structure/professor/list', 'userName'],
  ['/structure/applyForLog/list', 'userName'],
] as const;

test.each(LISTS)('#33.26 %s shows the records of users within the data scope only', async (path, field) => {
  const names = async (as: string) => (await ask('GET', `${path}?pageSize=100`, as)).rows.map((row) => String(row[field]).toLowerCase());
  const head = await names('head');
  expect(head).toContain('ours');
  expect(head.filter((name) => !['ours', 'head'].includes(name))).toEqual([]);
  expect((await names('self')).filter((name) => name !== 'self')).toEqual([]);
  expect(await names('whole')).toEqual(expect.arrayContaining(['ours', 'theirs']));
});

test.each(['operlog', 'logininfor', 'userGroup', 'professor'])('#33.26 the export of %s contains no user outside the data scope', async (entity) => {
  const area = entity.startsWith('user') || entity === 'professor' ? 'structure' : 'monitor';
  const text = async (as: string) => {
    const answer = await t.app.inject({ method: 'POST', url: `/prod-api/${area}/${entity}/export`, headers: who[as] ?? {}, payload: {} });
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(answer.rawPayload as never);
    return JSON.stringify(book.worksheets[0]?.getSheetValues()).toLowerCase();
  };
  expect(await text('head')).toContain('ours');
  expect(await text('head')).not.toMatch(/theirs|ghost/);
  expect(await text('whole')).toContain('theirs');
});

test('#33.26 finds a user by name or id only within the data scope', async () => {
  const found = async (as: string, query: string) => (await ask('GET', `/structure/person/list?${query}`, as)).data.map((one) => one.userName);
  expect(await found('head', 'keyword=')).toEqual(['ours', 'head']);
  expect(await found('head', `keyword=zzz&userIds=${ids['theirs']}`)).toEqual([]);
  expect(await found('self', 'keyword=')).toEqual(['self']);
  expect(await found('whole', 'keyword=their')).toEqual(['theirs']);
});

test('#33.26 rejects opening, deciding, unlocking and signing out outside the data scope', async () => {
  const { db } = t.context;
  const idOf = async (table: 'operLog' | 'loginLog', column: string, value: string) =>
    (
      await db
        .selectFrom(table)
        .select('id')
        .where(column as never, '=', value as never)
        .executeTakeFirstOrThrow()
    ).id;
  const apply = async (userId = 0) => (await db.selectFrom('applyForLog').select('id').where('userId', '=', userId).executeTakeFirstOrThrow()).id;
  const session = async (userId = 0) => (await db.selectFrom('session').select('id').where('userId', '=', userId).executeTakeFirstOrThrow()).id;
  for (const [method, path] of [
    ['GET', `/monitor/operlog/${await idOf('operLog', 'operName', 'theirs')}`],
    ['GET', `/monitor/logininfor/${await idOf('loginLog', 'userName', 'THEIRS')}`],
    ['GET', `/monitor/logininfor/${await idOf('loginLog', 'userName', 'ghost')}`],
    ['GET', '/monitor/logininfor/unlock/Theirs'],
    ['PUT', `/structure/applyForLog/approve/${await apply(ids['theirs'])}`],
    ['DELETE', `/monitor/online/${await session(ids['theirs'])}`],
  ] as const)
    expect([path, expect.arrayContaining([(await ask(method, path, 'head', method === 'PUT' ? {} : undefined)).code])]).toEqual([path, [403, 404]]);
  expect((await ask('GET', `/monitor/operlog/${await idOf('operLog', 'operName', 'ours')}`, 'head')).code).toBe(200);
  expect((await ask('GET', '/monitor/logininfor/unlock/ours', 'head')).code).toBe(200);
  expect((await ask('DELETE', `/monitor/online/${await session(ids['ours'])}`, 'head')).code).toBe(200);
});

test('#33.24 only the super administrator can unlock or sign out their own account', async () => {
  const { db } = t.context;
  const untouchable = { code: 500, msg: '不允许操作超级管理员用户' };
  expect(await ask('GET', '/monitor/logininfor/unlock/ROOT', 'whole')).toMatchObject(untouchable);
  expect((await ask('GET', '/monitor/logininfor/unlock/root', 'root')).code).toBe(200);
  const { id } = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select('session.id')
    .where('userName', '=', 'root')
    .executeTakeFirstOrThrow();
  expect(await ask('DELETE', `/monitor/online/${id}`, 'whole')).toMatchObject(untouchable);
  expect((await ask('DELETE', `/monitor/online/${id}`, 'root')).code).toBe(200);
});

test('#33.26 the home page counts the applications that the user may decide', async () => {
  const { db } = t.context;
  const gate = await db
    .insertInto('role')
    .values({ roleKey: 'works_admin', roleName: '作品管理员', roleSort: 1, createTime: 1, updateTime: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const waiting = async (userName: string) => {
    await db
      .insertInto('userRole')
      .values({ userId: ids[userName] ?? 0, roleId: gate.id })
      .execute();
    const answer = await t.app.inject({ url: '/prod-api/report/dashboard', headers: await t.as(userName) });
    return answer.json<{ data: { todos: { key: string; count: number }[] } }>().data.todos.find((one) => one.key === 'apply')?.count;
  };
  expect([await waiting('head'), await waiting('whole')]).toEqual([1, 2]);
});
