import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, APPLY, byPerson, END, flowFixture, START, taskNode, type FlowFixture } from '../../tests/support/flow-fixture.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import type { WorkSettingsInput } from '../../contract/workflow/node-settings.ts';
import { bpmnOf, type FlowSketch } from './engine/bpmn-sketch.ts';
import { problemsOf } from './definition/flow-definition.service.ts';
import { stopInstance } from './flow-instance.service.ts';
import { retryWork } from './flow-rescue.service.ts';
import { runNextTimer } from './flow-timer.service.ts';

let t: TestContext;
let flow: FlowFixture;
let server: Server;
let address = '';
let fails = false;
const received: unknown[] = [];
const ids: Record<string, number> = {};

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  return text === '' ? null : JSON.parse(text);
};

beforeAll(async () => {
  t = await testContext();
  flow = flowFixture(t);
  const names = ['starter', 'ann', 'root'];
  for (const [at, id] of (await flow.addUsers(...names)).entries()) ids[names[at] ?? ''] = id;
  await t.addUser({ userName: 'boss', roles: ['admin'] });
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      received.push(body);
      response.writeHead(fails ? 500 : 200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: 1 }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await t.context.db
    .insertInto('config')
    .values({ configName: 'hosts', configKey: 'flow.call.hosts', configValue: `${address}=127.0.0.1`, configType: 'N', createTime: 1, updateTime: 1 })
    .execute();
});
afterAll(async () => {
  await new Promise((done) => server.close(done));
  await t.close();
});

const work = (id: string, settings: WorkSettingsInput, tag = 'serviceTask', name = id): FlowSketch['nodes'][number] => [
  id,
  tag,
  { name, 'shuzhou:settings': JSON.stringify(settings) },
];
const line = (node: FlowSketch['nodes'][number], key = 'test') =>
  flow.deploy({
    key,
    nodes: [START, APPLY, node, taskNode('a', { who: byPerson(ids['ann'] ?? 0) }), END],
    flows: ['s -> apply', `apply -> ${node[0]}`, `${node[0]} -> a`, 'a -> e'],
  });
const variables = async (id: number) => JSON.parse((await flow.instance(id)).variables) as Record<string, unknown>;
const nodes = async (id: number) => (await flow.open(id)).map(({ nodeKey }) => nodeKey);

test('#43.16 a service task sends a message to people, with values of the form', async () => {
  const { procDefId } = await line(
    work('tell', { do: 'notify', to: byPerson(ids['root'] ?? 0), title: '已申请${days}天', content: '事由：${reason}${nothing}' }, 'sendTask'),
  );
  const id = await flow.start('starter', procDefId, { days: 3, reason: '出差' });
  const told = (await flow.messages('root')).at(-1);
  expect([told?.title, told?.content]).toEqual(['已申请3天', '事由：出差']);
  expect(await nodes(id)).toEqual(['a']);
});

test('#43.16 a service task writes a field', async () => {
  const { procDefId } = await line(work('put', { do: 'set', field: 'summary', value: '${days}天：${reason}' }));
  const id = await flow.start('starter', procDefId, { days: 2, reason: '培训' });
  expect((await variables(id))['summary']).toBe('2天：培训');
  expect(await nodes(id)).toEqual(['a']);
});

test('#43.16 a service task calls a listed address outside the transaction; a failure is shown, retried and can be started again', async () => {
  const { procDefId } = await line(work('hook', { do: 'call', url: `${address}/hook`, send: ['days'], into: 'answer' }));
  fails = true;
  const id = await flow.start('starter', procDefId, { days: 5, secret: 'x' });
  expect(await nodes(id)).toEqual([]);
  const timer = () => t.context.db.selectFrom('flowTimer').selectAll().where('instanceId', '=', id).executeTakeFirstOrThrow();
  for (let attempt = 1; attempt <= 4; attempt++) {
    await t.context.db.updateTable('flowTimer').set({ dueAt: 1 }).where('instanceId', '=', id).execute();
    expect(await runNextTimer(t.context)).toBe(true);
    expect((await timer()).attempts).toBe(attempt);
  }
  expect((await timer()).failure).toContain('500');
  expect((await timer()).dueAt).toBeGreaterThan(Date.now() + 1e12);
  const told = await t.context.db.selectFrom('message').select('title').where('title', '=', '流程的服务任务没有成功').execute();
  expect(told.length).toBe(1);
  fails = false;
  const token = (await flow.state(id)).tokens[0]?.id ?? 0;
  await flow.step('root', (caller) => retryWork(caller, id, token));
  expect((await answerOf(flow.step('root', (caller) => retryWork(caller, id, token))))[1]).toContain('没有失败的服务任务');
  expect(await runNextTimer(t.context)).toBe(true);
  expect(received.at(-1)).toEqual({ procInsId: String(id), title: '', variables: { days: 5 } });
  expect((await variables(id))['answer']).toBe('{"ok":1}');
  expect(await nodes(id)).toEqual(['a']);
});

test('#43.16 an address that is not on the list is never called', async () => {
  const { procDefId } = await line(work('hook', { do: 'call', url: 'http://169.254.169.254/latest', method: 'get' }));
  const id = await flow.start('starter', procDefId);
  await runNextTimer(t.context);
  const timer = await t.context.db.selectFrom('flowTimer').selectAll().where('instanceId', '=', id).executeTakeFirstOrThrow();
  expect(timer.failure).toBe('接口地址不在允许的范围内');
  await t.context.db.deleteFrom('flowTimer').where('instanceId', '=', id).execute();
});

test('#43.16 a call activity starts another process, waits for its end and maps the fields both ways', async () => {
  await flow.deploy({
    key: 'inner',
    nodes: [START, APPLY, taskNode('sign', { who: byPerson(ids['ann'] ?? 0), fieldRights: {} }), END],
    flows: ['s -> apply', 'apply -> sign', 'sign -> e'],
  });
  const { procDefId } = await line(
    work('sub', { do: 'start', flowKey: 'inner', input: { days: 'amount' }, output: { verdict: 'result' } }, 'callActivity'),
    'outer',
  );
  const outer = await flow.start('starter', procDefId, { days: 7 });
  expect(await nodes(outer)).toEqual([]);
  expect(await runNextTimer(t.context)).toBe(true);
  const inner = await t.context.db.selectFrom('flowInstance').selectAll().where('parentId', '=', outer).executeTakeFirstOrThrow();
  expect([JSON.parse(inner.variables), inner.startUserId]).toEqual([{ amount: 7 }, ids['starter']]);
  const [sign] = await flow.open(inner.id);
  await flow.complete('ann', sign?.id ?? 0, { verdict: 'yes' });
  expect(await nodes(outer)).toEqual([]);
  expect(await runNextTimer(t.context)).toBe(true);
  expect(await variables(outer)).toMatchObject({ days: 7, result: 'yes', sub_result: 'completed' });
  expect(await nodes(outer)).toEqual(['a']);
});

test('#43.16 processes that call each other stop with a message instead of running for ever', async () => {
  await line(work('x', { do: 'set', field: 'a', value: '1' }), 'ping');
  await line(work('x', { do: 'start', flowKey: 'ping' }, 'callActivity'), 'pong');
  const { procDefId } = await line(work('x', { do: 'start', flowKey: 'pong' }, 'callActivity'), 'ping');
  const id = await flow.start('starter', procDefId);
  for (let turn = 0; turn < 4; turn++) await runNextTimer(t.context);
  const all = await t.context.db.selectFrom('flowInstance').select('id').where('parentId', 'is not', null).where('id', '>', id).execute();
  expect(all.length).toBe(1);
  const timer = await t.context.db
    .selectFrom('flowTimer')
    .select('failure')
    .where('instanceId', '=', all[0]?.id ?? 0)
    .executeTakeFirstOrThrow();
  expect(timer.failure).toContain('不能直接或间接调用自己');
});

test('#43.16 ending a process ends those that it called', async () => {
  await flow.deploy({
    key: 'slow',
    nodes: [START, APPLY, taskNode('wait', { who: byPerson(ids['ann'] ?? 0) }), END],
    flows: ['s -> apply', 'apply -> wait', 'wait -> e'],
  });
  await t.context.db.deleteFrom('flowTimer').execute();
  const { procDefId } = await line(work('sub', { do: 'start', flowKey: 'slow' }, 'callActivity'), 'caller');
  const id = await flow.start('starter', procDefId);
  await runNextTimer(t.context);
  await flow.step('starter', (caller) => stopInstance(caller, id));
  const inner = await t.context.db.selectFrom('flowInstance').select('status').where('parentId', '=', id).executeTakeFirstOrThrow();
  expect(inner.status).toBe('terminated');
});

test.each([
  ['a service task without settings', ['z', 'serviceTask', { name: '归档' }] as const, '服务任务「归档」没有设置要做的事'],
  ['a message without people', work('z', { do: 'notify', title: 'x' } as never), '服务任务「z」的设置不完整'],
  ['a call of itself', work('z', { do: 'start', flowKey: 'test' }, 'callActivity'), '就是本流程，会一直循环'],
  ['a call of a process that is not deployed', work('z', { do: 'start', flowKey: 'nobody' }, 'callActivity'), '「nobody」还没有发布'],
  ['a business rule task', ['z', 'businessRuleTask', { name: '规则' }] as const, '节点「规则」是业务规则任务，暂不支持'],
])('#43.16 %s is refused at the check', async (_what, node, message) => {
  const xml = bpmnOf({
    key: 'test',
    name: '测试',
    nodes: [START, APPLY, node as FlowSketch['nodes'][number], END],
    flows: ['s -> apply', 'apply -> z', 'z -> e'],
  });
  expect(
    (await problemsOf(t.context, xml))
      .filter(({ level }) => level === 'error')
      .map((one) => one.message)
      .join(),
  ).toContain(message);
});
