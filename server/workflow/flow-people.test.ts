import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NodeSettingsInput } from '../../contract/workflow/node-settings.ts';
import { answerOf, APPLY, byPerson, END, flowFixture, START, taskNode, type FlowFixture } from '../../tests/support/flow-fixture.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import type { FlowSketch } from './engine/bpmn-sketch.ts';
import { nextAfterTask, processVariables, taskForm } from './flow-view.service.ts';
import { completeBatch } from './flow-batch.service.ts';
import { countTodos } from '../inbox/todo.service.ts';
import { listTasks } from './flow-list.service.ts';

let t: TestContext;
let flow: FlowFixture;
const id: Record<string, number> = {};
const NAMES = ['starter', 'head', 'boss', 'ann', 'bob', 'cat'];
let dept = 0;
let post = 0;
let role = 0;
beforeAll(async () => {
  t = await testContext();
  flow = flowFixture(t);
  const made = await flow.addUsers(...NAMES);
  NAMES.forEach((name, index) => (id[name] = made[index] ?? 0));
  const { db } = t.context;
  const top = await t.addDept('总部');
  dept = await t.addDept('编辑部', { id: top, ancestors: '0' });
  await db.updateTable('dept').set({ leader: 'boss' }).where('id', '=', top).execute();
  await db.updateTable('dept').set({ leader: 'head' }).where('id', '=', dept).execute();
  await db
    .updateTable('user')
    .set({ deptId: dept })
    .where('id', 'in', [id['starter'] ?? 0, id['head'] ?? 0])
    .execute();
  const stamps = { createTime: 1, updateTime: 1 };
  const key = 'id' as const;
  post = (
    await db
      .insertInto('post')
      .values({ postCode: 'p', postName: '审读', ...stamps })
      .returning(key)
      .executeTakeFirstOrThrow()
  ).id;
  role = (
    await db
      .insertInto('role')
      .values({ roleKey: 'board', roleName: '编委', roleSort: 1, ...stamps })
      .returning(key)
      .executeTakeFirstOrThrow()
  ).id;
  await db
    .insertInto('userPost')
    .values({ userId: id['cat'] ?? 0, postId: post })
    .execute();
  await db
    .insertInto('userRole')
    .values(['ann', 'bob'].map((name) => ({ userId: id[name] ?? 0, roleId: role })))
    .execute();
  await db
    .insertInto('flowExpression')
    .values({ name: '发起人', expression: '${INITIATOR}', dataType: 'fixed', ...stamps })
    .execute();
});
afterAll(() => t.close());

const FLOWS = ['s -> apply', 'apply -> check', 'check -> e'];
const withTask = (node: FlowSketch['nodes'][number]) => flow.deploy({ nodes: [START, APPLY, node, END], flows: FLOWS });
async function peopleWith(node: FlowSketch['nodes'][number], values: Record<string, unknown> = {}, starter = 'starter'): Promise<(string | null)[]> {
  const instance = await flow.start(starter, (await withTask(node)).procDefId, values);
  return (await flow.open(instance)).map((one) => NAMES.find((name) => id[name] === one.assignee) ?? null);
}
const own = (settings: NodeSettingsInput) => taskNode('check', settings);

test('finds people by person, role, post, department head, starter, head of the starter and expression', async () => {
  expect(await peopleWith(own({ who: byPerson(id['ann'] ?? 0) }))).toEqual(['ann']);
  expect(await peopleWith(own({ who: { kind: 'role', ids: [role] }, method: 'all' }))).toEqual(['ann', 'bob']);
  expect(await peopleWith(own({ who: { kind: 'role', ids: [role] } }))).toEqual([null]);
  expect(await peopleWith(own({ who: { kind: 'post', ids: [post] } }))).toEqual(['cat']);
  expect(await peopleWith(own({ who: { kind: 'deptHead', ids: [dept] } }))).toEqual(['head']);
  expect(await peopleWith(own({ who: { kind: 'starter' } }))).toEqual(['starter']);
  expect(await peopleWith(own({ who: { kind: 'starterHead' } }))).toEqual(['head']);
  expect(await peopleWith(own({ who: { kind: 'starterHead' } }), {}, 'head')).toEqual(['boss']);
  expect(await peopleWith(own({ who: { kind: 'expression', expression: '发起人' } }))).toEqual(['starter']);
  expect(await peopleWith(own({ who: { kind: 'expression', expression: '${reviewer}' } }), { reviewer: String(id['bob']) })).toEqual(['bob']);
  expect(await peopleWith(own({ who: { kind: 'starter' }, selfHandler: 'transferToHead' }))).toEqual(['head']);
});

test('takes the people that the starter or the previous handler chose', async () => {
  expect(await peopleWith(own({ who: { kind: 'chosenByStarter' } }), { choices: { check: [id['cat']] } })).toEqual(['cat']);
  expect(await peopleWith(own({ who: { kind: 'chosenByPrevious' }, method: 'all' }), { approval: `${id['ann']},${id['bob']}` })).toEqual([
    'ann',
    'bob',
  ]);
});

test('reads the people of compatible designers: candidates by role key, and multi-instance collections', async () => {
  expect(await peopleWith(['check', 'userTask', { 'flowable:candidateGroups': 'board' }])).toEqual([null]);
  const loop = (collection: string, more = '') =>
    `<bpmn:multiInstanceLoopCharacteristics flowable:collection="${collection}" flowable:elementVariable="assignee">${more}</bpmn:multiInstanceLoopCharacteristics>`;
  const share = '<bpmn:completionCondition>${nrOfCompletedInstances/nrOfInstances >= 0.5}</bpmn:completionCondition>';
  const list = ['check', 'userTask', { 'flowable:assignee': '${assignee}' }, loop('${userList}', share)] as const;
  const chosen = [id['ann'], id['bob'], id['cat']];
  expect(await peopleWith(list, { userList: chosen })).toEqual(['ann', 'bob', 'cat']);
  expect(await peopleWith(list, { '${userList}': chosen })).toEqual(['ann', 'bob', 'cat']);
  const handler = [
    'check',
    'userTask',
    { 'flowable:assignee': '${assignee}', 'flowable:candidateGroups': String(role) },
    loop('${multiInstanceHandler.getUserIds(execution)}'),
  ] as const;
  expect(await peopleWith(handler)).toEqual(['ann', 'bob']);
  const instance = await flow.start('starter', (await withTask(list)).procDefId, { userList: chosen });
  const tasks = await flow.open(instance);
  await flow.complete('ann', tasks[0]?.id ?? 0);
  expect((await flow.instance(instance)).status).toBe('running');
  await flow.complete('cat', tasks[2]?.id ?? 0);
  expect((await flow.instance(instance)).status).toBe('completed');
});

const FORM = JSON.stringify({
  fields: ['days', 'pay', 'note'].map((name, index) => ({
    __config__: {
      label: name,
      tag: 'el-input',
      tagIcon: 'input',
      layout: 'colFormItem',
      required: name === 'note',
      span: 24,
      regList: [],
      formId: 101 + index,
      renderKey: `${101 + index}1`,
    },
    __vModel__: name,
  })),
  formRef: 'elForm',
  formModel: 'formData',
});

test('S5.14 a task edits only the fields of its node; hidden fields are not sent', async () => {
  const node = own({ who: byPerson(id['ann'] ?? 0), fieldRights: { note: 'edit', pay: 'hidden' } });
  const { deployId, procDefId } = await withTask(node);
  await t.context.db
    .insertInto('flowDeployForm')
    .values({ deployId: Number(deployId), formId: 1, formName: '单', formContent: FORM, createTime: 1 })
    .execute();
  const instance = await flow.start('starter', procDefId, { days: '3', pay: '900', note: '申请' });
  const [task] = await flow.open(instance);
  const shown = await taskForm(t.context, flow.person('ann'), task?.id ?? 0);
  expect(shown).toMatchObject({ days: '3', note: '申请', formJson: { fields: [{ disabled: true }, { __vModel__: 'note' }] } });
  expect(JSON.stringify(shown)).not.toContain('900');
  const reader = { ...flow.person('ann'), permissions: new Set<string>() };
  expect(await processVariables(t.context, reader, task?.id ?? 0)).toEqual({ days: '3', note: '申请' });
  const [row] = await completeBatch({ context: t.context, currentUser: flow.person('ann'), request: request() }, [task?.id ?? 0], '同意');
  expect(row).toEqual({ taskId: String(task?.id), ok: false, msg: '该任务有必填内容，请打开后办理' });
  expect((await answerOf(flow.complete('ann', task?.id ?? 0, { note: '' })))[0]).toBe(400);
  await flow.complete('ann', task?.id ?? 0, { note: '批注', days: '99', pay: '1', extra: 'x' });
  expect(JSON.parse((await flow.instance(instance)).variables)).toEqual({ days: '3', pay: '900', note: '批注', extra: 'x' });
});

const request = () => ({ method: 'POST', url: '/', ip: '127.0.0.1', routeOptions: { url: '/' }, params: {}, query: {}, body: {} }) as never;

test('#35.3 several tasks without fields are completed together; the badge equals the list', async () => {
  const { procDefId } = await withTask(own({ who: byPerson(id['bob'] ?? 0) }));
  const instances = [await flow.start('starter', procDefId), await flow.start('starter', procDefId)];
  const tasks = (await Promise.all(instances.map(flow.open))).flat().map((one) => one.id);
  const bob = flow.person('bob');
  const { total } = await listTasks(t.context, bob, 'todo', { pageNum: 1, pageSize: 10 });
  expect((await countTodos(t.context, bob)).sources.find((one) => one.key === 'flow')?.count).toBe(total);
  const results = await completeBatch({ context: t.context, currentUser: bob, request: request() }, [...tasks, 999_999], '同意');
  expect(results.map((one) => [one.ok, one.msg])).toEqual([
    [true, '操作成功'],
    [true, '操作成功'],
    [false, '任务不存在'],
  ]);
  for (const one of instances) expect((await flow.instance(one)).status).toBe('completed');
});

test('nextFlowNode answers how the next people are chosen', async () => {
  const { procDefId } = await flow.deploy({
    nodes: [START, APPLY, own({ who: byPerson(id['ann'] ?? 0) }), taskNode('next', { who: { kind: 'chosenByPrevious' }, method: 'all' }), END],
    flows: ['s -> apply', 'apply -> check', 'check -> next', 'next -> e'],
  });
  const instance = await flow.start('starter', procDefId);
  const [task] = await flow.open(instance);
  expect(await nextAfterTask(t.context, flow.person('ann'), task?.id ?? 0, {})).toEqual({
    node: 'next',
    name: 'next',
    type: 'candidateUsers',
    dataType: 'dynamic',
    vars: 'approval',
  });
});

test('a return opens a node again for its earlier people although a later choice has overwritten the variable', async () => {
  const dynamic = (node: string) => [node, 'userTask', { 'flowable:assignee': '${approval}' }] as const;
  const { procDefId } = await flow.deploy({
    nodes: [START, APPLY, dynamic('check'), dynamic('final'), END],
    flows: ['s -> apply', 'apply -> check', 'check -> final', 'final -> e'],
  });
  const instance = await flow.start('starter', procDefId, { approval: id['ann'] });
  const task = async (): Promise<number> => (await flow.open(instance))[0]?.id ?? 0;
  await flow.complete('ann', await task(), { approval: id['bob'] });
  await flow.back('bob', await task(), 'check');
  expect((await flow.open(instance)).map((one) => [one.nodeKey, one.assignee])).toEqual([['check', id['ann']]]);
  await flow.complete('ann', await task(), { approval: id['cat'] });
  expect((await flow.open(instance)).map((one) => [one.nodeKey, one.assignee])).toEqual([['final', id['cat']]]);
});
