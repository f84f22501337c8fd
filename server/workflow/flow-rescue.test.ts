import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, APPLY, byPerson, END, flowFixture, START, taskNode, type FlowFixture } from '../../tests/support/flow-fixture.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { previewMigration } from './definition/flow-migration.service.ts';
import { todoItems } from './flow-instance.queries.ts';
import { claimTask, unclaimTask } from './flow-task.service.ts';

let t: TestContext;
let flow: FlowFixture;
const ids: Record<string, number> = {};
const bearers: Record<string, Bearer> = {};
const TASKS = ['flowable:task:todo', 'flowable:task:process', 'flowable:task:finished'];

beforeAll(async () => {
  t = await testContext();
  flow = flowFixture(t);
  const names = ['starter', 'ann', 'bob', 'cat'];
  for (const [at, id] of (await flow.addUsers(...names)).entries()) ids[names[at] ?? ''] = id;
  for (const [userName, permissions] of [
    ['manager', ['flowable:instance:list', 'flowable:instance:edit', 'flowable:definition:edit', ...TASKS]],
    ['clerk', TASKS],
  ] as const) {
    ids[userName] = await t.addUser({ userName, permissions });
    bearers[userName] = await t.as(userName);
  }
});
afterAll(() => t.close());

interface Answer<T> {
  readonly code: number;
  readonly msg: string;
  readonly data: T;
}
const call = async <T>(who: string, method: 'GET' | 'POST', path: string, payload?: object): Promise<Answer<T>> =>
  (await t.app.inject({ method, url: `/prod-api/flowable/instance${path}`, headers: bearers[who] ?? {}, ...(payload ? { payload } : {}) })).json<
    Answer<T>
  >();

const deploy = () =>
  flow.deploy({
    nodes: [START, APPLY, taskNode('a', { who: byPerson(ids['ann'] ?? 0) }, '初审'), taskNode('b', { who: byPerson(ids['bob'] ?? 0) }, '复核'), END],
    flows: ['s -> apply', 'apply -> a', 'a -> b', 'b -> e'],
  });
const stop = (userName: string, status: '0' | '1') =>
  t.context.db
    .updateTable('user')
    .set({ status })
    .where('id', '=', ids[userName] ?? 0)
    .execute();

interface Row {
  readonly procInsId: string;
  readonly places: {
    readonly token: number;
    readonly nodeName: string;
    readonly tasks: { readonly taskId: string; readonly holder: string; readonly gone: boolean }[];
  }[];
}

test('#43.17 an administrator finds the tasks of people who left, hands over, jumps and ends, each with a reason and a record', async () => {
  const { procDefId } = await deploy();
  const instance = await flow.start('starter', procDefId);
  await stop('ann', '1');
  expect((await call('clerk', 'GET', '/list')).code).toBe(403);
  const list = await call<{ records: Row[]; total: number }>('manager', 'GET', '/list?gone=1');
  expect(
    list.data.records.map(({ procInsId, places }) => [
      procInsId,
      places.map((one) => [one.nodeName, one.tasks.map(({ holder, gone }) => [holder, gone])]),
    ]),
  ).toEqual([[String(instance), [['初审', [['ann', true]]]]]]);
  expect((await call<{ total: number }>('manager', 'GET', '/list?holder=bob')).data.total).toBe(0);
  expect((await call<{ total: number }>('manager', 'GET', '/list?starter=starter&name=%E6%B5%8B%E8%AF%95')).data.total).toBe(1);
  const [place] = list.data.records[0]?.places ?? [];
  const taskId = Number(place?.tasks[0]?.taskId);
  expect((await call('manager', 'POST', '/handOver', { taskId, userId: ids['cat'], reason: '' })).msg).toContain('请填写原因');
  expect((await call('manager', 'POST', '/handOver', { taskId, userId: ids['ann'], reason: '离职' })).msg).toContain('不存在或已停用');
  expect((await call('clerk', 'POST', '/handOver', { taskId, userId: ids['cat'], reason: '离职' })).code).toBe(403);
  expect(await call('manager', 'POST', '/handOver', { taskId, userId: ids['cat'], reason: '离职' })).toMatchObject({ code: 200 });
  expect((await flow.open(instance)).map(({ id, assignee }) => [id, assignee])).toEqual([[taskId, ids['cat']]]);

  const token = place?.token ?? 0;
  const targets = await call<{ id: string }[]>('manager', 'GET', `/targets?instanceId=${instance}&token=${token}`);
  expect(targets.data.map(({ id }) => id).toSorted()).toEqual(['apply', 'b']);
  expect((await call('manager', 'POST', '/jump', { instanceId: instance, token, targetKey: 'e', reason: '跳过' })).msg).toContain('不能跳到这个节点');
  expect(await call('manager', 'POST', '/jump', { instanceId: instance, token, targetKey: 'b', reason: '初审已线下完成' })).toMatchObject({
    code: 200,
  });
  expect((await flow.open(instance)).map(({ nodeKey, assignee }) => [nodeKey, assignee])).toEqual([['b', ids['bob']]]);

  expect(await call('manager', 'POST', '/end', { instanceId: instance, reason: '不再需要' })).toMatchObject({ code: 200 });
  expect((await flow.instance(instance)).status).toBe('terminated');
  expect((await call('manager', 'POST', '/end', { instanceId: instance, reason: '不再需要' })).msg).toContain('流程已结束');
  const logs = await t.context.db
    .selectFrom('flowLog')
    .select(['event', 'note'])
    .where('entityType', '=', 'flowInstance')
    .where('entityId', '=', instance)
    .orderBy('id')
    .execute();
  expect(logs.map(({ event }) => event)).toEqual(expect.arrayContaining(['handOver', 'jump', 'end']));
  expect(logs.find(({ event }) => event === 'end')?.note).toBe('不再需要');
  const notes = await t.context.db.selectFrom('flowComment').select('content').where('instanceId', '=', instance).orderBy('id').execute();
  expect(notes.map(({ content }) => content).join()).toContain('跳到「复核」：初审已线下完成');
  await stop('ann', '0');
});

test('#43.17 the tasks of an absent person appear for the substitute, who handles them; the record says for whom', async () => {
  const { procDefId } = await deploy();
  const instance = await flow.start('starter', procDefId);
  const [task] = await flow.open(instance);
  const titles = async (userName: string) =>
    (await (todoItems(t.context.db, ids[userName] ?? 0) as ReturnType<typeof todoItems>).execute()).map((one) => one.itemId);
  const before = await answerOf(flow.complete('cat', task?.id ?? 0));
  expect(before[1]).toContain('该任务由其他人办理');
  await t.context.db
    .insertInto('absence')
    .values({ userId: ids['ann'] ?? 0, deputyId: ids['cat'] ?? 0, startDate: '2000-01-01', endDate: '2999-12-31', createTime: 1, updateTime: 1 })
    .execute();
  expect(await titles('cat')).toContain(task?.id);
  expect(await titles('ann')).toContain(task?.id);
  await flow.complete('cat', task?.id ?? 0);
  const done = (await flow.history(instance)).find(({ id }) => id === task?.id);
  expect([done?.assignee, done?.actingFor, done?.status]).toEqual([ids['cat'], ids['ann'], 'completed']);
  const record = (await t.app.inject({ url: `/prod-api/flowable/task/flowRecord?procInsId=${instance}`, headers: bearers['manager'] ?? {} })).json<
    Answer<{ flowList: { taskDefKey: string; assigneeName: string }[] }>
  >();
  expect(record.data.flowList.find(({ taskDefKey }) => taskDefKey === 'a')?.assigneeName).toBe('cat（代ann）');
  await t.context.db.deleteFrom('absence').execute();
});

test('#43.17 a substitute who claims for an absent candidate is recorded with the absent person, a candidate in person is not', async () => {
  const { procDefId } = await flow.deploy({
    key: 'claimed',
    nodes: [START, APPLY, taskNode('pool', { who: byPerson(ids['ann'] ?? 0, ids['bob'] ?? 0) }, '签收'), END],
    flows: ['s -> apply', 'apply -> pool', 'pool -> e'],
  });
  const instance = await flow.start('starter', procDefId);
  const [task] = await flow.open(instance);
  await t.context.db
    .insertInto('absence')
    .values({ userId: ids['ann'] ?? 0, deputyId: ids['cat'] ?? 0, startDate: '2000-01-01', endDate: '2999-12-31', createTime: 1, updateTime: 1 })
    .execute();
  await flow.step('cat', (caller) => claimTask(caller, task?.id ?? 0));
  expect((await flow.history(instance)).find(({ id }) => id === task?.id)?.actingFor).toBe(ids['ann']);
  await flow.step('cat', (caller) => unclaimTask(caller, task?.id ?? 0));
  expect((await flow.history(instance)).find(({ id }) => id === task?.id)?.actingFor).toBeNull();
  await flow.step('bob', (caller) => claimTask(caller, task?.id ?? 0));
  expect((await flow.history(instance)).find(({ id }) => id === task?.id)?.actingFor).toBeNull();
  await t.context.db.deleteFrom('absence').execute();
});

test('#43.17 a start without the people that the starter must choose is refused in words', async () => {
  const { procDefId } = await flow.deploy({
    key: 'chosen',
    nodes: [START, APPLY, taskNode('pick', { who: { kind: 'chosenByStarter' } }, '会审'), END],
    flows: ['s -> apply', 'apply -> pick', 'pick -> e'],
  });
  expect(await answerOf(flow.start('starter', procDefId))).toEqual([400, '请先选择「会审」的办理人，再发起']);
  const instance = await flow.start('starter', procDefId, { choices: { pick: [ids['bob']] } });
  expect((await flow.open(instance)).map(({ assignee }) => assignee)).toEqual([ids['bob']]);
});

test('#43.17 values that are too large are refused with the name of the field, not left out', async () => {
  const { procDefId } = await deploy();
  expect(await answerOf(flow.start('starter', procDefId, { reason: '长'.repeat(20_001) }))).toEqual([
    400,
    '字段「reason」的内容超过20000个字，请缩短，或放到附件里',
  ]);
  expect((await answerOf(flow.start('starter', procDefId, { rows: Array.from({ length: 501 }, () => 1) })))[1]).toContain('超过500行');
  const many = Object.fromEntries(Array.from({ length: 501 }, (_one, at) => [`f${at}`, 1]));
  expect((await answerOf(flow.start('starter', procDefId, many)))[1]).toContain('一次最多提交500个字段');
});

test('#43.17 the preview of a migration says that open tasks stay with their people', async () => {
  const first = await deploy();
  const instance = await flow.start('starter', first.procDefId);
  const second = await flow.deploy({
    nodes: [START, APPLY, taskNode('a', { who: byPerson(ids['cat'] ?? 0) }, '初审'), taskNode('b', { who: byPerson(ids['bob'] ?? 0) }, '复核'), END],
    flows: ['s -> apply', 'apply -> a', 'a -> b', 'b -> e'],
  });
  const asked = { fromDeployId: Number(first.deployId), toDeployId: Number(second.deployId) };
  const preview = await flow.step('starter', (caller) => previewMigration(caller, asked));
  const row = preview.instances.find(({ procInsId }) => procInsId === String(instance));
  expect([row?.ok, row?.reason]).toEqual([true, '新版本的「初审」换了办理人，已经产生的任务仍由原来的人办理']);
});
