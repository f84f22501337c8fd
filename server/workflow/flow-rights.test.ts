import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { bpmnOf, type FlowSketch } from './engine/bpmn-sketch.ts';

const TASKS = ['flowable:task:todo', 'flowable:task:process', 'flowable:task:finished'];
const MANAGER = ['flowable:definition:add', 'flowable:definition:edit', 'flowable:definition:list', ...TASKS];

let t: TestContext;
const bearers: Record<string, Bearer> = {};
const ids: Record<string, number> = {};
beforeAll(async () => {
  t = await testContext();
  for (const userName of ['manager', 'starter', 'ann', 'bob', 'mallory']) {
    await t.addUser({ userName, permissions: userName === 'manager' ? MANAGER : TASKS });
    bearers[userName] = await t.as(userName);
    ids[userName] = (await t.context.db.selectFrom('user').select('id').where('userName', '=', userName).executeTakeFirstOrThrow()).id;
  }
});
afterAll(() => t.close());

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly procInsId: string;
  readonly data: {
    readonly deployId: string;
    readonly procDefId: string;
    readonly records: { readonly taskId: string; readonly procInsId: string }[];
    readonly flowList: { readonly taskId: string; readonly taskDefKey: string }[];
  };
}
const call = async (who: string, method: 'GET' | 'POST', url: string, payload?: object): Promise<Answer> =>
  (await t.app.inject({ method, url: `/prod-api${url}`, headers: bearers[who] ?? {}, ...(payload ? { payload } : {}) })).json();

type Nodes = FlowSketch['nodes'];
const APPLY: Nodes[number] = ['apply', 'userTask', { name: '申请', 'flowable:assignee': '${INITIATOR}' }];
async function deploy(key: string, nodes: Nodes, flows: string[], fields: string[] = []): Promise<string> {
  const xml = bpmnOf({ key, name: key, nodes: [['s', 'startEvent'], APPLY, ...nodes, ['e', 'endEvent']], flows: ['s -> apply', ...flows] });
  const { data } = await call('manager', 'POST', '/flowable/definition/save', { name: key, category: '', xml });
  if (fields.length > 0) {
    const form = {
      fields: fields.map((name, at) => ({ __config__: { label: name, tag: 'el-input', tagIcon: 'input', formId: 101 + at }, __vModel__: name })),
    };
    const values = { deployId: Number(data.deployId), formId: 1, formName: key, formContent: JSON.stringify(form), createTime: 1 };
    await t.context.db.insertInto('flowDeployForm').values(values).execute();
  }
  return data.procDefId;
}
const start = (who: string, procDefId: string, values: object) => call(who, 'POST', `/flowable/definition/start/${procDefId}`, values);
const tasksOf = async (who: string, instance: string) =>
  (await call(who, 'GET', '/flowable/task/todoList?pageNum=1&pageSize=50')).data.records.filter((row) => row.procInsId === instance);
const statusOf = async (instance: string) =>
  (await t.context.db.selectFrom('flowInstance').select('status').where('id', '=', Number(instance)).executeTakeFirstOrThrow()).status;

test('a starter cannot choose the people of a node that names them', async () => {
  const fixed = { name: '批准', 'flowable:assignee': String(ids['bob']), 'flowable:userType': 'assignee', 'flowable:dataType': 'fixed' };
  const definition = await deploy('fixed', [['boss', 'userTask', fixed]], ['apply -> boss', 'boss -> e']);
  const { procInsId } = await start('starter', definition, { choices: { boss: [ids['starter']] } });
  expect(await tasksOf('starter', procInsId)).toEqual([]);
  expect(await tasksOf('bob', procInsId)).toHaveLength(1);
});

test('a hidden field stays hidden in the form of another task, and a read-only field does not name the next people', async () => {
  const settings = JSON.stringify({ fieldRights: { salary: 'hidden', signers: 'read' } });
  const loop = '<bpmn:multiInstanceLoopCharacteristics flowable:collection="${signers}" flowable:elementVariable="assignee" />';
  const definition = await deploy(
    'hidden',
    [
      ['check', 'userTask', { name: '审核', 'flowable:assignee': String(ids['ann']), 'shuzhou:settings': settings }],
      ['sign', 'userTask', { name: '会签', 'flowable:assignee': '${assignee}' }, loop],
    ],
    ['apply -> check', 'check -> sign', 'sign -> e'],
    ['salary', 'reason', 'signers'],
  );
  const { procInsId } = await start('starter', definition, { salary: 'SECRET', reason: 'x', signers: String(ids['bob']) });
  const [task] = await tasksOf('ann', procInsId);
  const record = await call('ann', 'GET', `/flowable/task/flowRecord?procInsId=${procInsId}`);
  const first = record.data.flowList.find((row) => row.taskDefKey === 'apply');
  const foreign = await call('ann', 'GET', `/flowable/task/flowTaskForm?taskId=${first?.taskId}`);
  expect(foreign.code).toBe(200);
  expect(JSON.stringify([record, foreign])).not.toContain('SECRET');
  await call('ann', 'POST', '/flowable/task/complete', { taskId: task?.taskId, comment: '', variables: { signers: String(ids['ann']) } });
  expect([(await tasksOf('ann', procInsId)).length, (await tasksOf('bob', procInsId)).length]).toEqual([0, 1]);
});

test('a handler adds variables but does not overwrite what the start has set', async () => {
  const definition = await deploy(
    'amount',
    [
      ['check', 'userTask', { name: '审核', 'flowable:assignee': String(ids['ann']) }],
      ['x', 'exclusiveGateway', { default: 'flow_x_e' }],
      ['boss', 'userTask', { name: '批准', 'flowable:assignee': String(ids['bob']) }],
    ],
    ['apply -> check', 'check -> x', 'x -> boss ${amount > 100}', 'x -> e', 'boss -> e'],
  );
  const { procInsId } = await start('starter', definition, { amount: 5000 });
  const [task] = await tasksOf('ann', procInsId);
  await call('ann', 'POST', '/flowable/task/complete', { taskId: task?.taskId, variables: { amount: 1, agreed: true } });
  expect([await statusOf(procInsId), (await tasksOf('bob', procInsId)).length]).toEqual(['running', 1]);
  const { variables } = await t.context.db
    .selectFrom('flowInstance')
    .select('variables')
    .where('id', '=', Number(procInsId))
    .executeTakeFirstOrThrow();
  expect(JSON.parse(variables)).toMatchObject({ amount: 5000, agreed: true });
});

test("another user's file is not readable by writing its address into a text field", async () => {
  const resource = '/profile/upload/2026/11/26/abcdef.pdf';
  const file = { fileName: resource, fileOriginName: 'private.pdf', url: resource, size: 3, mime: 'application/pdf', sha256: '' };
  await t.context.db
    .insertInto('file')
    .values({ ...file, ownerId: ids['bob'] ?? 0, isPublic: '0', createTime: 1 })
    .execute();
  await t.context.files.put(resource.slice(1), Buffer.from('abc'), 'application/pdf');
  const dynamic = { name: '审核', 'flowable:assignee': '${approval}', 'flowable:dataType': 'dynamic' };
  const definition = await deploy('planted', [['check', 'userTask', dynamic]], ['apply -> check', 'check -> e'], ['reason']);
  expect((await start('mallory', definition, { reason: resource, approval: ids['bob'] })).code).toBe(200);
  expect(await call('mallory', 'GET', `/flowable/form/file?resource=${encodeURIComponent(resource)}`)).toMatchObject({ code: 404 });
});

test('only the newest version can be started, except by a manager', async () => {
  const node = (who: string): Nodes => [['check', 'userTask', { name: '审核', 'flowable:assignee': String(ids[who]) }]];
  const flows = ['apply -> check', 'check -> e'];
  const old = await deploy('twice', node('ann'), flows);
  const newest = await deploy('twice', node('bob'), flows);
  expect(await start('starter', old, {})).toMatchObject({ code: 500, msg: '流程已有新版本，请刷新后重新发起' });
  expect((await start('starter', newest, {})).code).toBe(200);
  expect((await start('manager', old, {})).code).toBe(200);
});
