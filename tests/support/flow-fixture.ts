import type { NodeSettingsInput } from '../../contract/workflow/node-settings.ts';
import type { Tx } from '../../server/db/database.ts';
import { AppError } from '../../server/http/app-error.ts';
import type { CurrentUser } from '../../server/http/current-user.ts';
import { bpmnOf, type FlowSketch } from '../../server/workflow/engine/bpmn-sketch.ts';
import { deploy } from '../../server/workflow/definition/flow-definition.service.ts';
import { prepareStart, startInstance } from '../../server/workflow/flow-instance.service.ts';
import type { StoredState, TaskRow } from '../../server/workflow/flow-step.ts';
import { OPEN_STATES } from '../../server/workflow/flow-step.ts';
import * as tasks from '../../server/workflow/flow-task.service.ts';
import type { TestContext } from './test-context.ts';

/** A user task of a sketch with our own settings. */
export const taskNode = (id: string, settings: NodeSettingsInput | null = null, name = id): FlowSketch['nodes'][number] => [
  id,
  'userTask',
  { name, ...(settings ? { 'shuzhou:settings': JSON.stringify(settings) } : {}) },
];
export const START: FlowSketch['nodes'][number] = ['s', 'startEvent'];
export const END: FlowSketch['nodes'][number] = ['e', 'endEvent'];
/** The node of the starter, after the start. */
export const APPLY = taskNode('apply', { who: { kind: 'starter' } }, '申请');
export const byPerson = (...ids: number[]) => ({ kind: 'person' as const, ids });

/** Workflow calls on a test context, on behalf of its users. */
export function flowFixture(t: TestContext) {
  const { db } = t.context;
  const users = new Map<string, CurrentUser>();

  const person = (userName: string): CurrentUser => {
    const found = users.get(userName);
    if (!found) throw new Error(`no user ${userName}`);
    return found;
  };
  const step = <T>(userName: string, work: (caller: tasks.TaskCaller, tx: Tx) => Promise<T>): Promise<T> =>
    db.transaction().execute((tx) => work({ tx, database: db, actor: person(userName) }, tx));

  return {
    person,
    step,
    async addUsers(...names: string[]): Promise<number[]> {
      const ids: number[] = [];
      for (const userName of names) {
        const userId = await t.addUser({ userName });
        const none = {
          sessionId: 'test',
          deptId: null,
          deptName: '',
          roles: new Set<string>(),
          confirmedAt: 0,
          factorDue: false,
          accounts: new Set([userId]),
        };
        users.set(userName, { ...none, userId, userName, nickName: userName, permissions: new Set(['*:*:*']) });
        ids.push(userId);
      }
      return ids;
    },
    deploy: (sketch: Pick<FlowSketch, 'nodes' | 'flows'> & Partial<FlowSketch>) =>
      db
        .transaction()
        .execute((tx) => deploy(tx, 'admin', { name: '测试流程', category: 'office', xml: bpmnOf({ key: 'test', name: '测试流程', ...sketch }) })),
    async start(userName: string, procDefId: string, values: Record<string, unknown> = {}): Promise<number> {
      const start = await prepareStart(t.context, person(userName), procDefId, values);
      return step(userName, (caller) => startInstance(caller, start));
    },
    async complete(userName: string, taskId: number, values: Record<string, unknown> = {}, comment = '同意'): Promise<void> {
      const checked = await tasks.prepareCompletion(t.context, person(userName), taskId, values);
      return step(userName, (caller) => tasks.completeTask(caller, taskId, { comment, values: checked }));
    },
    back: (userName: string, taskId: number, target: string, comment = '请修改') =>
      step(userName, (caller) => tasks.returnTask(caller, taskId, target, comment)),
    reject: (userName: string, taskId: number) => step(userName, (caller) => tasks.rejectTask(caller, taskId, '不同意')),
    /** Open tasks of an instance, in the order of their creation. */
    open: (instanceId: number): Promise<TaskRow[]> =>
      db
        .selectFrom('flowTask')
        .selectAll()
        .where('instanceId', '=', instanceId)
        .where('status', 'in', [...OPEN_STATES])
        .orderBy('id')
        .execute(),
    instance: (id: number) => db.selectFrom('flowInstance').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    async state(id: number): Promise<StoredState> {
      return JSON.parse((await db.selectFrom('flowInstance').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state) as StoredState;
    },
    history: (id: number) => db.selectFrom('flowTask').selectAll().where('instanceId', '=', id).orderBy('id').execute(),
    messages: (userName: string) => db.selectFrom('message').selectAll().where('userId', '=', person(userName).userId).orderBy('id').execute(),
  };
}
export type FlowFixture = ReturnType<typeof flowFixture>;

/** Code and message of the answer to a rejected call. */
export async function answerOf(work: Promise<unknown>): Promise<[number, string]> {
  try {
    await work;
    return [200, ''];
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.message];
    throw error;
  }
}
