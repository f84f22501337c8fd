import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

let t: TestContext;
const who: Record<string, Bearer> = {};
const ids: Record<string, number> = {};

const actions = (entity: string, list: string) => list.split(' ').map((action) => `system:${entity}:${action}`);

beforeAll(async () => {
  t = await testContext();
  ids['root'] = await t.addUser({ userName: 'root', roles: ['admin'], password: 'right-pass-1' });
  ids['clerk'] = await t.addUser({
    userName: 'clerk',
    password: 'right-pass-1',
    permissions: [
      ...actions('user', 'list query add edit remove resetPwd'),
      ...actions('role', 'list query add edit remove'),
      ...actions('dept', 'list query add edit'),
    ],
  });
  ids['reader'] = await t.addUser({ userName: 'reader', password: 'right-pass-1' });
  for (const name of ['root', 'clerk', 'reader']) who[name] = await t.as(name);
  await t.addDept('总部');
  await t.addDept('编辑部', { id: 1, ancestors: '0' });
  await t.addDept('文学室', { id: 2, ancestors: '0,1' });
  await t.addDept('发行部', { id: 1, ancestors: '0' });
});
afterAll(() => t.close());

interface Answer {
  code: number;
  msg: string;
  total: number;
  // oxlint-disable-next-line no-explicit-any -- answers of many calls
  data: any;
  // oxlint-disable-next-line no-explicit-any -- answers of many calls
  rows: any[];
  // oxlint-disable-next-line no-explicit-any -- answers of many calls
  roles: any[];
  [key: string]: unknown;
}

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = 'root'): Promise<Answer> {
  const answer = await t.app.inject({ method, url: `/prod-api/system${path}`, headers: who[as] ?? {}, ...(body ? { payload: body } : {}) });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const draft = (userName: string, more: object = {}) => ({
  userName,
  nickName: userName,
  deptId: 3,
  password: 'first-pass-1',
  phonenumber: '',
  email: null,
  sex: '0',
  status: '0',
  postIds: [],
  roleIds: [],
  remark: null,
  ...more,
});
const logIn = async (username: string, password: string) =>
  (await t.app.inject({ method: 'POST', url: '/prod-api/login', payload: { username, password } })).json<{
    code: number;
    token?: string;
    msg: string;
  }>();
const roleOf = async (userName: string): Promise<number> =>
  (await t.context.db.selectFrom('role').select('id').where('roleKey', '=', `of-${userName}`).executeTakeFirstOrThrow()).id;
const scope = async (userName: string, dataScope: '1' | '2' | '3' | '4' | '5', deptId: number | null) => {
  await t.context.db.updateTable('role').set({ dataScope }).where('roleKey', '=', `of-${userName}`).execute();
  await t.context.db.updateTable('user').set({ deptId }).where('userName', '=', userName).execute();
};

test('creates a user with the keys of compatible clients, who signs in and must change the initial password', async () => {
  const added = await ask('POST', '/user', draft('zhang', { phonenumber: '13800000001', email: 'zhang@example.com' }));
  expect(added).toMatchObject({ code: 200, data: { userName: 'zhang', dept: { deptId: 3, deptName: '文学室' }, admin: false } });
  expect(JSON.stringify(added)).not.toContain('first-pass');
  const row = await ask('GET', `/user/${added.data.userId}`);
  for (const key of 'userId deptId userName nickName email phonenumber sex avatar status delFlag loginIp loginDate pwdUpdateDate dept roles roleIds postIds roleId admin createBy createTime updateBy updateTime remark'.split(
    ' ',
  ))
    expect(row.data, key).toHaveProperty(key);
  expect(row).toMatchObject({ code: 200, postIds: [], roleIds: [] });
  expect(row.data).not.toHaveProperty('password');
  const { token = '' } = await logIn('zhang', 'first-pass-1');
  const info = await t.app.inject({ url: '/prod-api/getInfo', headers: { authorization: `Bearer ${token}` } });
  expect(info.json()).toMatchObject({
    user: { userName: 'zhang', admin: false },
    isDefaultModifyPwd: true,
    isPasswordExpired: false,
    pwdChrtype: '0',
  });
});

test('generates a random password when none is given, shows it once and stores no plain text', async () => {
  const { data } = await ask('POST', '/user', draft('random', { password: '' }));
  expect(data.initPassword).toMatch(/^[a-z2-9]{12}$/);
  expect((await logIn('random', data.initPassword)).code).toBe(200);
  const logs = await t.context.db.selectFrom('operLog').selectAll().execute();
  expect(JSON.stringify(logs)).not.toContain(data.initPassword);
  expect(JSON.stringify(logs)).not.toContain('first-pass-1');
});

test('requires unique names, phones and e-mails, with the messages of compatible systems', async () => {
  expect(await ask('POST', '/user', draft('ZHANG'))).toMatchObject({ code: 500, msg: "新增用户'ZHANG'失败，登录账号已存在" });
  expect(await ask('POST', '/user', draft('li', { phonenumber: '13800000001' }))).toMatchObject({
    code: 500,
    msg: "新增用户'li'失败，手机号码已存在",
  });
  expect(await ask('POST', '/user', draft('li', { email: 'Zhang@example.com' }))).toMatchObject({
    code: 500,
    msg: "新增用户'li'失败，邮箱账号已存在",
  });
  expect(await ask('POST', '/user', draft('li', { nickName: '<script>x</script>' }))).toMatchObject({ code: 400, msg: '用户昵称不能包含脚本字符' });
});

test('A21 rejects one of the most common passwords wherever a password is set', async () => {
  for (const password of ['123456', 'admin123', 'password1', '11111111', 'qwerty', 'abc123', '20000101'])
    expect(await ask('POST', '/user', draft('weak', { password })), password).toMatchObject({
      code: 500,
      msg: '这个密码太常见，容易被猜到，请换一个',
    });
  expect(await ask('POST', '/user', draft('samename', { password: 'samename' }))).toMatchObject({ code: 500, msg: '密码不能与用户名相同，请换一个' });
});

test('a department of the tree shows its users and those of the departments below it', async () => {
  await ask('POST', '/user', draft('sales', { deptId: 4 }));
  expect((await ask('GET', '/user/list?deptId=2')).rows.map((row) => row.userName)).toEqual(['zhang', 'random']);
  expect((await ask('GET', '/user/list?deptId=4')).total).toBe(1);
  expect(await ask('GET', '/user/deptTree')).toMatchObject({
    data: [{ id: 1, label: '总部', disabled: false, children: [{ id: 2, children: [{ id: 3 }] }, { id: 4 }] }],
  });
});

test('data scope: 2 named departments, 3 own department, 4 departments below, 5 own rows; applies to single objects as to lists', async () => {
  const seen = async () => (await ask('GET', '/user/list?pageSize=100', undefined, 'clerk')).rows.map((row) => row.userName);
  await scope('clerk', '4', 2);
  expect(await seen()).toEqual(['clerk', 'zhang', 'random']);
  await scope('clerk', '3', 3);
  expect(await seen()).toEqual(['clerk', 'zhang', 'random']);
  await scope('clerk', '5', 2);
  expect(await seen()).toEqual(['clerk']);
  await scope('clerk', '2', 2);
  expect(await seen()).toEqual([]);
  await t.context.db
    .insertInto('roleDept')
    .values({ roleId: await roleOf('clerk'), deptId: 4 })
    .execute();
  expect(await seen()).toEqual(['sales']);
  const zhang = (await ask('GET', '/user/list?userName=zhang')).rows[0];
  for (const [method, path, body] of [
    ['GET', `/user/${zhang.userId}`],
    ['PUT', '/user', { ...zhang, nickName: '改' }],
    ['DELETE', `/user/${zhang.userId}`],
    ['PUT', '/user/resetPwd', { userId: zhang.userId, password: 'other-pass-1' }],
    ['PUT', '/user/changeStatus', { userId: zhang.userId, status: '1' }],
    ['PUT', `/user/authRole?userId=${zhang.userId}&roleIds=`],
  ] as const)
    expect(await ask(method, path, body, 'clerk'), path).toMatchObject({ code: 403, msg: '没有权限访问用户数据！' });
  expect((await ask('GET', `/user/${zhang.userId}`)).data).toMatchObject({ nickName: 'zhang', status: '0', version: zhang.version });
  expect(await ask('POST', '/user', draft('foreign', { deptId: 2 }), 'clerk')).toMatchObject({ code: 403, msg: '没有权限访问部门数据！' });
});

test('A1 ignores params[dataScope]: the answer is the same without it', async () => {
  const plain = await ask('GET', '/user/list?pageSize=100', undefined, 'clerk');
  for (const word of ['or 1=1', "' or '1'='1", ') or 1=1 --', '; drop table user'])
    for (const path of [
      `/user/list?pageSize=100&params%5BdataScope%5D=${encodeURIComponent(word)}`,
      `/user/list?pageSize=100&dataScope=${encodeURIComponent(word)}`,
    ])
      expect(await ask('GET', path, undefined, 'clerk')).toEqual(plain);
});

test('A7 accepts only integers as ids, in a path, a list and a query', async () => {
  for (const path of ['/user/1%20or%201=1', '/user/authRole/x'] as const) expect((await ask('GET', path)).code).toBe(400);
  for (const path of ['/user/1,2,3)%20or%201=1', '/role/1;2'] as const) expect((await ask('DELETE', path)).code).toBe(400);
  expect((await ask('PUT', '/user/authRole?userId=1&roleIds=1)%20or%20(1')).code).toBe(400);
});

test('A15 rejects granting more than the user has: roles, permissions, data scope, super administrator', async () => {
  await scope('clerk', '1', 2);
  const publish = (
    await t.context.db
      .insertInto('menu')
      .values({ menuName: '出版', parentId: 0, orderNum: 0, menuType: 'F', perms: 'publish:publication:list', createTime: 1, updateTime: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  const strong = (await ask('POST', '/role', { roleName: '作品', roleKey: 'works', roleSort: 1, menuIds: [publish] })).data.roleId;
  const { userId } = (await ask('GET', '/user/list?userName=zhang')).rows[0];
  const admin = (await t.context.db.selectFrom('role').select('id').where('roleKey', '=', 'admin').executeTakeFirstOrThrow()).id;
  const own = ids['clerk'];
  const tries = [
    ask('PUT', `/user/authRole?userId=${userId}&roleIds=${strong}`, undefined, 'clerk'),
    ask('PUT', `/user/authRole?userId=${own}&roleIds=${await roleOf('clerk')},${strong}`, undefined, 'clerk'),
    ask('PUT', `/user/authRole?userId=${own}&roleIds=${admin}`, undefined, 'clerk'),
    ask('POST', '/user', draft('puppet', { roleIds: [strong] }), 'clerk'),
    ask('PUT', `/role/authUser/selectAll?roleId=${strong}&userIds=${own}`, undefined, 'clerk'),
    ask('PUT', `/role/authUser/selectAll?roleId=${admin}&userIds=${own}`, undefined, 'clerk'),
    ask('POST', '/role', { roleName: '偷', roleKey: 'steal', roleSort: 1, menuIds: [publish] }, 'clerk'),
    ask('PUT', '/role', { roleId: await roleOf('clerk'), roleName: 'x', roleKey: 'of-clerk', roleSort: 1, menuIds: [publish] }, 'clerk'),
    ask('PUT', '/user/changeStatus', { userId: ids['root'], status: '1' }, 'clerk'),
    ask('PUT', '/user/resetPwd', { userId: ids['root'], password: 'other-pass-1' }, 'clerk'),
    ask('DELETE', `/user/${ids['root']}`, undefined, 'clerk'),
    ask('PUT', '/role/dataScope', { roleId: admin, dataScope: '5' }, 'clerk'),
    ask('DELETE', `/role/${admin}`, undefined, 'clerk'),
  ];
  for (const answer of await Promise.all(tries)) expect([403, 500], answer.msg).toContain(answer.code);
  expect(
    (
      await t.context.db
        .selectFrom('userRole')
        .selectAll()
        .where('userId', '=', own ?? 0)
        .execute()
    ).map((row) => row.roleId),
  ).toEqual([await roleOf('clerk')]);
  expect((await t.context.db.selectFrom('roleMenu').selectAll().where('menuId', '=', publish).execute()).map((row) => row.roleId)).toEqual([strong]);
  const mass = await ask(
    'POST',
    '/user',
    draft('mass', { userId: ids['root'], admin: true, delFlag: '2', createBy: 'x', permissions: ['*:*:*'], dataScope: '1' }),
    'clerk',
  );
  expect(mass.data).toMatchObject({ admin: false, delFlag: '0', createBy: 'clerk' });
  expect(mass.data.userId).not.toBe(ids['root']);
});

test('A34 a password reset needs its permission and is rejected for a user with more permissions', async () => {
  const { userId } = (await ask('GET', '/user/list?userName=zhang')).rows[0];
  expect(await ask('PUT', '/user/resetPwd', { userId, password: 'other-pass-1' }, 'reader')).toMatchObject({ code: 403 });
  const works = (await t.context.db.selectFrom('role').select('id').where('roleKey', '=', 'works').executeTakeFirstOrThrow()).id;
  expect((await ask('PUT', `/user/authRole?userId=${userId}&roleIds=${works}`)).code).toBe(200);
  expect(await ask('PUT', '/user/resetPwd', { userId, password: 'other-pass-1' }, 'clerk')).toMatchObject({ code: 403 });
  expect((await ask('PUT', `/user/authRole?userId=${userId}&roleIds=`)).code).toBe(200);
  expect((await ask('PUT', '/user/resetPwd', { userId, password: 'other-pass-1' }, 'clerk')).code).toBe(200);
  expect((await logIn('zhang', 'other-pass-1')).code).toBe(200);
});

test('A27 a disabled, reset or deleted user is signed out at the next request, and a changed role applies at once', async () => {
  const { userId } = (await ask('GET', '/user/list?userName=sales')).rows[0];
  const works = (await t.context.db.selectFrom('role').select('id').where('roleKey', '=', 'works').executeTakeFirstOrThrow()).id;
  const info = async () =>
    (await t.app.inject({ url: '/prod-api/getInfo', headers: who['sales'] ?? {} })).json<{ code: number; permissions: string[] }>();
  who['sales'] = await t.as('sales');
  expect(await info()).toMatchObject({ code: 200, permissions: [] });
  await ask('PUT', `/role/authUser/selectAll?roleId=${works}&userIds=${userId}`);
  expect(await info()).toMatchObject({ permissions: ['publish:publication:list'] });
  await ask('PUT', '/role', { roleId: works, roleName: '作品', roleKey: 'works', roleSort: 1, menuIds: [] });
  expect(await info()).toMatchObject({ permissions: [] });
  await ask('PUT', '/role/authUser/cancel', { roleId: works, userId });
  expect((await ask('PUT', '/user/changeStatus', { userId, status: '1' })).code).toBe(200);
  expect((await info()).code).toBe(401);
  await ask('PUT', '/user/changeStatus', { userId, status: '0' });
  expect((await info()).code).toBe(401);
  who['sales'] = await t.as('sales');
  await ask('PUT', '/user/resetPwd', { userId, password: 'other-pass-1' });
  expect((await info()).code).toBe(401);
  who['sales'] = await t.as('sales');
  expect((await ask('DELETE', `/user/${userId}`)).code).toBe(200);
  expect((await info()).code).toBe(401);
  expect(await logIn('sales', 'other-pass-1')).toMatchObject({ code: 500, msg: '对不起，您的账号已被删除' });
  expect((await t.context.db.selectFrom('recycleItem').selectAll().where('entityType', '=', 'user').execute())[0]).toMatchObject({ title: 'sales' });
  expect(await ask('POST', '/user', draft('sales'))).toMatchObject({ msg: "新增用户'sales'失败，登录账号属于回收站里的用户，请先恢复或彻底删除" });
});

test('rejects changes to the super administrator, and disabling or deleting oneself', async () => {
  await t.addUser({ userName: 'second', roles: ['admin'] });
  who['second'] = await t.as('second');
  const root = (await ask('GET', `/user/${ids['root']}`, undefined, 'second')).data;
  expect(root.admin).toBe(true);
  expect(await ask('PUT', '/user', { ...root, nickName: '改' }, 'second')).toMatchObject({ code: 500, msg: '不允许操作超级管理员用户' });
  expect(await ask('DELETE', `/user/${ids['root']}`, undefined, 'second')).toMatchObject({ code: 500, msg: '不允许操作超级管理员用户' });
  expect(await ask('PUT', '/user/changeStatus', { userId: ids['root'], status: '1' })).toMatchObject({ code: 500, msg: '不能停用当前登录的账号' });
  expect(await ask('DELETE', `/user/${ids['clerk']}`, undefined, 'clerk')).toMatchObject({ code: 500, msg: '当前用户不能删除' });
  expect((await ask('GET', '/user/')).roles.map((row) => row.roleKey)).not.toContain('admin');
  expect((await ask('GET', `/user/${ids['root']}`)).roles.map((row) => row.roleKey)).toContain('admin');
});

test('ignores the extra fields that compatible clients send', async () => {
  const { userId } = (await ask('GET', '/user/list?userName=zhang')).rows[0];
  const { data, roleIds, postIds } = await ask('GET', `/user/${userId}`);
  expect(await ask('PUT', '/user', { ...data, roleIds, postIds, password: '', nickName: '张编辑' })).toMatchObject({ code: 200 });
  expect((await logIn('zhang', 'other-pass-1')).code).toBe(200);
});

test('finds an account by name, phone and e-mail, and shows and removes its lock', async () => {
  const rows = (await ask('GET', '/account/list?userName=zhang')).rows;
  expect(rows.map((row) => [row.identityType, row.identifier])).toEqual(
    expect.arrayContaining([
      ['username', 'zhang'],
      ['mobile', '13800000001'],
      ['email', 'zhang@example.com'],
    ]),
  );
  for (let index = 0; index < 5; index += 1) await logIn('zhang', 'wrong-pass-1');
  expect(await logIn('zhang', 'other-pass-1')).toMatchObject({ msg: '密码输入错误5次，帐户锁定10分钟' });
  const [locked] = (await ask('GET', '/account/list?locked=1')).rows;
  expect(locked).toMatchObject({ identifier: 'zhang', failCount: 5, locked: '1' });
  expect((await ask('PUT', `/account/unlock/${locked.accountId}`)).code).toBe(200);
  expect((await logIn('zhang', 'other-pass-1')).code).toBe(200);
  expect((await ask('GET', '/account/list?locked=1')).total).toBe(0);
});

test('imports users from a sheet without passwords, roles or super rights, and overwrites nobody outside the data scope', async () => {
  const sheet = async (rows: string[][]) => {
    const book = new ExcelJS.Workbook();
    const page = book.addWorksheet('用户');
    page.addRow(['登录账号*', '用户昵称*', '归属部门', '手机号码']);
    for (const row of rows) page.addRow(row);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await book.xlsx.writeBuffer())]), 'people.xlsx');
    return form;
  };
  const send = async (rows: string[][], as: string) => {
    const request = new Request('http://x/', { method: 'POST', body: await sheet(rows) });
    const answer = await t.app.inject({
      method: 'POST',
      url: '/prod-api/system/user/importData?updateSupport=1',
      headers: { ...who[as], 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    return answer.json<{ code: number; msg: string }>();
  };
  expect(await send([['imported', '导入的人', '3', '13800000077']], 'root')).toMatchObject({ code: 200, msg: '恭喜您，数据已全部导入成功！共 1 条' });
  await t.context.db.updateTable('user').set({ status: '1', email: 'in@example.com', remark: '离职' }).where('userName', '=', 'imported').execute();
  expect(await send([['imported', '改过的名', '3', '']], 'root')).toMatchObject({ code: 200 });
  expect(await t.context.db.selectFrom('user').selectAll().where('userName', '=', 'imported').executeTakeFirst()).toMatchObject({
    nickName: '改过的名',
    phonenumber: '',
    status: '1',
    email: 'in@example.com',
    remark: '离职',
  });
  await t.context.db.updateTable('user').set({ status: '0' }).where('userName', '=', 'imported').execute();
  expect((await logIn('imported', '')).code).toBe(500);
  expect((await logIn('imported', 'none')).code).toBe(500);
  const clerk = await t.context.db.selectFrom('role').select('id').where('roleKey', '=', 'of-clerk').executeTakeFirstOrThrow();
  const menu = await t.context.db
    .insertInto('menu')
    .values({ menuName: '导入', parentId: 0, orderNum: 0, menuType: 'F', perms: 'system:user:import', createTime: 1, updateTime: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await t.context.db.insertInto('roleMenu').values({ roleId: clerk.id, menuId: menu.id }).execute();
  await scope('clerk', '3', 4);
  expect(await send([['imported', '改名', '4', '']], 'clerk')).toMatchObject({ code: 500, msg: expect.stringContaining('没有权限访问用户数据！') });
  expect(await send([['root', '改名', '4', '']], 'root')).toMatchObject({ code: 200 });
  expect(await send([['second', '改名', '4', '']], 'root')).toMatchObject({ code: 500, msg: expect.stringContaining('不允许操作超级管理员用户') });
});

test('the export contains names and no secrets', async () => {
  const answer = await t.app.inject({ method: 'POST', url: '/prod-api/system/user/export', headers: who['root'] ?? {}, payload: {} });
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(answer.rawPayload as unknown as ArrayBuffer);
  const page = book.worksheets[0];
  const head = ((page?.getRow(1).values ?? []) as string[]).filter(Boolean);
  expect(head).toEqual(expect.arrayContaining(['登录账号', '用户昵称', '部门', '性别', '角色名称']));
  expect(head.filter((one) => /密码/.test(one))).toEqual([]);
  expect(JSON.stringify(page?.getSheetValues())).not.toMatch(/scrypt|\[object/);
});
