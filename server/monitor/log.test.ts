import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { seedDefaults } from '../seed/defaults/seed-defaults.ts';
import { purgeLog } from './log-table.service.ts';

let t: TestContext;
const who: Record<string, Bearer> = {};
beforeAll(async () => {
  t = await testContext();
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  await t.addUser({ userName: 'root', roles: ['admin'] });
  await t.addUser({ userName: 'looker', permissions: ['monitor:operlog:list', 'monitor:logininfor:list', 'monitor:online:list'] });
  await t.addUser({ userName: 'victim', password: 'old-enough-7' });
  for (const name of ['root', 'looker', 'victim']) who[name] = await t.as(name);
});
afterAll(() => t.close());

// oxlint-disable-next-line no-explicit-any -- answers of many calls
type Answer = any;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
async function ask(method: Method, path: string, body?: object, as = 'root'): Promise<Answer> {
  const answer = await t.app.inject({ method, url: `/prod-api${path}`, headers: who[as] ?? {}, ...(body ? { payload: body } : {}) });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const post = (postCode: string) => ({ postCode, postName: postCode, postSort: 1 });
const PASSWORD = 'never-shown-99';

test('returns the operation log with the keys of compatible clients, newest first, without columns of other tables', async () => {
  await ask('POST', '/system/post', post('one'));
  await ask('POST', '/system/post', post('one'));
  const { rows, total, msg } = await ask('GET', '/monitor/operlog/list?title=岗位', undefined, 'looker');
  expect([msg, total]).toEqual(['查询成功', 2]);
  expect(Object.keys(rows[0]).sort()).toEqual(
    `operId title businessType method requestMethod operatorType operName deptName operUrl operIp operLocation operParam
      jsonResult status errorMsg operTime costTime`
      .split(/\s+/)
      .sort(),
  );
  expect(rows[0]).toMatchObject({ title: '岗位管理', businessType: 1, status: 1, operName: 'root', operLocation: '内网IP', requestMethod: 'POST' });
  expect(rows[0].errorMsg).toContain('已存在');
  expect(rows[1]).toMatchObject({ status: 0, errorMsg: '' });
  expect(rows[1].operTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect((await ask('GET', '/monitor/operlog/list?status=1&businessType=1&operName=ROOT')).total).toBe(1);
  expect((await ask('GET', '/monitor/operlog/list?businessTypes=1,2&operIp=127')).total).toBe(2);
  expect((await ask('GET', '/monitor/operlog/list?params[beginTime]=2099-01-01 00:00:00')).total).toBe(0);
  expect((await ask('GET', `/monitor/operlog/${rows[1].operId}`)).data.operParam).toContain('"postCode":"one"');
});

test('keeps a sent password out of every log and response, wherever it was in the body', async () => {
  const user = { userName: 'clerk9', nickName: '柜员', password: PASSWORD, postIds: [], roleIds: [] };
  const made = await ask('POST', '/system/user', user);
  expect(made.code).toBe(200);
  await ask('PUT', '/system/user/resetPwd', { userId: made.data?.userId ?? 0, password: PASSWORD });
  await ask('POST', '/system/post', { ...post('two'), nested: { newPassword: PASSWORD, token: PASSWORD, idCardNo: PASSWORD } });
  const rows = await t.context.db.selectFrom('operLog').selectAll().execute();
  expect(rows.some((row) => row.operParam.includes('clerk9'))).toBe(true);
  expect(JSON.stringify(rows)).not.toContain(PASSWORD);
  expect(JSON.stringify(await ask('GET', '/monitor/operlog/list?pageSize=100'))).not.toContain(PASSWORD);
});

test('#33.27 rejects removing log rows before their retention time, also for the super administrator', async () => {
  const [row] = (await ask('GET', '/monitor/operlog/list')).rows;
  for (const path of [`/monitor/operlog/${row.operId}`, '/monitor/operlog/clean', '/monitor/logininfor/clean'])
    expect((await ask('DELETE', path, undefined, 'looker')).code).toBe(403);
  expect(await ask('DELETE', `/monitor/operlog/${row.operId}`)).toEqual({ code: 500, msg: '操作日志须保留180天，未到期的记录不能删除' });
  expect((await ask('GET', `/monitor/operlog/${row.operId}`)).code).toBe(200);
  const { total } = await ask('GET', '/monitor/operlog/list');
  expect(await ask('DELETE', '/monitor/operlog/clean')).toEqual({
    code: 200,
    msg: '没有超过180天的记录；操作日志须保留180天，未到期的不能清理',
  });
  const { rows, total: after } = await ask('GET', '/monitor/operlog/list');
  expect([after, rows[0].title, rows[0].businessType]).toEqual([total + 1, '操作日志', 9]);
});

test('exports a log with labels for codes and without empty columns', async () => {
  const answer = await t.app.inject({ method: 'POST', url: '/prod-api/monitor/operlog/export', headers: who['root'] ?? {}, payload: { pageNum: 1 } });
  expect(answer.headers['download-filename']).toContain(encodeURIComponent('操作日志'));
  const { default: ExcelJS } = await import('exceljs');
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(answer.rawPayload as never);
  const [head, first] = book.worksheets[0]?.getRows(1, 2) ?? [];
  const heads = [head?.values].flat();
  expect(heads.slice(0, 3)).toEqual(['编号', '系统模块', '操作类型']);
  expect(heads.length).toBe(17);
  expect(first?.getCell(2).value).toBe('岗位管理');
});

test('unlocks an account by its name, and records sign-ins', async () => {
  const logIn = (password: string) => t.app.inject({ method: 'POST', url: '/prod-api/login', payload: { username: 'victim', password } });
  for (let tries = 0; tries < 6; tries++) await logIn('wrong-word');
  expect((await logIn('old-enough-7')).json<Answer>().msg).toContain('锁定10分钟');
  expect((await ask('GET', '/monitor/logininfor/unlock/Victim', undefined, 'looker')).code).toBe(403);
  expect((await ask('GET', '/monitor/logininfor/unlock/Victim')).code).toBe(200);
  expect((await logIn('old-enough-7')).json<Answer>().code).toBe(200);
  const { rows, total } = await ask('GET', '/monitor/logininfor/list?userName=VICTIM');
  expect(total).toBe(8);
  expect(Object.keys(rows[0]).sort()).toEqual(
    ['infoId', 'userName', 'status', 'ipaddr', 'loginLocation', 'browser', 'os', 'msg', 'loginTime'].sort(),
  );
  expect(rows[0]).toMatchObject({ status: '0', ipaddr: '127.0.0.1', loginLocation: '内网IP', msg: '登录成功' });
  expect((await ask('GET', '/monitor/logininfor/list?status=1&userName=victim')).total).toBe(7);
  expect((await ask('GET', '/monitor/operlog/list?title=账户解锁')).rows[0]).toMatchObject({ businessType: 0, operParam: '{"userName":"Victim"}' });
});

test('lists one row per online session without its token, and rejects the next call of a session that was ended', async () => {
  const { rows, total } = await ask('GET', '/monitor/online/list', undefined, 'looker');
  expect(total).toBe(rows.length);
  const mine = rows.find((row: Answer) => row.current);
  expect(mine).toMatchObject({ userName: 'looker', ipaddr: '127.0.0.1', deptName: '' });
  expect(typeof mine.loginTime).toBe('number');
  const tokens = Object.values(who).map((bearer) => bearer.authorization.slice('Bearer '.length));
  expect(tokens.some((token) => JSON.stringify(rows).includes(token))).toBe(false);

  who['victim again'] = await t.as('victim');
  expect((await ask('GET', '/getInfo', undefined, 'victim')).code).toBe(200);
  const theirs = (await ask('GET', '/monitor/online/list?userName=victim&ipaddr=127.0.0.1')).rows;
  expect((await ask('GET', '/monitor/online/list?userName=vict')).total).toBe(0);
  for (const { tokenId } of theirs) {
    expect((await ask('DELETE', `/monitor/online/${tokenId}`, undefined, 'looker')).code).toBe(403);
    expect((await ask('DELETE', `/monitor/online/${tokenId}`)).code).toBe(200);
  }
  for (const name of ['victim', 'victim again']) expect((await ask('GET', '/getInfo', undefined, name)).code).toBe(401);
  expect((await ask('DELETE', `/monitor/online/${theirs[0].tokenId}`)).code).toBe(404);
  expect((await ask('GET', '/monitor/operlog/list?title=在线用户&status=0')).rows[0]).toMatchObject({ businessType: 7, operName: 'root' });
});

test('removes old job log rows in batches and keeps newer ones', async () => {
  const run = { jobName: '旧', jobGroup: 'DEFAULT', invokeTarget: 'x', endTime: 1 };
  const old = Array.from({ length: 5_200 }, (_, index) => ({ ...run, startTime: 1_000 + index }));
  for (let at = 0; at < old.length; at += 400)
    await t.context.db
      .insertInto('jobLog')
      .values(old.slice(at, at + 400))
      .execute();
  await t.context.db
    .insertInto('jobLog')
    .values({ ...run, startTime: Date.now() })
    .execute();
  expect(await purgeLog(t.context.db, 'jobLog', Date.now() - DAY_MS)).toBe(5_200);
  expect(await t.context.db.selectFrom('jobLog').select('id').execute()).toHaveLength(1);
});
