import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, APPLY, byPerson, END, flowFixture, START, taskNode, type FlowFixture } from '../../tests/support/flow-fixture.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { registerFlowListener } from './flow-hook.service.ts';
import { startForSubject } from './flow-instance.service.ts';
import { migrateInstances, previewMigration } from './definition/flow-migration.service.ts';
import type { FlowStart } from '../state-machine/flow-subject.ts';
import { registerFlowSubject } from './flow-subject.service.ts';
import { runNextTimer } from './flow-timer.service.ts';

let t: TestContext;
let flow: FlowFixture;
const id: Record<string, number> = {};
const NAMES = ['starter', 'ann', 'bob', ...Array.from({ length: 20 }, (_, index) => `p${index}`)];
beforeAll(async () => {
  t = await testContext();
  flow = flowFixture(t);
  const made = await flow.addUsers(...NAMES);
  NAMES.forEach((name, index) => (id[name] = made[index] ?? 0));
});
afterAll(() => t.close());

const who = (...names: string[]) => byPerson(...names.map((name) => id[name] ?? 0));
const chain = (...nodes: string[]): string[] => nodes.slice(1).map((node, index) => `${nodes[index]} -> ${node}`);
const openTask = async (instance: number, node?: string): Promise<number> =>
  (await flow.open(instance)).find((one) => node === undefined || one.nodeKey === node)?.id ?? 0;

test('two users who complete one task at the same time: one succeeds, nothing is doubled', async () => {
  const { procDefId } = await flow.deploy({
    nodes: [START, APPLY, taskNode('check', { who: who('ann', 'bob') }), taskNode('next', { who: who('ann') }), END],
    flows: chain('s', 'apply', 'check', 'next', 'e'),
  });
  const instance = await flow.start('starter', procDefId);
  const task = await openTask(instance);
  const answers = await Promise.all(['ann', 'bob', 'ann', 'bob'].map((name) => answerOf(flow.complete(name, task))));
  expect(answers.filter(([code]) => code === 200)).toHaveLength(1);
  expect((await flow.open(instance)).map((one) => one.nodeKey)).toEqual(['next']);
  expect((await flow.history(instance)).filter((one) => one.nodeKey === 'check')).toHaveLength(1);
});

test('20 users who sign one node at the same time all count, once', async () => {
  const people = Array.from({ length: 20 }, (_, index) => `p${index}`);
  const { procDefId } = await flow.deploy({
    nodes: [START, APPLY, taskNode('sign', { who: who(...people), method: 'all' }), taskNode('next', { who: who('ann') }), END],
    flows: chain('s', 'apply', 'sign', 'next', 'e'),
  });
  const instance = await flow.start('starter', procDefId);
  const open = await flow.open(instance);
  const answers = await Promise.all(
    open.flatMap((task, index) => [flow.complete(`p${index}`, task.id), flow.complete(`p${index}`, task.id)].map(answerOf)),
  );
  expect(answers.filter(([code]) => code === 200)).toHaveLength(20);
  expect((await flow.history(instance)).filter((one) => one.nodeKey === 'sign' && one.status === 'completed')).toHaveLength(20);
  expect((await flow.open(instance)).map((one) => one.nodeKey)).toEqual(['next']);
});

const startFor = (businessKey: string, start: FlowStart): Promise<number> =>
  flow.step('starter', async (caller) => (await startForSubject(caller, businessKey, start)) ?? 0);

test('a step that throws half way leaves nothing: state, tasks, messages and opinions are as before', async () => {
  const remove = registerFlowSubject({
    entity: 'breaking',
    starts: async () => null,
    ended: async () => {
      throw new Error('the business object failed');
    },
  });
  const { procDefId } = await flow.deploy({
    key: 'breaking',
    nodes: [START, APPLY, taskNode('check', { who: who('ann') }), END],
    flows: chain('s', 'apply', 'check', 'e'),
  });
  const instance = await startFor('breaking:7', { flowKey: procDefId.split(':')[0] ?? '', title: '', variables: {} });
  const everything = async () => ({
    instance: await flow.instance(instance),
    tasks: await flow.history(instance),
    comments: await t.context.db.selectFrom('flowComment').selectAll().execute(),
    messages: await t.context.db.selectFrom('message').selectAll().execute(),
    log: await t.context.db.selectFrom('flowLog').selectAll().execute(),
  });
  const before = await everything();
  await expect(flow.complete('ann', await openTask(instance))).rejects.toThrow('the business object failed');
  expect(await everything()).toEqual(before);
  remove();
  await flow.complete('ann', await openTask(instance));
  expect(await flow.instance(instance)).toMatchObject({ status: 'completed' });
});

test('a business object hears the end of its flow in the same transaction', async () => {
  const heard: unknown[] = [];
  const remove = registerFlowSubject({ entity: 'topic', starts: async () => null, ended: async (_tx, ended) => void heard.push(ended) });
  await flow.deploy({ key: 'topic', nodes: [START, APPLY, taskNode('check', { who: who('ann') }), END], flows: chain('s', 'apply', 'check', 'e') });
  const instance = await startFor('topic:12', { flowKey: 'topic', title: '山河', variables: { title: '山河' } });
  expect(await startFor('topic:13', { flowKey: 'no_such_flow', title: '', variables: {} }), 'without a deployed version').toBe(0);
  await flow.complete('ann', await openTask(instance));
  expect(heard).toEqual([
    { instanceId: instance, entity: 'topic', entityId: 12, status: 'completed', variables: { title: '山河' }, endedBy: id['ann'] },
  ]);
  remove();
});

test('the stored state of an instance with a form is below 10 KB and has no definition in it', async () => {
  const people = Array.from({ length: 10 }, (_, index) => `p${index}`);
  const { procDefId } = await flow.deploy({
    nodes: [START, APPLY, taskNode('sign', { who: who(...people), method: 'all' }), END],
    flows: chain('s', 'apply', 'sign', 'e'),
  });
  const instance = await flow.start('starter', procDefId, { title: '选题', reason: '很长的理由'.repeat(100), days: 3, rows: [{ a: 1, b: '二' }] });
  const { state, variables, path } = await flow.instance(instance);
  expect(Buffer.byteLength(state + variables + path)).toBeLessThan(10 * 1024);
  expect(Buffer.byteLength(state)).toBeLessThan(500);
  expect(state).not.toContain('bpmn');
});

/** Makes the timers of an instance due. */
const due = (instance: number) =>
  t.context.db
    .updateTable('flowTimer')
    .set({ dueAt: Date.now() - 1 })
    .where('instanceId', '=', instance)
    .execute();

test.each([
  ['pass', 'next', '超时未办理，自动通过'],
  ['reject', 'apply', '超时未办理，自动驳回'],
  ['remind', 'check', '即将超时：check'],
] as const)('a time limit with the action %s is a due row and fires once', async (action, node, message) => {
  const { procDefId } = await flow.deploy({
    nodes: [START, APPLY, taskNode('check', { who: who('ann'), timeout: { hours: 1, action } }), taskNode('next', { who: who('bob') }), END],
    flows: chain('s', 'apply', 'check', 'next', 'e'),
  });
  const instance = await flow.start('starter', procDefId);
  expect(await runNextTimer(t.context)).toBe(false);
  await due(instance);
  expect(await runNextTimer(t.context)).toBe(true);
  expect(await runNextTimer(t.context)).toBe(false);
  expect((await flow.open(instance)).map((one) => one.nodeKey)).toEqual([node]);
  const texts = JSON.stringify([await flow.history(instance), await flow.messages('ann'), await flow.messages('starter')]);
  expect(texts).toContain(message);
});

test('a timer event and a boundary timer continue the instance; a suspended instance waits', async () => {
  const { procDefId } = await flow.deploy({
    nodes: [
      START,
      APPLY,
      [
        'wait',
        'intermediateCatchEvent',
        {},
        '<bpmn:timerEventDefinition id="w"><bpmn:timeDuration>P1D</bpmn:timeDuration></bpmn:timerEventDefinition>',
      ],
      taskNode('check', { who: who('ann') }),
      [
        'late',
        'boundaryEvent',
        { attachedToRef: 'check' },
        '<bpmn:timerEventDefinition id="l"><bpmn:timeDuration>PT2H</bpmn:timeDuration></bpmn:timerEventDefinition>',
      ],
      taskNode('other', { who: who('bob') }),
      END,
    ],
    flows: ['s -> apply', 'apply -> wait', 'wait -> check', 'check -> e', 'late -> other', 'other -> e'],
  });
  const instance = await flow.start('starter', procDefId);
  expect(await flow.open(instance)).toEqual([]);
  await due(instance);
  await t.context.db.updateTable('flowInstance').set({ status: 'suspended' }).where('id', '=', instance).execute();
  expect(await runNextTimer(t.context)).toBe(false);
  await t.context.db.updateTable('flowInstance').set({ status: 'running' }).where('id', '=', instance).execute();
  expect(await runNextTimer(t.context)).toBe(true);
  expect((await flow.open(instance)).map((one) => one.nodeKey)).toEqual(['check']);
  await due(instance);
  expect(await runNextTimer(t.context)).toBe(true);
  expect((await flow.open(instance)).map((one) => one.nodeKey)).toEqual(['other']);
  expect(await t.context.db.selectFrom('flowTimer').select('id').where('instanceId', '=', instance).execute()).toEqual([]);
});

test('a migration moves the instances that fit the new version, and names the others with the reason', async () => {
  const one = {
    nodes: [START, APPLY, taskNode('check', { who: who('ann') }), taskNode('old', { who: who('ann') }), END],
    flows: chain('s', 'apply', 'check', 'old', 'e'),
  };
  const two = {
    nodes: [START, APPLY, taskNode('check', { who: who('ann') }), taskNode('fresh', { who: who('bob') }), END],
    flows: chain('s', 'apply', 'check', 'fresh', 'e'),
  };
  const from = await flow.deploy({ key: 'moving', ...one });
  const first = await flow.start('starter', from.procDefId);
  const second = await flow.start('starter', from.procDefId);
  await flow.complete('ann', await openTask(second));
  const to = await flow.deploy({ key: 'moving', ...two });
  const asked = { fromDeployId: Number(from.deployId), toDeployId: Number(to.deployId) };
  const preview = await flow.step('ann', (caller) => previewMigration(caller, asked));
  expect(preview.instances.map((row) => [row.procInsId, row.ok, row.reason])).toEqual([
    [String(first), true, ''],
    [String(second), false, '新版本没有节点「old」，请指定对应的节点'],
  ]);
  expect(preview.nodes).toContainEqual({ from: 'old', name: 'old', to: null });
  const done = await flow.step('ann', (caller) => migrateInstances(caller, asked));
  expect([done.moved, done.rejected.map((row) => row.procInsId)]).toEqual([1, [String(second)]]);
  await flow.complete('ann', await openTask(first));
  expect((await flow.open(first)).map((row) => row.nodeKey)).toEqual(['fresh']);
  await flow.step('ann', (caller) => migrateInstances(caller, { ...asked, mapping: { old: 'fresh' } }));
  expect((await flow.open(second)).map((row) => [row.nodeKey, row.assignee])).toEqual([['fresh', id['ann']]]);
});

test('registered listeners hear the events of a file in their order', async () => {
  const heard: string[] = [];
  const remove = registerFlowListener(
    'demo.note',
    async ({ element, event, assignee }) => void heard.push(`${event} ${element} ${assignee ?? ''}`.trim()),
  );
  const all =
    ['create', 'assignment', 'complete'].map((event) => listen('task', event, 'demo.note')).join('') +
    ['start', 'end'].map((event) => listen('execution', event, 'demo.note')).join('');
  const { procDefId, problems } = await deployListening(all);
  expect(problems).toEqual([]);
  const instance = await flow.start('starter', procDefId);
  await flow.complete('ann', await openTask(instance));
  expect(heard).toEqual(['start check', `create check ${id['ann']}`, `assignment check ${id['ann']}`, `complete check ${id['ann']}`, 'end check']);
  remove();
});

const listen = (of: 'task' | 'execution', event: string, key: string): string =>
  `<flowable:${of}Listener event="${event}" delegateExpression="\${${key}}"/>`;
function deployListening(listeners: string) {
  const [node = '', tag = '', attributes = {}] = taskNode('check', { who: who('ann') }, '审核');
  const check = [node, tag, attributes, `<bpmn:extensionElements>${listeners}</bpmn:extensionElements>`] as const;
  return flow.deploy({ nodes: [START, APPLY, check, END], flows: chain('s', 'apply', 'check', 'e') });
}

test('#35.2 a deployment that names an unknown listener, or one that is switched off in the list, is refused in words', async () => {
  expect(await answerOf(deployListening(listen('task', 'create', 'unknown.one')))).toEqual([
    400,
    '监听「unknown.one」没有在程序里登记，不会执行，请删除它或换一个',
  ]);
  const row = {
    name: '告知发起人',
    type: '1',
    eventType: 'complete',
    valueType: 'delegateExpressionListener',
    value: '${tellStarter}',
    createTime: 1,
    updateTime: 1,
  } as const;
  const { procDefId } = await deployListening(listen('task', 'complete', 'tellStarter'));
  const told = async () => (await flow.messages('starter')).filter((one) => one.title === '进展：测试流程').map((one) => one.content);
  const before = (await told()).length;
  await flow.complete('ann', await openTask(await flow.start('starter', procDefId)));
  expect((await told()).slice(before)).toEqual(['「测试流程」的「审核」已办完']);
  await t.context.db
    .insertInto('flowListener')
    .values({ ...row, status: '1' })
    .execute();
  expect((await answerOf(deployListening(listen('task', 'complete', 'tellStarter'))))[1]).toBe(
    '监听「tellStarter」已在“流程监听”里停用，不会执行，请删除它或换一个',
  );
  await flow.complete('ann', await openTask(await flow.start('starter', procDefId)));
  expect((await told()).length, 'a listener that is switched off is not run by definitions deployed before').toBe(before + 1);
});
