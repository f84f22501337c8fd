import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

let t: TestContext;
let clerk: Bearer;
beforeAll(async () => {
  t = await testContext();
  await t.addUser({
    userName: 'clerk',
    permissions: ['system:listener:add', 'system:expression:add', 'system:deployment:add', 'system:deployment:edit', 'system:deployment:export'],
  });
  clerk = await t.as('clerk');
});
afterAll(() => t.close());

const add = async (path: string, payload: object) =>
  (await t.app.inject({ method: 'POST', url: `/prod-api/system/${path}`, headers: clerk, payload })).json() as { code: number; msg: string };

test('accepts known names in a listener and an expression, and rejects code', async () => {
  const listener = { name: '办结告知', type: '1', eventType: 'complete', valueType: 'classListener' };
  expect(await add('listener', { ...listener, value: '${T(java.lang.Runtime).getRuntime()}' })).toMatchObject({
    code: 400,
    msg: '执行内容只能是名称，或 ${名称}',
  });
  expect(await add('listener', { ...listener, value: 'house.TellStarter' })).toMatchObject({ code: 200 });
  expect(await add('listener', { ...listener, value: 'house.TellStarter' })).toMatchObject({
    code: 500,
    msg: expect.stringContaining('监听名称已存在'),
  });
  expect(await add('expression', { name: '发起人', expression: '${1+1}', dataType: 'dynamic' })).toMatchObject({ code: 400 });
  expect(await add('expression', { name: '发起人', expression: '${INITIATOR}', dataType: 'dynamic' })).toMatchObject({ code: 200 });
});

test('sets the deployment time on the server; the exported sheet is downloaded by its name and only by its creator', async () => {
  const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    t.app.inject({ method, url: `/prod-api${url}`, headers: clerk, ...(payload ? { payload } : {}) });
  const before = Date.now();
  const { data } = (await ask('POST', '/system/deployment', { name: '请假', key: 'leave', deployTime: '2001-01-01 00:00:00' })).json<{
    data: { id: number; version: number };
  }>();
  await ask('PUT', '/system/deployment', { ...data, name: '=请假', category: 'office' });
  const row = await t.context.db.selectFrom('flowDeployment').selectAll().where('id', '=', data.id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ name: '=请假', flowKey: 'leave', category: 'office' });
  expect(row.deployTime).toBeGreaterThanOrEqual(before);
  expect((await ask('POST', '/system/deployment', { name: '请假', key: '1 leave' })).json()).toMatchObject({ code: 400 });
  const { code, msg } = (await ask('GET', '/system/deployment/export?pageNum=1&name=假')).json<{ code: number; msg: string }>();
  expect(code).toBe(200);
  const sheet = new ExcelJS.Workbook();
  await sheet.xlsx.load((await ask('GET', `/common/download?fileName=${encodeURIComponent(msg)}`)).rawPayload as never);
  expect(sheet.worksheets[0]?.getRow(2).getCell(2).value).toBe("'=请假");
});
