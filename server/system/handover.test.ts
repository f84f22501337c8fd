import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, APPLY, byPerson, END, flowFixture, START, taskNode, type FlowFixture } from '../../tests/support/flow-fixture.ts';
import * as tasks from '../workflow/flow-task.service.ts';
import { pressStaff, type PressStaff } from '../../tests/support/press-staff.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

let t: TestContext;
let press: PressStaff;
let flow: FlowFixture;
let root: Bearer;
let procDefId = '';
const ids: Record<string, number> = {};

beforeAll(async () => {
  t = await testContext();
  press = await pressStaff(t);
  flow = flowFixture(t);
  const names = ['starter', 'leaver', 'heir'];
  for (const [at, id] of (await flow.addUsers(...names)).entries()) ids[names[at] ?? ''] = id;
  await t.addUser({ userName: 'boss', roles: ['admin'] });
  root = await t.as('boss');
  procDefId = (
    await flow.deploy({
      nodes: [START, APPLY, taskNode('check', { who: byPerson(ids['leaver'] ?? 0) }, '审核'), END],
      flows: ['s -> apply', 'apply -> check', 'check -> e'],
    })
  ).procDefId;
});
afterAll(() => t.close());

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => press.ask(root, method, `/system/user${path}`, body);
const stop = (userId: number | undefined, more: object = {}) => ask('PUT', '/changeStatus', { userId, status: '1', ...more });
const statusOf = async (userId: number | undefined) =>
  (
    await t.context.db
      .selectFrom('user')
      .select('status')
      .where('id', '=', userId ?? 0)
      .executeTakeFirstOrThrow()
  ).status;
const userIdOf = async (name: string) =>
  (await t.context.db.selectFrom('user').select('id').where('userName', '=', name).executeTakeFirstOrThrow()).id;
const start = async (): Promise<{ instance: number; task: number }> => {
  const instance = await flow.start('starter', procDefId);
  const [task] = await flow.open(instance);
  return { instance, task: task?.id ?? 0 };
};

test('#43.17 stopping, editing and deleting an account are refused with the list while it holds work', async () => {
  const { task } = await start();
  const held = await ask('GET', `/held/${ids['leaver']}`);
  expect(held.data).toEqual([{ key: 'flowTask', label: '流程任务', id: task, title: '测试流程', note: '审核' }]);
  const refused = await stop(ids['leaver']);
  expect([refused.code, refused.msg]).toEqual([10_611, '此人手上还有流程任务「测试流程」，请选择接手的人，或者明确留给各业务重新指派']);
  const gone = await ask('DELETE', `/${ids['leaver']}`);
  expect(gone.msg).toContain('leaver手上还有流程任务「测试流程」');
  const row = (await ask('GET', `/${ids['leaver']}`)).data as Record<string, unknown>;
  const edited = await ask('PUT', '', { ...row, status: '1', roleIds: null, postIds: null, password: null });
  expect(edited.msg).toContain('请先在用户列表里停用并交接，再停用');
  expect(await statusOf(ids['leaver'])).toBe('0');
});

test('#43.17 a successor gets the tasks of a stopped account with a record and a message; the account stops', async () => {
  const { task, instance } = await start();
  await t.context.db
    .updateTable('user')
    .set({ status: '0' })
    .where('id', '=', ids['leaver'] ?? 0)
    .execute();
  expect((await stop(ids['leaver'], { successorId: ids['leaver'] })).msg).toContain('接手的人不能是本人');
  expect((await stop(ids['leaver'], { successorId: ids['heir'], reason: '离职' })).code).toBe(200);
  expect(await statusOf(ids['leaver'])).toBe('1');
  expect((await flow.open(instance)).map((one) => [one.id, one.assignee])).toEqual([[task, ids['heir']]]);
  const notes = await t.context.db.selectFrom('flowComment').select('content').where('taskId', '=', task).execute();
  expect(notes.map(({ content }) => content)).toEqual(['leaver的任务交接给heir：离职']);
  expect((await flow.messages('heir')).map(({ title }) => title)).toContain('交接：审核');
  const logs = await t.context.db.selectFrom('flowLog').select('note').where('entityType', '=', 'user').where('event', '=', 'handOver').execute();
  expect(logs.at(-1)?.note).toContain('离职：交接');
  await flow.complete('heir', task);
  expect((await flow.instance(instance)).status).toBe('completed');
});

test('#43.17 tasks that are left go to those who handle tasks without a person', async () => {
  await t.context.db
    .updateTable('user')
    .set({ status: '0' })
    .where('id', '=', ids['leaver'] ?? 0)
    .execute();
  const { task, instance } = await start();
  expect((await stop(ids['leaver'], { leave: true })).code).toBe(200);
  expect((await flow.open(instance)).map((one) => [one.id, one.status, one.assignee])).toEqual([[task, 'unclaimed', null]]);
  const candidates = await t.context.db.selectFrom('flowCandidate').select('refId').where('taskId', '=', task).execute();
  expect(candidates.map(({ refId }) => refId)).toContain(await userIdOf('boss'));
});

test('#43.17 manuscripts, reviews and proofs are handed over by their own rules, or left; a refused successor is named with the reason', async () => {
  const { db } = t.context;
  const editing = await press.submitted('other', '派给走的人');
  const composing = await press.submitted('other', '排版中的书');
  await press.put(editing, { status: 'assigned', editorId: press.ids.editor, turn: 'editor', turnUserId: press.ids.editor });
  await press.put(composing, { status: 'composing', editorId: press.ids.editor });
  const review = await db
    .insertInto('review')
    .values({
      archiveId: editing,
      level: 'one',
      round: 1,
      auditorId: press.ids.editor,
      assignedBy: press.ids.manager,
      assignedAt: 1,
      dueAt: null,
      finishedAt: null,
      status: 'assigned',
      createTime: 1,
      updateTime: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const held = (await ask('GET', `/held/${press.ids.editor}`)).data as { label: string; title: string; note: string }[];
  expect(held.map(({ label, title, note }) => `${label} ${title} ${note}`).toSorted()).toEqual([
    '审读 派给走的人 初审',
    '责任编辑 排版中的书 排版中',
    '责任编辑 派给走的人 已派责编',
  ]);
  const refused = await stop(press.ids.editor, { successorId: press.ids.author2 });
  expect(refused.msg).toContain('有3项不能交给此人');
  expect(refused.msg).toContain('派给走的人：该编辑任务已满或资格已过期');
  expect(await statusOf(press.ids.editor)).toBe('0');
  expect((await stop(press.ids.editor, { successorId: press.ids.editor2, reason: '调离岗位' })).code).toBe(200);
  const rows = await db.selectFrom('manuscript').select(['id', 'editorId', 'status']).where('id', 'in', [editing, composing]).orderBy('id').execute();
  expect(rows.map(({ editorId, status }) => [editorId, status])).toEqual([
    [press.ids.editor2, 'assigned'],
    [press.ids.editor2, 'composing'],
  ]);
  expect((await db.selectFrom('review').select('auditorId').where('id', '=', review.id).executeTakeFirstOrThrow()).auditorId).toBe(press.ids.editor2);
  // Left: the review waits for an assignment again, the manuscript keeps its editor and the managers hear of it.
  expect((await stop(press.ids.editor2, { leave: true })).code).toBe(200);
  const left = await db.selectFrom('review').select(['auditorId', 'status']).where('id', '=', review.id).executeTakeFirstOrThrow();
  expect([left.auditorId, left.status]).toEqual([null, 'pending']);
  const told = await db.selectFrom('message').select('title').where('userId', '=', press.ids.manager).execute();
  expect(told.map(({ title }) => title).join()).toContain('请改派');
});

test('#43.17 转办 to one who already has a vote at the node is refused, and 收回委派 is in the record', async () => {
  await t.context.db
    .updateTable('user')
    .set({ status: '0' })
    .where('id', '=', ids['leaver'] ?? 0)
    .execute();
  const { procDefId: both } = await flow.deploy({
    key: 'both',
    nodes: [START, APPLY, taskNode('vote', { who: byPerson(ids['leaver'] ?? 0, ids['heir'] ?? 0), method: 'all' }, '会签'), END],
    flows: ['s -> apply', 'apply -> vote', 'vote -> e'],
  });
  const instance = await flow.start('starter', both);
  const [task] = (await flow.open(instance)).filter(({ assignee }) => assignee === ids['leaver']);
  const [code, msg] = await answerOf(flow.step('leaver', (caller) => tasks.assignTask(caller, task?.id ?? 0, ids['heir'] ?? 0, '')));
  expect([code, msg]).toEqual([500, 'heir已在本节点办理，一个人只能有一票，请选择其他人']);
  await flow.step('leaver', (caller) => tasks.delegateTask(caller, task?.id ?? 0, ids['starter'] ?? 0, ''));
  await flow.step('leaver', (caller) => tasks.withdrawDelegate(caller, task?.id ?? 0));
  const notes = await t.context.db
    .selectFrom('flowComment')
    .select('content')
    .where('taskId', '=', task?.id ?? 0)
    .orderBy('id')
    .execute();
  expect(notes.map(({ content }) => content)).toEqual(['委派', '收回委派']);
});
