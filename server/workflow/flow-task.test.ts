import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, APPLY, byPerson, END, flowFixture, START, taskNode, type FlowFixture } from '../../tests/support/flow-fixture.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { revokeInstance, setSuspended, stopInstance, urgeInstance } from './flow-instance.service.ts';
import { addSigners, copyTask, removeLaterSigner, removeSigner } from './flow-sign.service.ts';
import * as tasks from './flow-task.service.ts';

let t: TestContext;
let flow: FlowFixture;
let ids: Record<string, number> = {};
const NAMES = ['starter', 'ann', 'bob', 'cat', 'dan', 'eve'];
beforeAll(async () => {
  t = await testContext();
  flow = flowFixture(t);
  const made = await flow.addUsers(...NAMES);
  ids = Object.fromEntries(NAMES.map((name, index) => [name, made[index] ?? 0]));
});
afterAll(() => t.close());

const idOf = (name: string): number => ids[name] ?? 0;
const who = (...names: string[]) => byPerson(...names.map(idOf));
const line = (...nodes: string[]): string[] => nodes.slice(1).map((node, index) => `${nodes[index]} -> ${node}`);

/** start → apply → check → approve → end. */
async function simple(check: Parameters<typeof taskNode>[1], approve: Parameters<typeof taskNode>[1] = { who: who('dan') }) {
  return flow.deploy({
    nodes: [START, APPLY, taskNode('check', check, '审核'), taskNode('approve', approve, '审批'), END],
    flows: line('s', 'apply', 'check', 'approve', 'e'),
  });
}
const started = async (check: Parameters<typeof taskNode>[1], approve?: Parameters<typeof taskNode>[1]): Promise<number> =>
  flow.start('starter', (await simple(check, approve)).procDefId, { days: 3 });
const brief = async (id: number): Promise<[string, number | null, string][]> =>
  (await flow.open(id)).map((one) => [one.nodeKey, one.assignee, one.status]);
/** Runs a step on the open task of a user. The task is read before the transaction: SQLite has one connection. */
async function onTask(name: string, id: number, of: string, work: (caller: tasks.TaskCaller, taskId: number) => Promise<void>): Promise<void> {
  const taskId = await taskOf(id, of);
  await flow.step(name, (caller) => work(caller, taskId));
}
const taskOf = async (id: number, name?: string): Promise<number> => {
  const open = await flow.open(id);
  const found = name === undefined ? open[0] : open.find((one) => one.assignee === idOf(name));
  return found?.id ?? 0;
};

test('S5.6 the starter’s own node is completed with the start, the next person gets a task and a message', async () => {
  const id = await started({ who: who('ann') });
  expect(await brief(id)).toEqual([['check', idOf('ann'), 'claimed']]);
  expect((await flow.history(id))[0]).toMatchObject({ nodeKey: 'apply', status: 'completed', commentType: 1, comment: 'starter发起流程申请' });
  expect((await flow.messages('ann')).at(-1)).toMatchObject({ type: 'task', title: '待办：审核' });
  await flow.complete('ann', await taskOf(id));
  expect(await brief(id)).toEqual([['approve', idOf('dan'), 'claimed']]);
  await flow.complete('dan', await taskOf(id));
  expect(await flow.instance(id)).toMatchObject({ status: 'completed', endTime: expect.any(Number) });
});

test('SM20 claim: a candidate claims, another is told, and only a candidate may', async () => {
  const id = await started({ who: who('ann', 'bob') });
  expect(await brief(id)).toEqual([['check', null, 'unclaimed']]);
  const task = await taskOf(id);
  const claim = (name: string) => flow.step(name, (caller) => tasks.claimTask(caller, task));
  expect(await answerOf(claim('cat'))).toEqual([403, '您不是该任务的候选人，不能签收']);
  await claim('ann');
  expect(await answerOf(claim('bob'))).toEqual([22002, '任务已被他人签收']);
  expect(await answerOf(flow.complete('bob', task))).toEqual([403, '该任务由其他人办理，您不能处理']);
  await flow.step('ann', (caller) => tasks.unclaimTask(caller, task));
  await flow.complete('bob', task);
  expect(await brief(id)).toEqual([['approve', idOf('dan'), 'claimed']]);
  expect(await answerOf(flow.complete('bob', task))).toEqual([22001, '流程任务当前状态为「已完成」，不能通过']);
});

test('SM20 delegate, resolve and withdrawDelegate: the task comes back to its owner; not to oneself', async () => {
  const id = await started({ who: who('ann') });
  const task = await taskOf(id);
  const delegate = (to: string) => flow.step('ann', (caller) => tasks.delegateTask(caller, task, idOf(to), '请看'));
  expect(await answerOf(delegate('ann'))).toEqual([22006, '不能委派或转办给本人']);
  await delegate('bob');
  expect(await brief(id)).toEqual([['check', idOf('bob'), 'delegated']]);
  await flow.complete('bob', task, {}, '可以');
  expect(await brief(id)).toEqual([['check', idOf('ann'), 'claimed']]);
  await delegate('cat');
  expect(await answerOf(flow.step('bob', (caller) => tasks.withdrawDelegate(caller, task)))).toEqual([403, '只有委派人可以收回委派']);
  await flow.step('ann', (caller) => tasks.withdrawDelegate(caller, task));
  expect(await brief(id)).toEqual([['check', idOf('ann'), 'claimed']]);
  await flow.step('ann', (caller) => tasks.assignTask(caller, task, idOf('eve'), ''));
  expect(await brief(id)).toEqual([['check', idOf('eve'), 'claimed']]);
  const types = await t.context.db.selectFrom('flowComment').select('type').where('taskId', '=', task).orderBy('id').execute();
  expect(types.map((one) => one.type)).toEqual([4, 4, 4, 4, 5]);
});

test('SM20 reject goes back to the starter, keeps all opinions, and the first node cannot reject', async () => {
  const id = await started({ who: who('ann') });
  await flow.reject('ann', await taskOf(id));
  expect(await brief(id)).toEqual([['apply', idOf('starter'), 'claimed']]);
  expect(await answerOf(flow.reject('starter', await taskOf(id)))).toEqual([22005, '首节点不能驳回']);
  await flow.complete('starter', await taskOf(id), { days: 1 });
  expect(await brief(id)).toEqual([['check', idOf('ann'), 'claimed']]);
  expect(JSON.parse((await flow.instance(id)).variables)).toMatchObject({ days: 1 });
  expect((await flow.history(id)).map((one) => [one.nodeKey, one.status])).toEqual([
    ['apply', 'completed'],
    ['check', 'rejected'],
    ['apply', 'completed'],
    ['check', 'claimed'],
  ]);
});

test('SM20 stop, suspend, activate, urge: by the starter, once a day, and not while suspended', async () => {
  const id = await started({ who: who('ann') });
  const by = (name: string, work: (caller: tasks.TaskCaller) => Promise<void>) => answerOf(flow.step(name, work));
  expect(await by('ann', (caller) => urgeInstance(caller, id))).toEqual([403, '只有发起人可以催办']);
  expect(await by('starter', (caller) => urgeInstance(caller, id))).toEqual([200, '']);
  expect(await by('starter', (caller) => urgeInstance(caller, id))).toEqual([22009, '每天只能催办一次，请明天再试']);
  expect((await flow.messages('ann')).at(-1)).toMatchObject({ title: '催办：审核' });
  await by('starter', (caller) => setSuspended(caller, id, 'suspended'));
  expect(await answerOf(flow.complete('ann', await taskOf(id)))).toEqual([22003, '流程已挂起']);
  expect(await by('starter', (caller) => stopInstance(caller, id))).toEqual([22003, '流程已挂起']);
  await by('starter', (caller) => setSuspended(caller, id, 'running'));
  expect(await by('ann', (caller) => stopInstance(caller, id))).toEqual([403, '只有发起人可以取消申请']);
  expect(await by('starter', (caller) => stopInstance(caller, id))).toEqual([200, '']);
  expect(await flow.instance(id)).toMatchObject({ status: 'terminated' });
  expect(await brief(id)).toEqual([]);
  expect(await by('starter', (caller) => stopInstance(caller, id))).toEqual([500, '流程未启动或已执行完成，取消申请失败']);
});

test('SM20 revoke takes the instance back while the next node has not acted', async () => {
  const id = await started({ who: who('ann') });
  const revoke = (name: string) => answerOf(flow.step(name, (caller) => revokeInstance(caller, id)));
  expect(await revoke('bob')).toEqual([500, '该任务非当前用户提交，无法撤回']);
  expect(await revoke('starter')).toEqual([200, '']);
  expect(await brief(id)).toEqual([['apply', idOf('starter'), 'claimed']]);
  await flow.complete('starter', await taskOf(id));
  await flow.complete('ann', await taskOf(id));
  expect(await revoke('starter')).toEqual([22007, '下一节点已处理，不能撤回']);
  expect(await revoke('ann')).toEqual([200, '']);
  expect(await brief(id)).toEqual([['check', idOf('ann'), 'claimed']]);
  expect((await flow.messages('dan')).at(-1)).toMatchObject({ title: '任务已取消：审批' });
});

test('SM20 addSign before and after, removeSign: the node waits for the signers', async () => {
  const id = await started({ who: who('ann') });
  const task = await taskOf(id);
  const sign = (place: 'before' | 'after', ...names: string[]) =>
    answerOf(flow.step('ann', (caller) => addSigners(caller, task, place, names.map(idOf), '')));
  expect(await sign('before', 'ann')).toEqual([22006, '不能加签给本人']);
  expect(await sign('before', 'bob', 'cat')).toEqual([200, '']);
  expect(await sign('after', 'bob')).toEqual([500, 'bob已在办理本节点，不用再加签']);
  expect(await sign('after', 'eve')).toEqual([200, '']);
  expect(await sign('after', 'dan')).toEqual([200, '']);
  await flow.step('ann', (caller) => tasks.delegateTask(caller, task, idOf('starter'), ''));
  const byDelegate = flow.step('starter', (caller) => removeLaterSigner(caller, task, idOf('dan'), ''));
  expect(await answerOf(byDelegate)).toEqual([403, '任务已委派，只有原办理人可以减签']);
  await flow.step('ann', (caller) => tasks.withdrawDelegate(caller, task));
  await flow.step('ann', (caller) => removeLaterSigner(caller, task, idOf('dan'), ''));
  expect(await answerOf(flow.step('ann', (caller) => removeLaterSigner(caller, task, idOf('dan'), '')))).toEqual([
    500,
    '此人不在后加签的名单里，请刷新后重试',
  ]);
  expect(await answerOf(flow.complete('ann', task))).toEqual([500, '前加签的人还没有办理，请等他们办完再通过']);
  await flow.complete('bob', await taskOf(id, 'bob'));
  expect(await answerOf(onTask('bob', id, 'cat', (caller, one) => removeSigner(caller, one, '')))).toEqual([403, '只有加签的人可以减签']);
  await onTask('ann', id, 'cat', (caller, one) => removeSigner(caller, one, ''));
  await flow.complete('ann', task);
  expect(await brief(id)).toEqual([['check', idOf('eve'), 'claimed']]);
  await flow.complete('eve', await taskOf(id, 'eve'));
  expect(await brief(id)).toEqual([['approve', idOf('dan'), 'claimed']]);
});

test('a signer who rejects sends the whole node back to the starter', async () => {
  const id = await started({ who: who('ann', 'bob'), method: 'all' });
  await onTask('ann', id, 'ann', (caller, one) => addSigners(caller, one, 'before', [idOf('cat')], ''));
  await flow.reject('cat', await taskOf(id, 'cat'));
  expect(await brief(id)).toEqual([['apply', idOf('starter'), 'claimed']]);
  expect((await flow.messages('bob')).at(-1)).toMatchObject({ title: '任务已取消：审核', content: expect.stringContaining('已被cat驳回') });
});

test('a copy stays in the list of its recipient after a reject', async () => {
  const id = await started({ who: who('ann'), copyTo: who('eve') });
  await onTask('ann', id, 'ann', (caller, one) => copyTask(caller, one, [idOf('bob'), idOf('eve')], '请知悉'));
  await flow.reject('ann', await taskOf(id));
  const copies = await t.context.db.selectFrom('flowCopy').select('userId').where('instanceId', '=', id).orderBy('userId').execute();
  expect(copies.map((one) => one.userId)).toEqual([idOf('bob'), idOf('eve')]);
});

test.each([
  ['any', ['ann'], ['ann', 'bob', 'cat']],
  ['all', ['ann', 'bob', 'cat'], ['ann', 'bob', 'cat']],
  ['ratio', ['ann', 'cat'], ['ann', 'bob', 'cat']],
  ['sequence', ['ann', 'bob', 'cat'], ['ann']],
] as const)('method %s ends after the right people have agreed', async (method, agreeing, first) => {
  const id = await started({ who: who('ann', 'bob', 'cat'), method, ratio: 6_000 });
  expect((await flow.open(id)).map((one) => one.assignee)).toEqual(first.map(idOf));
  for (const name of agreeing) {
    expect((await flow.open(id))[0]?.nodeKey).toBe('check');
    await flow.complete(name, await taskOf(id, name));
  }
  expect(await brief(id)).toEqual([['approve', idOf('dan'), 'claimed']]);
  const cancelled = (await flow.history(id)).filter((one) => one.status === 'terminated');
  expect(cancelled.length).toBe(method === 'any' ? 2 : method === 'ratio' ? 1 : 0);
});

test('empty, self and repeat handlers; skipping never applies where people must differ', async () => {
  await t.context.db
    .insertInto('userRole')
    .values({ userId: idOf('eve'), roleId: await roleId('system_admin') })
    .execute();
  const empty = await started({ who: { kind: 'role', ids: [9_999] } });
  expect(await brief(empty)).toEqual([['check', idOf('eve'), 'claimed']]);
  const person = await started({ who: { kind: 'role', ids: [9_999] }, emptyHandler: 'person', emptyPerson: idOf('cat') });
  expect(await brief(person)).toEqual([['check', idOf('cat'), 'claimed']]);
  const rejecting = await started({ who: { kind: 'role', ids: [9_999] }, emptyHandler: 'reject' });
  expect(await brief(rejecting)).toEqual([['apply', idOf('starter'), 'claimed']]);
  const skipped = await started({ who: { kind: 'starter' }, selfHandler: 'skip' });
  expect(await brief(skipped)).toEqual([['approve', idOf('dan'), 'claimed']]);
  const repeated = await started({ who: who('dan') }, { who: who('dan'), repeatHandler: 'consecutive' });
  await flow.complete('dan', await taskOf(repeated));
  expect(await flow.instance(repeated)).toMatchObject({ status: 'completed' });
  const differing = await started({ who: who('dan') }, { who: who('dan', 'bob'), repeatHandler: 'all', mustDiffer: ['check'] });
  await flow.complete('dan', await taskOf(differing));
  expect(await brief(differing)).toEqual([['approve', idOf('bob'), 'claimed']]);
  expect(await answerOf(onTask('bob', differing, 'bob', (caller, one) => tasks.assignTask(caller, one, idOf('dan'), '')))).toEqual([
    22010,
    '该节点须由其他人办理，此人已办理过前面的节点',
  ]);
});

async function roleId(roleKey: string): Promise<number> {
  const now = Date.now();
  const row = { roleKey, roleName: roleKey, roleSort: 1, createTime: now, updateTime: now };
  return (await t.context.db.insertInto('role').values(row).returning('id').executeTakeFirstOrThrow()).id;
}
