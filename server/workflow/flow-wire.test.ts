import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { bpmnOf } from './engine/bpmn-sketch.ts';

let t: TestContext;
const bearers: Record<string, Bearer> = {};
const ids: Record<string, number> = {};
const TASKS = ['flowable:task:todo', 'flowable:task:process', 'flowable:task:finished'];
beforeAll(async () => {
  t = await testContext();
  for (const [userName, permissions] of [
    ['manager', ['flowable:definition:list', 'flowable:definition:add', 'flowable:definition:edit', 'flowable:definition:remove', ...TASKS]],
    ['starter', TASKS],
    ['ann', TASKS],
    ['bob', TASKS],
    ['cat', TASKS],
  ] as const) {
    ids[userName] = await t.addUser({ userName, permissions });
    bearers[userName] = await t.as(userName);
  }
});
afterAll(() => t.close());

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: never;
}
async function call(userName: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<Answer> {
  const headers = bearers[userName] ?? {};
  return (await t.app.inject({ method, url: `/prod-api/flowable${url}`, headers, ...(payload ? { payload } : {}) })).json<Answer>();
}
interface Row extends Record<string, unknown> {
  readonly taskId: string;
  readonly procInsId: string;
}
const records = async (userName: string, list: string): Promise<Row[]> =>
  ((await call(userName, 'GET', `/task/${list}?pageNum=1&pageSize=10`)).data as unknown as { records: Row[] }).records;

const FORM = {
  fields: [
    { __config__: { label: '天数', tag: 'el-input-number', required: true, formId: 101 }, __vModel__: 'days' },
    { __config__: { layout: 'rowFormItem', children: [{ __config__: { label: '事由', tag: 'el-input' }, __vModel__: 'reason' }] } },
  ],
  formRef: 'elForm',
  formModel: 'formData',
  disabled: false,
  formBtns: true,
};

/** A definition as the designer of compatible clients writes it. */
const family = (): string =>
  bpmnOf({
    key: 'leave',
    name: '请假',
    nodes: [
      ['s', 'startEvent', { 'flowable:initiator': 'INITIATOR' }],
      ['apply', 'userTask', { name: '提交', 'flowable:assignee': '${INITIATOR}', 'flowable:userType': 'assignee', 'flowable:dataType': 'dynamic' }],
      ['check', 'userTask', { name: '审核', 'flowable:assignee': '${approval}', 'flowable:userType': 'assignee', 'flowable:dataType': 'dynamic' }],
      ['x', 'exclusiveGateway', { default: 'flow_x_e' }],
      [
        'boss',
        'userTask',
        {
          name: '审批',
          'flowable:candidateUsers': `${ids['bob']},${ids['cat']}`,
          'flowable:userType': 'candidateUsers',
          'flowable:dataType': 'fixed',
        },
      ],
      ['e', 'endEvent'],
    ],
    flows: ['s -> apply', 'apply -> check', 'check -> x', 'x -> boss ${days > 3}', 'x -> e', 'boss -> e'],
  });

async function addForm(deployId: number): Promise<void> {
  await t.context.db
    .insertInto('flowDeployForm')
    .values({ deployId, formId: 1, formName: '请假单', formContent: JSON.stringify(FORM), createTime: 1 })
    .execute();
}

test('S5.5 a compatible client deploys, starts, chooses the next person, completes, claims, and reads the record', async () => {
  const saved = await call('manager', 'POST', '/definition/save', { name: '请假', category: 'office', xml: family() });
  expect(saved).toMatchObject({ code: 200, msg: '导入成功' });
  const { deployId, procDefId } = saved.data as unknown as { deployId: string; procDefId: string };
  expect(procDefId).toBe(`leave:1:${deployId}`);
  expect(await call('starter', 'GET', `/task/flowFormData?deployId=${deployId}`)).toMatchObject({ code: 400, msg: '请先配置流程表单!' });
  await addForm(Number(deployId));
  expect(await call('starter', 'GET', '/definition/list?pageNum=1&pageSize=10&name=请')).toMatchObject({
    data: {
      records: [{ id: procDefId, flowKey: 'leave', version: 1, deploymentId: deployId, suspensionState: 1, formName: '请假单', formId: 1 }],
      total: 1,
      size: 10,
      current: 1,
    },
  });
  expect((await call('starter', 'GET', `/task/flowFormData?deployId=${deployId}`)).data).toMatchObject({
    formBtns: true,
    fields: [{ __vModel__: 'days' }, {}],
  });
  expect((await call('starter', 'POST', '/task/nextFlowNodeByStart', { deploymentId: deployId, variables: { days: 5 } })).data).toMatchObject({
    type: 'assignee',
    dataType: 'dynamic',
    vars: 'approval',
  });
  expect(
    await call('starter', 'POST', `/definition/start/${procDefId}`, { days: 5, reason: '回乡', approval: ids['ann'], formJson: FORM, __proto: 1 }),
  ).toMatchObject({
    code: 200,
    msg: '流程启动成功',
  });
  const [todo] = await records('ann', 'todoList');
  expect(todo).toMatchObject({
    taskName: '审核',
    procDefName: '请假',
    startUserName: 'starter',
    assigneeId: ids['ann'],
    finishTime: null,
    procDefVersion: 1,
  });
  expect(await records('bob', 'todoList')).toEqual([]);
  const { taskId = '', procInsId = '' } = todo ?? {};
  const form = (await call('ann', 'GET', `/task/flowTaskForm?taskId=${taskId}`)).data as unknown as { formJson: { fields: Record<string, never>[] } };
  expect(form).toMatchObject({ days: 5, reason: '回乡', formJson: { fields: [{ disabled: true, __config__: { defaultValue: 5 } }, {}] } });
  expect(JSON.stringify(form.formJson)).toContain('"defaultValue":"回乡"');
  expect((await call('ann', 'POST', '/task/nextFlowNode', { taskId })).data).toMatchObject({ type: 'candidateUsers', dataType: 'fixed' });
  expect(await call('ann', 'POST', '/task/complete', { taskId, comment: '同意', variables: { days: 1 } })).toMatchObject({ code: 200 });
  const [boss] = await records('bob', 'todoList');
  expect(boss).toMatchObject({ taskName: '审批', candidate: 'bob、cat', status: 'unclaimed' });
  expect((await call('bob', 'GET', `/task/processVariables/${boss?.taskId}`)).data).toMatchObject({ days: 5, reason: '回乡', approval: ids['ann'] });
  expect((await call('bob', 'POST', '/task/returnList', { taskId: boss?.taskId })).data).toEqual([
    { id: 'apply', name: '提交' },
    { id: 'check', name: '审核' },
  ]);
  expect(await call('bob', 'POST', '/task/claim', { taskId: boss?.taskId })).toMatchObject({ code: 200 });
  expect(await call('cat', 'POST', '/task/complete', { taskId: boss?.taskId, comment: 'x' })).toMatchObject({ code: 403 });
  expect(await call('bob', 'POST', '/task/delegate', { taskId: boss?.taskId, assignee: ids['cat'], comment: '请看' })).toMatchObject({ code: 200 });
  expect(await call('cat', 'POST', '/task/complete', { taskId: boss?.taskId, comment: '可以' })).toMatchObject({ code: 200 });
  expect(await call('bob', 'POST', '/task/complete', { taskId: boss?.taskId, comment: '批准' })).toMatchObject({ code: 200 });
  expect(await records('starter', 'myProcess')).toMatchObject([{ procInsId, processStatus: 'completed', finishTime: expect.stringContaining('-') }]);
  expect((await records('bob', 'finishedList')).map((one) => one['taskName'])).toEqual(['审批']);
  const record = (await call('starter', 'GET', `/task/flowRecord?procInsId=${procInsId}&deployId=${deployId}`)).data as unknown as {
    flowList: Row[];
    formData: object;
  };
  expect(record.flowList.map((one) => [one['taskName'], one['assigneeName'], one['comment']])).toEqual([
    ['审批', 'bob', { type: '1', comment: '批准' }],
    ['审核', 'ann', { type: '1', comment: '同意' }],
    ['提交', 'starter', { type: '1', comment: 'starter发起流程申请' }],
  ]);
  expect(record.flowList[0]?.['comments']).toMatchObject([
    { userName: 'bob', comment: '请看' },
    { userName: 'cat', comment: '可以', type: '委派意见' },
    {},
  ]);
  const nodes = (await call('ann', 'GET', `/task/flowXmlAndNode?procInsId=${procInsId}`)).data as unknown as {
    nodeData: { key: string; completed: boolean }[];
  };
  expect(nodes.nodeData).toContainEqual({ key: 'flow_x_boss', completed: true });
  expect(nodes.nodeData.find((one) => one.key === 'flow_x_e')).toBeUndefined();
});

test('an instance and its task answer 404 or 403 to users who have nothing to do with them', async () => {
  const [own] = await records('starter', 'myProcess');
  const { procInsId = '' } = own ?? {};
  const [done] = await records('ann', 'finishedList');
  await t.addUser({ userName: 'other', permissions: TASKS });
  bearers['other'] = await t.as('other');
  for (const url of [
    `/task/flowRecord?procInsId=${procInsId}`,
    `/task/flowXmlAndNode?procInsId=${procInsId}`,
    `/task/flowTaskForm?taskId=${done?.taskId}`,
    `/task/processVariables/${done?.taskId}`,
  ])
    expect([url, await call('other', 'GET', url)]).toEqual([url, { code: 404, msg: '流程实例不存在或与您无关，请刷新后重试' }]);
  expect(await call('other', 'POST', '/task/complete', { taskId: done?.taskId, comment: '' })).toMatchObject({ code: 403 });
  expect(await call('other', 'DELETE', `/instance/delete/${procInsId}`)).toMatchObject({ code: 403, msg: '只有发起人可以删除自己的流程' });
});

test('#47.2 SM46 SM47 a suspended definition cannot be started and its instances wait; versions are deleted only without instances', async () => {
  const { deployId, procDefId } = (await call('manager', 'POST', '/definition/save', { name: '请假', category: '', xml: family() }))
    .data as unknown as { deployId: string; procDefId: string };
  expect(procDefId).toBe(`leave:2:${deployId}`);
  await call('starter', 'POST', `/definition/start/${procDefId}`, { days: 1, approval: ids['ann'] });
  expect(await call('manager', 'PUT', `/definition/updateState?deployId=${deployId}&state=2`)).toMatchObject({ code: 200, msg: '挂起成功' });
  expect(await call('starter', 'POST', `/definition/start/${procDefId}`, {})).toMatchObject({ code: 500, msg: '流程已被挂起,请先激活流程' });
  expect(await records('ann', 'todoList')).toEqual([]);
  expect(await call('manager', 'PUT', `/definition/updateState?deployId=${deployId}&state=1`)).toMatchObject({ msg: '激活成功' });
  expect(await records('ann', 'todoList')).toHaveLength(1);
  // A repeated event changes nothing and is not logged again.
  expect(await call('manager', 'PUT', `/definition/updateState?deployId=${deployId}&state=1`)).toMatchObject({ msg: '激活成功' });
  const log = (entityType: string, entityId: number) =>
    t.context.db
      .selectFrom('flowLog')
      .select(['event', 'fromStatus', 'toStatus', 'operatorId'])
      .where('entityType', '=', entityType)
      .where('entityId', '=', entityId)
      .orderBy('id')
      .execute();
  const operatorId = ids['manager'] ?? 0;
  expect(await log('flowDefinition', Number(deployId))).toEqual([
    { event: 'suspend', fromStatus: '1', toStatus: '2', operatorId },
    { event: 'activate', fromStatus: '2', toStatus: '1', operatorId },
  ]);
  const instance = await t.context.db.selectFrom('flowInstance').select('id').where('definitionId', '=', Number(deployId)).executeTakeFirstOrThrow();
  expect((await log('flowInstance', instance.id)).slice(1)).toEqual([
    { event: 'suspend', fromStatus: 'running', toStatus: 'suspended', operatorId },
    { event: 'activate', fromStatus: 'suspended', toStatus: 'running', operatorId },
  ]);
  expect(await call('manager', 'DELETE', `/definition/${deployId}`)).toMatchObject({
    code: 500,
    msg: '流程「请假」第2版有1个流程实例，不能删除，可以挂起它',
  });
  const third = (await call('manager', 'POST', '/definition/save', { name: '请假', category: '', xml: family() })).data as unknown as {
    deployId: string;
  };
  expect(await call('manager', 'DELETE', `/definition/${third.deployId}`)).toMatchObject({ code: 200 });
});

test('a draft is kept beside the deployed versions, the picture is SVG, a bad file is refused with one sentence', async () => {
  const broken = family().replace('id="check"', 'id="2check"');
  expect(await call('manager', 'POST', '/definition/save', { name: 'x', xml: broken })).toMatchObject({
    code: 400,
    msg: '编号「2check」不合规，不能运行，请改为以字母开头',
  });
  expect(await call('manager', 'PUT', '/definition/draft', { name: '请假草稿', xml: broken })).toMatchObject({ data: { flowKey: 'leave' } });
  expect(await call('manager', 'GET', '/definition/draft?flowKey=leave')).toMatchObject({ data: { name: '请假草稿', xml: broken } });
  expect((await call('manager', 'POST', '/definition/lint', { xml: broken })).data).toContainEqual({
    level: 'error',
    node: '2check',
    message: expect.any(String),
  });
  const [row] = ((await call('manager', 'GET', '/definition/list?pageNum=1&pageSize=10')).data as unknown as { records: { deploymentId: string }[] })
    .records;
  const picture = await t.app.inject({ url: `/prod-api/flowable/definition/readImage/${row?.deploymentId}`, headers: bearers['manager'] ?? {} });
  expect([picture.headers['content-type'], picture.body.includes('审核')]).toEqual(['image/svg+xml; charset=utf-8', true]);
  expect(await call('starter', 'POST', '/definition/save', { name: 'x', xml: family() })).toMatchObject({ code: 403 });
});

test('people pickers answer the keys of compatible clients and hide personal fields', async () => {
  await t.context.db.updateTable('user').set({ phonenumber: '13912345678' }).where('userName', '=', 'bob').execute();
  const users = (await call('manager', 'GET', '/definition/userList')).data as unknown as Record<string, unknown>[];
  expect(users.find((one) => one['userName'] === 'bob')).toMatchObject({ userId: ids['bob'], phonenumber: '139****5678', roles: [] });
  expect((await call('manager', 'GET', '/definition/roleList')).data).toContainEqual(expect.objectContaining({ roleKey: 'of-bob' }));
  expect((await call('ann', 'GET', '/task/people?name=bo')).data).toEqual([{ userId: ids['bob'], nickName: 'bob', deptName: '' }]);
});

const ROW_KEYS =
  'taskId executionId taskName taskDefKey assigneeId assigneeName assigneeDeptName deptName startDeptName startUserId startUserName category deployId procDefId procDefKey procDefName procDefVersion procInsId hisProcInsId duration comment candidate variables createTime finishTime';

test.each(['todoList', 'finishedList', 'myProcess'])('every row of %s has the keys that compatible clients read', async (list) => {
  const [row] = await records(list === 'myProcess' ? 'starter' : 'ann', list);
  expect(ROW_KEYS.split(' ').filter((key) => row?.[key] === undefined)).toEqual([]);
});

test('an import deploys the file of another tool by its name; cancel and withdraw answer with the exact messages', async () => {
  const form = new FormData();
  form.append('file', new Blob([family().replaceAll('"leave"', '"imported"')]), '请假.bpmn20.xml');
  const body = new Request('http://x/', { method: 'POST', body: form });
  const headers = { ...bearers['manager'], 'content-type': body.headers.get('content-type') ?? '' };
  const answer = await t.app.inject({
    method: 'POST',
    url: '/prod-api/flowable/definition/import?category=hr',
    headers,
    payload: Buffer.from(await body.arrayBuffer()),
  });
  expect(answer.json()).toMatchObject({ code: 200, msg: '导入成功' });
  const { procDefId } = answer.json<{ data: { procDefId: string } }>().data;
  expect(procDefId).toMatch(/^imported:1:\d+$/);
  await call('starter', 'POST', `/definition/start/${procDefId}`, { days: 1, approval: ids['ann'] });
  const [own] = await records('starter', 'myProcess');
  const instanceId = own?.procInsId;
  expect(await call('starter', 'POST', '/task/revokeProcess', { instanceId })).toMatchObject({ code: 200 });
  expect(await call('bob', 'POST', '/task/revokeProcess', { instanceId })).toMatchObject({ code: 500, msg: '该任务非当前用户提交，无法撤回' });
  expect(await call('starter', 'POST', '/task/stopProcess', { instanceId })).toMatchObject({ code: 200 });
  expect(await call('starter', 'POST', '/task/stopProcess', { instanceId })).toMatchObject({
    code: 500,
    msg: '流程未启动或已执行完成，取消申请失败',
  });
  expect(await call('starter', 'POST', '/task/revokeProcess', { instanceId })).toMatchObject({ code: 500, msg: '流程未启动或已执行完成，无法撤回' });
  expect(await call('starter', 'DELETE', `/instance/delete/${instanceId}`)).toMatchObject({ code: 200 });
  expect((await records('starter', 'myProcess')).some((one) => one.procInsId === instanceId)).toBe(false);
});
