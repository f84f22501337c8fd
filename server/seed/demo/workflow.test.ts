import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { validateSubmitted } from '../../workflow/form/form-submission.service.ts';
import { problemsOf } from '../../workflow/definition/flow-definition.service.ts';
import { listTasks } from '../../workflow/flow-list.service.ts';
import { seedDefaults } from '../defaults/seed-defaults.ts';
import { addDemo } from './demo.ts';

let t: TestContext;
const now = Date.now();
const said: string[] = [];
beforeAll(async () => {
  t = await testContext();
  const accounts = await addDemo.people('demo-pass-1');
  await t.context.db.transaction().execute(async (tx) => {
    await seedDefaults(tx, now);
    await addDemo.rows(tx, accounts, now, (line) => void said.push(line));
  });
}, 120_000);
afterAll(() => t.close());

test('#47.7 a first start says each step of the demo data before it runs', () => {
  expect(said.length).toBeGreaterThan(10);
  expect(said[0]).toBe(`  演示数据 1/${said.length}：账号`);
  expect(said.at(-1)).toBe(`  演示数据 ${said.length}/${said.length}：期刊`);
});

test('the demo has running, finished, returned and rejected instances of three flows, and the definitions have no faults', async () => {
  const { db } = t.context;
  const definitions = await db.selectFrom('flowDefinition').selectAll().execute();
  for (const row of definitions) expect([row.name, await problemsOf(t.context, row.bpmnXml)]).toEqual([row.name, []]);
  const rows = await db.selectFrom('flowInstance').innerJoin('flowDefinition as d', 'd.id', 'definitionId').select(['d.name', 'status']).execute();
  for (const name of ['选题申报审批', '请假申请', '用印申请'])
    expect(new Set(rows.filter((row) => row.name === name).map((row) => row.status))).toEqual(new Set(['completed', 'running']));
  const states = await db.selectFrom('flowTask').select('status').distinct().execute();
  expect(states.map((row) => row.status)).toEqual(expect.arrayContaining(['claimed', 'unclaimed', 'completed', 'returned', 'rejected']));
  expect(await db.selectFrom('flowTask').select('id').where('finishTime', '>', now).execute()).toEqual([]);
});

test('the values of the demo instances pass the rules of their forms', async () => {
  const { db } = t.context;
  const rows = await db
    .selectFrom('flowInstance as i')
    .innerJoin('flowDeployForm as f', 'f.deployId', 'i.definitionId')
    .select(['i.variables', 'i.startUserId', 'f.formContent'])
    .execute();
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows) {
    const user = { userId: row.startUserId, permissions: new Set<string>() } as never;
    await validateSubmitted(t.context, user, row.formContent, JSON.parse(row.variables) as Record<string, unknown>);
  }
});

test('staff of the demo have something to do', async () => {
  const { db } = t.context;
  for (const userName of ['chief', 'editor1', 'worksadmin', 'section']) {
    const user = await db.selectFrom('user').select('id').where('userName', '=', userName).executeTakeFirstOrThrow();
    const { total } = await listTasks(t.context, { userId: user.id } as never, 'todo', { pageNum: 1, pageSize: 10 });
    expect([userName, total > 0]).toEqual([userName, true]);
  }
});
