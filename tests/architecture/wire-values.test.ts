import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDefaults } from '../../server/seed/defaults/seed-defaults.ts';
import { up } from '../../server/db/migrations/056-listener-value-types.ts';
import { testContext, type Bearer, type TestContext } from '../support/test-context.ts';

let t: TestContext;
let root: Bearer;
beforeAll(async () => {
  t = await testContext();
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  await t.addUser({ userName: 'root', roles: ['admin'] });
  root = await t.as('root');
});
afterAll(() => t.close());

const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  (await t.app.inject({ method, url: `/prod-api${path}`, headers: root, ...(payload ? { payload } : {}) })).json<{
    code: number;
    msg: string;
    data: Record<string, unknown>[];
    rows: Record<string, unknown>[];
  }>();
const VALUE_TYPES = ['classListener', 'expressionListener', 'delegateExpressionListener'];

test('#43.20 a status sent as a number is accepted, and the status of the operation log is a number', async () => {
  const body = { name: '发起人之一', expression: '${INITIATOR}', dataType: 'dynamic', status: 1 };
  expect(await ask('POST', '/system/expression', body)).toMatchObject({ code: 200 });
  expect((await ask('GET', '/system/expression/list?name=发起人之一')).rows).toMatchObject([{ status: '1' }]);
  expect((await ask('POST', '/system/expression', { ...body, name: '另一个', status: 2 })).code).toBe(400);
  expect((await ask('GET', '/monitor/operlog/list')).rows[0]).toMatchObject({ status: expect.any(Number), businessType: expect.any(Number) });
});

test('#43.20 listeners have the value types of the dictionary that compatible clients read', async () => {
  const entries = await ask('GET', '/system/dict/data/type/sys_listener_value_type');
  expect(entries.data.map((one) => one['dictValue'])).toEqual(VALUE_TYPES);
  for (const [at, valueType] of VALUE_TYPES.entries())
    expect(
      await ask('POST', '/system/listener', { name: `监听${at}`, type: 1, eventType: 'create', valueType, value: 'notes.write', status: 0 }),
    ).toMatchObject({
      code: 200,
    });
  expect((await ask('POST', '/system/listener', { name: '旧', type: '1', eventType: 'create', valueType: 'class', value: 'a.b' })).code).toBe(400);
});

test('#43.20 the migration renames stored listeners and entries of the dictionary', async () => {
  const { db } = t.context;
  await db.updateTable('flowListener').set({ valueType: 'delegate' }).where('name', '=', '监听2').execute();
  await db.updateTable('dictData').set({ dictValue: 'class' }).where('dictValue', '=', 'classListener').execute();
  await db.transaction().execute((tx) => up(tx as never));
  const row = await db.selectFrom('flowListener').select('valueType').where('name', '=', '监听2').executeTakeFirstOrThrow();
  expect(row.valueType).toBe('delegateExpressionListener');
  const entries = await ask('GET', '/system/dict/data/type/sys_listener_value_type');
  expect(entries.data.map((one) => one['dictValue'])).toEqual(VALUE_TYPES);
});

test('#43.20 a built-in parameter that a client deletes is refused with words and stays', async () => {
  const { rows } = await ask('GET', '/system/config/list?configKey=sys.index.skinName');
  expect(await ask('DELETE', `/system/config/${String(rows[0]?.['configId'])}`)).toMatchObject({
    code: 500,
    msg: '内置参数【sys.index.skinName】不能删除',
  });
  expect((await ask('GET', '/system/config/list?configKey=sys.index.skinName')).rows).toHaveLength(1);
});
