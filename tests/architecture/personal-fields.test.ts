import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { PERSONAL_FIELDS, PERSONAL_NAMES } from '../../contract/identity/personal-fields.ts';
import { API_PREFIX } from '../../contract/limits.ts';
import { appendLog } from '../../server/audit/audit-chain.ts';
import { seedDefaults } from '../../server/seed/defaults/seed-defaults.ts';
import { ROLES } from '../../server/seed/defaults/roles.ts';
import { saveIdentities } from '../../server/identity/account-identity.service.ts';
import { testContext, type Bearer, type TestContext } from '../support/test-context.ts';

const PEOPLE = ['system:user:list'];
const TRACES = ['monitor:online:list', 'monitor:logininfor:list', 'monitor:operlog:list'];
/** Values of another user, each in one type of field, with the permissions of which any one shows it unmasked. */
const SECRETS: Readonly<Record<string, readonly string[]>> = {
  '13911112222': PEOPLE,
  'secret.person@example.cn': PEOPLE,
  '203.0.113.77': TRACES,
  欧阳机密: ['structure:applyForLog:audit'],
  '机密身份证.jpg': ['structure:applyForLog:document'],
  '/profile/private/identity.jpg': ['structure:applyForLog:document'],
  '13955556666': ['system:feedback:edit'],
  '13922223333': ['structure:college:query'],
  司徒联系: ['structure:college:query'],
  '027-87654321': ['structure:press:query'],
  'desk@press.example.cn': ['structure:press:query'],
  '027-1234567': ['system:dept:query'],
  'head@dept.example.cn': ['system:dept:query'],
  '13966667777': PEOPLE,
  上官日志: PEOPLE,
  'logged@example.cn': PEOPLE,
};

let t: TestContext;
let victim: Bearer;
const who: Record<string, { readonly headers: Bearer; readonly permissions: ReadonlySet<string> }> = {};
const rowIds: Record<string, number> = {};

async function fill() {
  const { db } = t.context;
  const stamps = { createTime: 1, updateTime: 1 };
  const only = { phonenumber: '13911112222', email: 'secret.person@example.cn', loginIp: '203.0.113.77' };
  const userId = await t.addUser({ userName: 'victim' });
  rowIds['userId'] = userId;
  const dept = { deptName: '外语编辑室', ancestors: '0', phone: '027-1234567', email: 'head@dept.example.cn', ...stamps };
  const deptId = (await db.insertInto('dept').values(dept).returning('id').executeTakeFirstOrThrow()).id;
  await db
    .updateTable('user')
    .set({ ...only, deptId })
    .where('id', '=', userId)
    .execute();
  await saveIdentities(db, userId);
  victim = await t.as('victim');
  await db.updateTable('session').set({ ip: '203.0.113.77' }).where('userId', '=', userId).execute();
  await db
    .insertInto('userGroup')
    .values({ groupKey: 'author', userId, joinedAt: 1, ...stamps })
    .execute();
  await db
    .insertInto('professor')
    .values({ userId, title: '教授', expertise: '词典学', ...stamps })
    .execute();
  const materials = JSON.stringify([{ fileId: 1, name: '机密身份证.jpg', url: '/profile/private/identity.jpg' }]);
  const apply = { applyNo: 'SQ1', targetMode: 'author', realName: '欧阳机密', unit: '', reason: '想投稿', status: 'pending', materials };
  rowIds['applyId'] = (
    await db
      .insertInto('applyForLog')
      .values({ ...apply, userId, ...stamps })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  await db
    .insertInto('feedback')
    .values({ type: 'bug', content: '打不开第三章', images: '[]', contact: '13955556666', userId, ...stamps })
    .execute();
  await db
    .insertInto('college')
    .values({ collegeName: '远山大学', contactName: '司徒联系', contactPhone: '13922223333', ...stamps })
    .execute();
  await db.updateTable('press').set({ phone: '027-87654321', email: 'desk@press.example.cn' }).execute();
  const notice = { noticeTitle: '开馆', noticeType: '2', noticeContent: '<p>正文</p>', status: 'published', publishTime: 1, ...stamps } as const;
  const noticeId = (await db.insertInto('notice').values(notice).returning('id').executeTakeFirstOrThrow()).id;
  rowIds['noticeId'] = noticeId;
  await db.insertInto('noticeRead').values({ noticeId, userId, readTime: 1 }).execute();
  const loggedWrite = { phonenumber: '13966667777', realName: '上官日志', email: 'logged@example.cn' };
  const operParam = JSON.stringify(loggedWrite);
  // Rows from before the log masked personal values.
  await appendLog(db, 'operLog', {
    title: '用户管理',
    operName: 'x',
    operTime: 5,
    userId,
    deptId,
    operIp: '203.0.113.77',
    operParam,
    jsonResult: operParam,
  });
  await appendLog(db, 'loginLog', { userName: 'victim', ip: '203.0.113.77', userAgent: '', status: '0', msg: '登录成功', loginTime: 5 });
  rowIds['roleId'] = (await db.selectFrom('role').select('id').where('roleKey', '=', 'author').executeTakeFirstOrThrow()).id;
  await db.insertInto('userRole').values({ userId, roleId: rowIds['roleId'] }).execute();
}

const permissionsOf = ({ access }: Endpoint): readonly string[] => (access === 'public' || access === 'signed-in' ? [] : [access].flat());
const isExport = (one: Endpoint) => one.method === 'POST' && one.path.endsWith('/export');
const answers = () => t.app.endpoints.filter((one) => one.access !== 'public' && ((one.method === 'GET' && !one.file) || isExport(one)));

beforeAll(async () => {
  t = await testContext();
  const { db } = t.context;
  await db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  await fill();
  const join = async (userName: string, permissions: Iterable<string>) => {
    who[userName] = { headers: await t.as(userName), permissions: new Set(permissions) };
  };
  for (const [roleKey] of ROLES) {
    await t.addUser({ userName: `has_${roleKey}`, roles: [roleKey] });
    const rows = await db
      .selectFrom('roleMenu')
      .innerJoin('menu', 'menu.id', 'roleMenu.menuId')
      .innerJoin('role', 'role.id', 'roleMenu.roleId')
      .select('menu.perms')
      .where('role.roleKey', '=', roleKey)
      .execute();
    await join(`has_${roleKey}`, roleKey === 'admin' ? ['*:*:*'] : rows.map((row) => row.perms));
  }
  // Custom roles with a single permission, one for each permission.
  for (const [index, permission] of [...new Set(answers().flatMap(permissionsOf))].entries()) {
    await t.addUser({ userName: `only${index}`, permissions: [permission] });
    await join(`only${index}`, [permission]);
  }
});
afterAll(() => t.close());

const hasPermission = (permissions: ReadonlySet<string>, needs: readonly string[]) =>
  permissions.has('*:*:*') || needs.some((one) => permissions.has(one));

const NEEDED: Readonly<Record<string, string>> = {
  '/cms/media/list': 'publishId=1',
  '/recycle/list': 'group=user',
  '/structure/person/list': 'keyword=vic',
};

async function addressOf({ path, method }: Endpoint): Promise<string> {
  const crud = [...t.app.resources].find(([, one]) => one.get.key === `${method} ${path}`);
  const own = crud
    ? await t.context.db
        .selectFrom(crud[0] as 'user')
        .select('id')
        .orderBy('id')
        .executeTakeFirst()
    : undefined;
  const filled = path.replace(/\{(\w+)\}/g, (_place, name: string) => String(rowIds[name] ?? own?.id ?? 1));
  const query = [`noticeId=${rowIds['noticeId']}`, `roleId=${rowIds['roleId']}`].filter((one) =>
    path.includes(one.startsWith('notice') ? '/notice/' : '/role/'),
  );
  return `${API_PREFIX}${filled}?${[NEEDED[path], ...query, 'pageSize=100'].filter(Boolean).join('&')}`;
}

async function textOf(one: Endpoint, headers: Bearer): Promise<string> {
  const answer = await t.app.inject({ method: one.method, url: await addressOf(one), headers, ...(isExport(one) ? { payload: {} } : {}) });
  if (!String(answer.headers['content-type']).includes('spreadsheetml')) return answer.body;
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(answer.rawPayload as never);
  return JSON.stringify(book.worksheets.map((sheet) => sheet.getSheetValues()));
}

test('#33.22 no response and no export shows a personal value of another user to a role without its permission', async () => {
  const shown = new Set<string>();
  let seen = 0;
  for (const [name, { headers, permissions }] of Object.entries(who)) {
    for (const one of answers()) {
      const access = permissionsOf(one);
      if (access.length > 0 && !hasPermission(permissions, access)) continue;
      const text = await textOf(one, headers);
      seen += 1;
      for (const [secret, needs] of Object.entries(SECRETS)) {
        if (!text.includes(secret)) continue;
        if (name === 'has_admin') shown.add(secret);
        expect([name, one.key, secret, hasPermission(permissions, needs)]).toEqual([name, one.key, secret, true]);
      }
    }
  }
  expect(seen).toBeGreaterThan(500);
  expect(Object.keys(SECRETS).filter((secret) => !shown.has(secret))).toEqual([]);
}, 240_000);

test('#33.22 roles with a permission see the value unmasked, and others see it masked', async () => {
  const textFor = async (name: string, path: string) =>
    (await t.app.inject({ url: `${API_PREFIX}${path}?pageSize=100`, headers: who[name]?.headers ?? {} })).body;
  expect(await textFor('has_system_admin', '/structure/userGroup/list')).toContain('13911112222');
  expect(await textFor('has_press_manager', '/structure/userGroup/list')).toContain('139****2222');
  expect(await textFor('has_works_admin', '/structure/applyForLog/list')).toContain('欧阳机密');
  expect(await textFor('has_ops_admin', '/structure/applyForLog/list')).toContain('欧***');
  expect(await textFor('has_ops_admin', '/structure/applyForLog/list')).toContain('材料1');
});

test('#33.22 users see their own data, whatever they may not see of others', async () => {
  for (const path of ['/getInfo', '/system/user/profile'])
    expect((await t.app.inject({ url: API_PREFIX + path, headers: victim })).body).toMatch(/13911112222.*|secret\.person@example\.cn/);
  expect((await t.app.inject({ url: `${API_PREFIX}/structure/applyForLog/mine`, headers: victim })).body).toContain('欧阳机密');
});

test('#33.22 nobody can search or sort by a personal field that is masked for them', async () => {
  const asking = t.app.endpoints.filter((one) => one.query && one.method === 'GET' && permissionsOf(one).length > 0);
  let tried = 0;
  for (const one of asking) {
    const names = Object.keys((one.query as unknown as { shape?: object }).shape ?? {}).filter((name) => PERSONAL_NAMES.has(name));
    for (const name of names) {
      const field = PERSONAL_FIELDS.find((each) => each.field === name && one.path.startsWith(each.under ?? ''));
      for (const [userName, { headers, permissions }] of Object.entries(who)) {
        if (!hasPermission(permissions, permissionsOf(one))) continue;
        tried += 1;
        const answer = await t.app.inject({ url: `${await addressOf(one)}&${name}=1`, headers });
        const allowed = hasPermission(permissions, field?.needs ?? []);
        expect([userName, one.key, name, answer.json<{ code: number }>().code === 403]).toEqual([userName, one.key, name, !allowed]);
      }
    }
  }
  expect(tried).toBeGreaterThan(20);
});

test('#33.22 opening a document of an application requires its own permission and adds a row to the operation log', async () => {
  const { db } = t.context;
  const upload = await t.app.inject({
    method: 'POST',
    url: `${API_PREFIX}/common/upload`,
    headers: { ...victim, 'content-type': 'multipart/form-data; boundary=b' },
    payload: '--b\r\ncontent-disposition: form-data; name="file"; filename="id.txt"\r\n\r\n证件\r\n--b--\r\n',
  });
  const { fileId } = upload.json<{ fileId: number }>();
  const applyId = rowIds['applyId'] ?? 0;
  await db
    .updateTable('applyForLog')
    .set({ materials: JSON.stringify([{ fileId, name: 'id.txt', url: '/x' }]) })
    .where('id', '=', applyId)
    .execute();
  const open = (userName: string) =>
    t.app.inject({ url: `${API_PREFIX}/structure/applyForLog/material/${applyId}/${fileId}`, headers: who[userName]?.headers ?? {} });
  expect((await open('has_ops_admin')).json()).toMatchObject({ code: 403 });
  expect((await open('has_works_admin')).body).toBe('证件');
  const log = await db.selectFrom('operLog').selectAll().where('title', '=', '查看申请材料').execute();
  expect(log.map((row) => [row.operName, row.status, row.operParam])).toEqual([
    ['has_works_admin', 0, JSON.stringify({ applyId: String(applyId), fileId: String(fileId) })],
  ]);
});

test('#33.22 the operation log contains no unmasked personal value', async () => {
  const payload = { userName: 'fresh', nickName: '新人', phonenumber: '13977778888', email: 'fresh.person@example.cn', postIds: [], roleIds: [] };
  const headers = who['has_admin']?.headers ?? {};
  const made = await t.app.inject({ method: 'POST', url: `${API_PREFIX}/system/user`, headers, payload });
  expect(made.json()).toMatchObject({ code: 200, data: { phonenumber: '13977778888' } });
  const rows = await t.context.db.selectFrom('operLog').selectAll().where('title', '=', '用户管理').execute();
  expect(JSON.stringify(rows)).toContain('139****8888');
  expect(JSON.stringify(rows)).not.toMatch(/13977778888|fresh\.person/);
});

test('#33.22 a masked value sent back by a form keeps the stored one, and any other masked value is rejected', async () => {
  const { db } = t.context;
  await t.addUser({ userName: 'writer', permissions: ['system:user:query', 'system:user:edit', 'system:user:add'] });
  const headers = await t.as('writer');
  const url = `${API_PREFIX}/system/user`;
  const { data } = (await t.app.inject({ url: `${url}/${rowIds['userId']}`, headers })).json<{ data: Record<string, unknown> }>();
  expect(data).toMatchObject({ phonenumber: '139****2222', email: 's***@example.cn' });
  const put = async (more: object) =>
    (await t.app.inject({ method: 'PUT', url, headers, payload: { ...data, ...more, version: undefined } })).json<{ code: number; msg: string }>();
  expect(await put({ nickName: '改名' })).toMatchObject({ code: 200 });
  expect(await put({ phonenumber: '138****0000' })).toMatchObject({ code: 400, msg: '请填写完整的手机号码' });
  const row = await db
    .selectFrom('user')
    .selectAll()
    .where('id', '=', rowIds['userId'] ?? 0)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ nickName: '改名', phonenumber: '13911112222', email: 'secret.person@example.cn' });
});
