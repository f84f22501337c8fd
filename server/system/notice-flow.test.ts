import { afterAll, beforeAll, expect, test } from 'vitest';
import { byPerson, END, flowFixture, START, taskNode, type FlowFixture } from '../../tests/support/flow-fixture.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { addEffect } from '../state-machine/effects.ts';
import { stopInstance } from '../workflow/flow-instance.service.ts';

let t: TestContext;
let flow: FlowFixture;
const who: Record<string, Bearer> = {};
beforeAll(async () => {
  t = await testContext();
  flow = flowFixture(t);
  const edit = ['list', 'query', 'add', 'edit', 'remove'].map((action) => `system:notice:${action}`);
  await t.addUser({ userName: 'auditor', permissions: ['system:notice:list', 'cms:content:audit'] });
  const [, boss = 0] = await flow.addUsers('writer', 'boss');
  const role = { roleKey: 'writers', roleName: 'writers', roleSort: 1, createTime: 1, updateTime: 1 };
  const { id: roleId } = await t.context.db.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow();
  for (const perms of edit) {
    const menu = { menuName: perms, parentId: 0, orderNum: 1, menuType: 'F' as const, perms, createTime: 1, updateTime: 1 };
    const { id: menuId } = await t.context.db.insertInto('menu').values(menu).returning('id').executeTakeFirstOrThrow();
    await t.context.db.insertInto('roleMenu').values({ roleId, menuId }).execute();
  }
  await t.context.db
    .insertInto('userRole')
    .values({ userId: flow.person('writer').userId, roleId })
    .execute();
  const nodes = [START, taskNode('boss', { who: byPerson(boss) }, '总编辑审批'), END];
  await flow.deploy({ key: 'noticeApproval', name: '公告审批', nodes, flows: ['s -> boss', 'boss -> e'] });
  for (const name of ['writer', 'auditor']) who[name] = await t.as(name);
});
afterAll(() => t.close());

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: { readonly noticeId: number };
}
const ask = async (as: string, method: 'POST' | 'PUT', path: string, body: object): Promise<Answer> =>
  (await t.app.inject({ method, url: `/prod-api/system${path}`, headers: who[as] ?? {}, payload: body })).json();
const notice = (id: number) => t.context.db.selectFrom('notice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const instances = (id: number) =>
  t.context.db.selectFrom('flowInstance').selectAll().where('businessKey', '=', `notice:${id}`).orderBy('id').execute();

async function submitted(topFlag: '0' | '1', noticeTitle: string): Promise<number> {
  const { data } = await ask('writer', 'POST', '/notice', { noticeTitle, noticeType: '2', noticeContent: '<p>正文</p>', topFlag });
  expect((await ask('writer', 'PUT', `/notice/submit/${data.noticeId}`, {})).code).toBe(200);
  expect(await notice(data.noticeId)).toMatchObject({ status: 'pending' });
  return data.noticeId;
}
async function task(noticeId: number): Promise<number> {
  const [last] = (await instances(noticeId)).toReversed();
  return (await flow.open(last?.id ?? 0))[0]?.id ?? 0;
}

test('#35.2 a pinned notice starts a flow under its business key and title, and is published when the flow ends', async () => {
  const id = await submitted('1', '年度盘点闭馆');
  expect(await instances(id)).toMatchObject([{ status: 'running', title: '年度盘点闭馆' }]);
  const inFlow = '公告正在审批流程中，请在“待办任务”里办理；要修改请先由提交人取消流程';
  expect(await ask('auditor', 'PUT', `/notice/approve/${id}`, {})).toMatchObject({ code: 500, msg: inFlow });
  const { version } = await notice(id);
  const changed = { noticeId: id, noticeTitle: '改了', noticeType: '2', noticeContent: '<p>另一篇</p>', topFlag: '1', version };
  expect(await ask('writer', 'PUT', '/notice', changed)).toMatchObject({ msg: inFlow });
  await flow.complete('boss', await task(id));
  expect(await notice(id)).toMatchObject({ status: 'published', noticeTitle: '年度盘点闭馆' });
  expect(await instances(id)).toMatchObject([{ status: 'completed' }]);
});

test('#35.2 the end of the flow and the step of the notice are one transaction', async () => {
  const id = await submitted('1', '两个都不做');
  const taskId = await task(id);
  const remove = addEffect({
    entity: 'notice',
    run: async ({ event }) => {
      if (event === 'approve') throw new Error('the notice cannot be published');
    },
  });
  await expect(flow.complete('boss', taskId)).rejects.toThrow('the notice cannot be published');
  expect(await notice(id)).toMatchObject({ status: 'pending' });
  expect(await instances(id)).toMatchObject([{ status: 'running' }]);
  expect((await flow.open((await instances(id))[0]?.id ?? 0)).map((one) => one.id)).toEqual([taskId]);
  remove();
  await flow.complete('boss', taskId);
  expect(await notice(id)).toMatchObject({ status: 'published' });
});

test('#35.2 a cancelled flow takes the notice back to a draft, which may be submitted again; a plain notice starts no flow', async () => {
  const id = await submitted('1', '取消的');
  const [running] = await instances(id);
  await flow.step('writer', (caller) => stopInstance(caller, running?.id ?? 0));
  expect(await notice(id)).toMatchObject({ status: 'draft' });
  expect((await ask('writer', 'PUT', `/notice/submit/${id}`, {})).code).toBe(200);
  expect((await instances(id)).map((one) => one.status)).toEqual(['terminated', 'running']);
  const plain = await submitted('0', '普通的');
  expect(await instances(plain)).toEqual([]);
  expect((await ask('auditor', 'PUT', `/notice/approve/${plain}`, {})).code).toBe(200);
});
