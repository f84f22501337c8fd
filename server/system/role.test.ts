import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

let t: TestContext;
const who: Record<string, Bearer> = {};

beforeAll(async () => {
  t = await testContext();
  await t.addUser({ userName: 'root', roles: ['admin'] });
  await t.addUser({ userName: 'reader' });
  await t.addUser({
    userName: 'head',
    permissions: [
      'system:role:list',
      'system:role:query',
      'system:role:edit',
      'system:dept:list',
      'system:dept:edit',
      'system:dept:add',
      'system:menu:list',
      'system:menu:edit',
      'system:menu:add',
    ],
  });
  for (const name of ['root', 'reader', 'head']) who[name] = await t.as(name);
});
afterAll(() => t.close());

// oxlint-disable-next-line no-explicit-any -- answers of many calls
type Answer = any;

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = 'root'): Promise<Answer> {
  const answer = await t.app.inject({ method, url: `/prod-api/system${path}`, headers: who[as] ?? {}, ...(body ? { payload: body } : {}) });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const dept = (deptName: string, parentId: number, more: object = {}) => ({
  deptName,
  parentId,
  orderNum: 1,
  status: '0',
  leader: null,
  phone: '',
  email: null,
  ...more,
});
const menu = (menuName: string, parentId: number, more: object = {}) => ({
  menuName,
  parentId,
  menuType: 'C',
  orderNum: 1,
  path: menuName,
  component: 'a/b',
  isFrame: '1',
  perms: '',
  ...more,
});

test('departments: ancestors follow a move, enabling enables the parents, and a department in use is not removed', async () => {
  const top = (await ask('POST', '/dept', dept('集团', 0))).data;
  const left = (await ask('POST', '/dept', dept('左', top.deptId))).data;
  const right = (await ask('POST', '/dept', dept('右', top.deptId))).data;
  const leaf = (await ask('POST', '/dept', dept('叶', left.deptId))).data;
  expect(leaf).toMatchObject({ ancestors: `0,${top.deptId},${left.deptId}`, parentName: '左', delFlag: '0' });
  expect(await ask('POST', '/dept', dept('左', top.deptId))).toMatchObject({ code: 500, msg: "新增部门'左'失败，部门名称已存在" });
  expect(await ask('PUT', '/dept', { ...left, parentId: left.deptId })).toMatchObject({ code: 500, msg: "修改部门'左'失败，上级部门不能是自己" });
  expect(await ask('PUT', '/dept', { ...left, parentId: leaf.deptId })).toMatchObject({ msg: "修改部门'左'失败，上级部门不能是自己的下级" });
  expect((await ask('PUT', '/dept', { ...left, parentId: right.deptId })).code).toBe(200);
  expect((await ask('GET', `/dept/${leaf.deptId}`)).data.ancestors).toBe(`0,${top.deptId},${right.deptId},${left.deptId}`);
  expect(await ask('PUT', '/dept', { ...right, status: '1' })).toMatchObject({ msg: '该部门包含未停用的子部门！' });
  expect((await ask('GET', `/dept/list/exclude/${left.deptId}`)).data.map((row: Answer) => row.deptName)).toEqual(['集团', '右']);
  await ask('PUT', '/dept', { ...leaf, parentId: left.deptId, status: '1' });
  await ask('PUT', '/dept', { ...left, parentId: right.deptId, status: '1', version: undefined });
  expect(await ask('POST', '/dept', dept('新', left.deptId))).toMatchObject({ msg: '部门停用，不允许新增' });
  await ask('PUT', '/dept', { ...leaf, parentId: left.deptId, status: '0', version: undefined });
  expect((await ask('GET', `/dept/${left.deptId}`)).data.status).toBe('0');
  expect(await ask('DELETE', `/dept/${left.deptId}`)).toEqual({ code: 601, msg: '存在下级部门,不允许删除' });
  await t.context.db.updateTable('user').set({ deptId: leaf.deptId }).where('userName', '=', 'reader').execute();
  expect(await ask('DELETE', `/dept/${leaf.deptId}`)).toEqual({ code: 601, msg: '部门存在用户,不允许删除' });
  expect(await ask('PUT', '/dept/updateSort', { deptIds: `${left.deptId},${right.deptId}`, orderNums: '9,8' })).toMatchObject({ code: 200 });
  expect((await ask('GET', `/dept/${left.deptId}`)).data.orderNum).toBe(9);
  expect((await ask('PUT', '/dept/updateSort', { deptIds: '1,2', orderNums: '9' })).code).toBe(400);
  expect((await ask('GET', '/dept/list?deptName=叶')).data).toHaveLength(1);
});

test('A16 rejects departments outside the data scope in a role, and granting roles to users outside it', async () => {
  const { data: depts } = await ask('GET', '/dept/list');
  const of = (name: string) => depts.find((row: Answer) => row.deptName === name).deptId as number;
  await t.context.db
    .updateTable('user')
    .set({ deptId: of('左') })
    .where('userName', '=', 'head')
    .execute();
  await t.context.db.updateTable('role').set({ dataScope: '4' }).where('roleKey', '=', 'of-head').execute();
  expect((await ask('GET', '/dept/list', undefined, 'head')).data.map((row: Answer) => row.deptName).sort()).toEqual(['叶', '左'].sort());
  const { roleId } = (await ask('POST', '/role', { roleName: '室', roleKey: 'room', roleSort: 1 })).data;
  const outside = await ask('PUT', '/role/dataScope', { roleId, dataScope: '2', deptIds: [of('左'), of('右')] }, 'head');
  expect(outside).toMatchObject({ code: 403 });
  expect(await ask('PUT', '/role/dataScope', { roleId, dataScope: '1' }, 'head')).toMatchObject({ code: 200 });
  await ask('PUT', '/role/dataScope', { roleId, dataScope: '5' });
  expect(await ask('PUT', '/role/dataScope', { roleId, dataScope: '1' }, 'head')).toMatchObject({ code: 403 });
  expect((await t.context.db.selectFrom('roleDept').selectAll().execute()).length).toBe(0);
  expect((await ask('PUT', '/role/dataScope', { roleId, dataScope: '2', deptIds: [of('左'), of('叶')], deptCheckStrictly: true }, 'head')).code).toBe(
    200,
  );
  expect(await ask('GET', `/role/deptTree/${roleId}`)).toMatchObject({ checkedKeys: [of('左'), of('叶')], depts: [{ label: '集团' }] });
  const root = (await t.context.db.selectFrom('user').select('id').where('userName', '=', 'root').executeTakeFirstOrThrow()).id;
  expect(await ask('PUT', `/role/authUser/selectAll?roleId=${roleId}&userIds=${root}`, undefined, 'head')).toMatchObject({ code: 403 });
  expect(await ask('PUT', '/dept', { ...(await ask('GET', `/dept/${of('右')}`)).data, deptName: '改' }, 'head')).toMatchObject({
    code: 403,
    msg: '没有权限访问部门数据！',
  });
  expect(await ask('POST', '/dept', dept('外', of('右')), 'head')).toMatchObject({ code: 403 });
  expect(await ask('POST', '/dept', dept('根', 0), 'head')).toMatchObject({ code: 403 });
});

test('A30 checks both ids: a foreign user or a foreign role is rejected and nothing is written', async () => {
  const person = (await t.context.db.selectFrom('user').select('id').where('userName', '=', 'reader').executeTakeFirstOrThrow()).id;
  for (const path of [`roleId=999999&userIds=${person}`, `roleId=1&userIds=999999`, `roleId=2&userIds=${person},999999`])
    expect([403, 404, 500], path).toContain((await ask('PUT', `/role/authUser/selectAll?${path}`)).code);
  expect(await t.context.db.selectFrom('userRole').selectAll().where('userId', '=', person).execute()).toEqual([]);
});

test('roles: booleans stay booleans, names are unique, users are added and removed, and an assigned role cannot be removed', async () => {
  const made = await ask('POST', '/role', {
    roleName: '编辑',
    roleKey: 'ed',
    roleSort: '2',
    status: '0',
    menuIds: [],
    deptIds: [],
    menuCheckStrictly: true,
    deptCheckStrictly: false,
    remark: null,
  });
  expect(made.data).toMatchObject({
    menuCheckStrictly: true,
    deptCheckStrictly: false,
    dataScope: '1',
    admin: false,
    flag: false,
    menuIds: null,
    deptIds: null,
    permissions: null,
    delFlag: '0',
  });
  const { roleId } = made.data;
  expect(await ask('POST', '/role', { roleName: '编辑', roleKey: 'ed2', roleSort: 1 })).toMatchObject({ msg: "新增角色'编辑'失败，角色名称已存在" });
  expect(await ask('POST', '/role', { roleName: '编辑二', roleKey: 'ed', roleSort: 1 })).toMatchObject({
    msg: "新增角色'编辑二'失败，角色权限已存在",
  });
  const person = (await t.context.db.selectFrom('user').select('id').where('userName', '=', 'reader').executeTakeFirstOrThrow()).id;
  const names = async (which: string) => (await ask('GET', `/role/authUser/${which}List?roleId=${roleId}`)).rows.map((row: Answer) => row.userName);
  expect(await names('allocated')).toEqual([]);
  expect((await ask('PUT', `/role/authUser/selectAll?roleId=${roleId}&userIds=${person}`)).code).toBe(200);
  expect(await names('allocated')).toEqual(['reader']);
  expect(await names('unallocated')).toEqual(['root', 'head']);
  expect(await ask('DELETE', `/role/${roleId}`)).toEqual({ code: 500, msg: '编辑已分配,不能删除' });
  expect((await ask('PUT', `/role/authUser/cancelAll?roleId=${roleId}&userIds=${person}`)).code).toBe(200);
  expect(await names('allocated')).toEqual([]);
  expect((await ask('PUT', '/role/changeStatus', { roleId, status: '1' })).code).toBe(200);
  expect((await ask('GET', '/role/optionselect')).data.map((row: Answer) => row.roleKey)).not.toContain('ed');
  expect((await ask('DELETE', `/role/${roleId}`)).code).toBe(200);
  const logs = await t.context.db
    .selectFrom('operLog')
    .select(['title', 'businessType'])
    .where('title', '=', '角色管理')
    .where('status', '=', 0)
    .execute();
  expect(logs.map((row) => row.businessType)).toEqual(expect.arrayContaining([1, 2, 3, 4]));
});

test('menus: checks parent and path, rejects a permission the writer does not have, and returns the lowest checked rows', async () => {
  const top = (await ask('POST', '/menu', menu('目录', 0, { menuType: 'M', path: 'dir' }))).data;
  const page = (await ask('POST', '/menu', menu('页面', top.menuId, { path: 'page', perms: 'a:b:list' }))).data;
  expect(page).toMatchObject({ parentName: '目录', isFrame: '1', isCache: '0', visible: '0', status: '0' });
  expect(await ask('POST', '/menu', menu('页面', top.menuId, { path: 'other' }))).toMatchObject({ msg: "新增菜单'页面'失败，菜单名称已存在" });
  expect(await ask('POST', '/menu', menu('另页', top.menuId, { path: 'page' }))).toMatchObject({ msg: "新增菜单'另页'失败，路由名称或地址已存在" });
  expect(await ask('POST', '/menu', menu('外', 0, { isFrame: '0', path: 'ftp://x' }))).toMatchObject({
    msg: "新增菜单'外'失败，地址必须以http(s)://开头",
  });
  expect((await ask('POST', '/menu', menu('坏', 0, { path: 'javascript:alert(1)' }))).code).toBe(400);
  expect(await ask('PUT', '/menu', { ...top, parentId: top.menuId })).toMatchObject({ msg: "修改菜单'目录'失败，上级菜单不能选择自己" });
  expect(await ask('PUT', '/menu', { ...top, parentId: page.menuId })).toMatchObject({ msg: "修改菜单'目录'失败，上级菜单不能选择自己的下级" });
  expect(await ask('DELETE', `/menu/${top.menuId}`)).toEqual({ code: 601, msg: '存在子菜单,不允许删除' });
  const { roleId } = (
    await ask('POST', '/role', { roleName: '树', roleKey: 'tree', roleSort: 1, menuCheckStrictly: true, menuIds: [top.menuId, page.menuId] })
  ).data;
  expect(await ask('DELETE', `/menu/${page.menuId}`)).toEqual({ code: 601, msg: '菜单已分配,不允许删除' });
  expect((await ask('GET', `/menu/roleMenuTreeselect/${roleId}`)).checkedKeys).toEqual([page.menuId]);
  await ask('PUT', '/role', { roleId, roleName: '树', roleKey: 'tree', roleSort: 1, menuCheckStrictly: false });
  expect((await ask('GET', `/menu/roleMenuTreeselect/${roleId}`)).checkedKeys.sort()).toEqual([top.menuId, page.menuId].sort());
  const mine = (await ask('GET', '/menu/list', undefined, 'head')).data;
  expect(mine.map((row: Answer) => row.menuName)).not.toContain('页面');
  const own = mine.find((row: Answer) => row.perms === 'system:menu:list');
  for (const perms of ['publish:publication:list', 'system:user:resetPwd'])
    expect(await ask('PUT', '/menu', { ...own, path: 'own', perms }, 'head')).toMatchObject({ code: 403 });
  expect((await ask('PUT', '/menu', { ...own, path: 'own', perms: '*:*:*' }, 'head')).code).toBe(400);
  expect(await ask('PUT', '/menu/updateSort', { menuIds: `${page.menuId}`, orderNums: '7' })).toMatchObject({ code: 200 });
  expect((await ask('GET', `/menu/${page.menuId}`)).data.orderNum).toBe(7);
  expect((await ask('GET', '/menu/treeselect', undefined, 'reader')).data).toEqual([]);
});

test('dictionaries: entries follow a rename, a used type cannot be removed, and a changed entry is returned at once', async () => {
  const type = (await ask('POST', '/dict/type', { dictName: '颜色', dictType: 'colour', status: '0', isPublic: '1' })).data;
  expect(await ask('POST', '/dict/type', { dictName: '又', dictType: 'colour' })).toMatchObject({ msg: "新增字典'又'失败，字典类型已存在" });
  expect((await ask('POST', '/dict/type', { dictName: '坏', dictType: 'Colour' })).code).toBe(400);
  const red = (
    await ask('POST', '/dict/data', { dictType: 'colour', dictLabel: '红', dictValue: 'r', dictSort: 1, listClass: 'danger', cssClass: null })
  ).data;
  expect(red).toMatchObject({ isDefault: 'N', default: false, listClass: 'danger', status: '0' });
  expect(await ask('DELETE', `/dict/type/${type.dictId}`)).toEqual({ code: 500, msg: '颜色已分配,不能删除' });
  expect((await ask('PUT', '/dict/type', { dictId: type.dictId, dictName: '颜色', dictType: 'tint', status: '0' })).data).toMatchObject({
    isPublic: '1',
  });
  expect((await ask('GET', '/dict/data/type/tint', undefined, 'nobody')).data).toMatchObject([{ dictLabel: '红', dictType: 'tint' }]);
  await ask('PUT', '/dict/data', { ...red, dictType: 'tint', version: undefined, dictLabel: '朱红' });
  expect((await ask('GET', '/dict/data/type/tint', undefined, 'nobody')).data).toMatchObject([{ dictLabel: '朱红' }]);
  expect(await ask('DELETE', '/dict/type/refreshCache')).toEqual({ code: 200, msg: '操作成功' });
  expect((await ask('GET', '/dict/type/optionselect', undefined, 'reader')).data).toHaveLength(1);
  expect((await ask('DELETE', `/dict/data/${red.dictCode}`)).code).toBe(200);
  expect((await ask('DELETE', `/dict/type/${type.dictId}`)).code).toBe(200);
});

test('parameters: built-in ones cannot be removed, anonymous visitors read only public ones, and the value is in msg', async () => {
  const built = (await ask('POST', '/config', { configName: '内置', configKey: 'a.built', configValue: 'v', configType: 'Y', isPublic: '1' })).data;
  expect(await ask('DELETE', `/config/${built.configId}`)).toEqual({ code: 500, msg: '内置参数【a.built】不能删除' });
  expect(await ask('POST', '/config', { configName: '又', configKey: 'a.built', configValue: 'v' })).toMatchObject({
    msg: "新增参数'又'失败，参数键名已存在",
  });
  const own = (await ask('POST', '/config', { configName: '己', configKey: 'a.own', configValue: 'w', configType: 'N' })).data;
  expect(await ask('GET', '/config/configKey/a.built', undefined, 'nobody')).toMatchObject({ code: 200, msg: 'v' });
  expect((await ask('GET', '/config/configKey/a.own', undefined, 'nobody')).code).toBe(401);
  expect(await ask('GET', '/config/configKey/a.own', undefined, 'reader')).toMatchObject({ code: 200, msg: 'w' });
  expect(await ask('GET', '/config/configKey/none', undefined, 'reader')).toMatchObject({ code: 200, msg: '' });
  expect(await ask('DELETE', '/config/refreshCache')).toEqual({ code: 200, msg: '操作成功' });
  expect((await ask('DELETE', `/config/${own.configId}`)).code).toBe(200);
});
