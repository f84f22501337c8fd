import type { Selectable } from 'kysely';
import type { WorkSettings } from '../../contract/workflow/node-settings.ts';
import type { AppContext } from '../context.ts';
import { configOf } from '../db/config-value.ts';
import { asReader } from '../db/database.ts';
import type { FlowTimerTable } from '../db/tables/workflow-tables.ts';
import { AppError, failed } from '../http/app-error.ts';
import { userActing } from '../identity/acting-user.service.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { nodeOf, titleOf } from './engine/flow-graph.ts';
import { workflowEngine } from './engine/workflow-engine.ts';
import { definitionByKey } from './definition/flow-definition.queries.ts';
import { deployed, graphOf } from './definition/flow-graph-cache.ts';
import { ancestorsOf, instanceById, setParent } from './flow-instance.queries.ts';
import { startInstance } from './flow-instance.service.ts';
import { flowAdmins } from './flow-people.queries.ts';
import { settle } from './flow-run.ts';
import { inInstance, type FlowStep, type InstanceRow, type StoredState } from './flow-step.ts';
import { childOf, leaseTimer, postponeTimer, takeTimer } from './flow-task.queries.ts';
import { readDataHosts, sourceOf } from './form/form-source.ts';
import { fetchOutside } from './form/outside-fetch.ts';

type Timer = Selectable<FlowTimerTable>;

const LEASE_MS = 60_000;
const RETRIES_MS = [60_000, 5 * 60_000, 30 * 60_000];
/** A timer that has failed too often waits for a manager, who starts it again. */
const NEVER = 8_640_000_000_000_000;
/** Processes that call each other. */
const MAX_DEPTH = 5;
const MAX_TEXT = 20_000;
const FAILURE_LENGTH = 300;

/** Runs a service task that works outside the transaction of its step. */
export async function runWork(context: AppContext, timer: Timer): Promise<void> {
  // Another server sees a later due time, and a server that is killed leaves the work to the next one.
  if (!(await leaseTimer(context.db, timer, Date.now() + LEASE_MS))) return;
  try {
    const instance = await instanceById(context.db, timer.instanceId);
    if (!instance || instance.status !== 'running') return;
    const { graph } = await deployed(asReader(context.db), context.db, instance.definitionId);
    // The token says where it is, also after a migration.
    const state = JSON.parse(instance.state) as StoredState;
    const nodeKey = state.tokens.find((one) => one.id === timer.token)?.node ?? timer.nodeKey;
    const work = graph.nodes.get(nodeKey)?.work;
    if (timer.kind === 'child') await finishChild(context, { ...timer, nodeKey }, work);
    else if (work?.do === 'call') await finish(context, timer, await called(context, work, instance));
    else if (work?.do === 'start') await startChild(context, timer, work, instance);
    else throw failed('这个节点没有设置要做的事');
  } catch (error) {
    await noteFailure(context, timer, error instanceof AppError || error instanceof Error ? error.message : String(error));
  }
}

async function noteFailure(context: AppContext, timer: Timer, why: string): Promise<void> {
  const wait = RETRIES_MS[timer.attempts];
  await postponeTimer(context.db, timer.id, wait === undefined ? NEVER : Date.now() + wait, why.slice(0, FAILURE_LENGTH));
  if (wait !== undefined) return;
  await context.db.transaction().execute(async (tx) => {
    const instance = await instanceById(tx, timer.instanceId);
    for (const userId of await flowAdmins(tx))
      await sendMessage(tx, {
        userId,
        type: 'task',
        title: '流程的服务任务没有成功',
        content: `「${instance?.title || timer.nodeKey}」：${why.slice(0, FAILURE_LENGTH)}。请处理后在“流程实例”里重试`,
        link: '/flowable/instance',
      });
  });
}

/** Sets variables and lets the token go on. */
const finish = (context: AppContext, timer: Timer, values: Readonly<Record<string, unknown>>): Promise<void> =>
  inTransaction(context, timer, async (step) => {
    step.variables = { ...step.variables, ...values };
    await settle(step, workflowEngine.advance(step.graph, step.state, timer.token, step.variables), '');
  });

const inTransaction = (context: AppContext, timer: Timer, work: (step: FlowStep) => Promise<void>): Promise<void> =>
  context.db.transaction().execute((tx) =>
    inInstance({ tx, database: context.db, actor: null }, timer.instanceId, async (step) => {
      if (!(await takeTimer(tx, timer.id))) return;
      if (step.state.tokens.some((one) => one.id === timer.token)) await work(step);
    }),
  );

/** Calls an address of the allow list; the answer goes into one variable as text. */
async function called(context: AppContext, work: Extract<WorkSettings, { do: 'call' }>, instance: InstanceRow): Promise<Record<string, unknown>> {
  const hosts = readDataHosts((await configOf(context, 'flow.call.hosts')) ?? '');
  const source = sourceOf(work.method, work.url, [], hosts);
  if (source.kind !== 'outside') throw failed(source.kind === 'rejected' ? source.message : '服务任务只能调用外部地址');
  const variables = JSON.parse(instance.variables) as Record<string, unknown>;
  const sent = Object.fromEntries(work.send.filter((name) => Object.hasOwn(variables, name)).map((name) => [name, variables[name]]));
  const body = work.method === 'post' ? { procInsId: String(instance.id), title: instance.title, variables: sent } : undefined;
  const answer = await fetchOutside(source.url, work.method, source.address, body);
  if (work.into === '') return {};
  const value = typeof answer === 'object' && answer !== null ? JSON.stringify(answer) : answer;
  if (typeof value === 'string' && value.length > MAX_TEXT) throw failed('地址返回的内容太长，放不进表单字段');
  return { [work.into]: value ?? null };
}

/** Starts the newest version of another process in the name of the starter; the node waits for its end. */
async function startChild(context: AppContext, timer: Timer, work: Extract<WorkSettings, { do: 'start' }>, instance: InstanceRow): Promise<void> {
  const actor = await userActing(context, instance.startUserId);
  await inTransaction(context, timer, async (step) => {
    const definition = await definitionByKey(step.tx, work.flowKey);
    if (!definition || definition.suspensionState !== '1') throw failed(`流程「${work.flowKey}」没有发布或已挂起，不能调用`);
    const above = await ancestorsOf(step.tx, step.instance.id, MAX_DEPTH);
    if (above.some(({ flowKey }) => flowKey === work.flowKey)) throw failed(`流程「${definition.name}」不能直接或间接调用自己`);
    if (above.length >= MAX_DEPTH) throw failed(`流程之间的调用最多${MAX_DEPTH}层`);
    const variables = mapped(step.variables, work.input);
    const title = `${step.title || step.definition.name}：${titleOf(nodeOf(step.graph, timer.nodeKey))}`.slice(0, 100);
    const child = await startInstance(
      { tx: step.tx, database: context.db, actor },
      { definition, graph: await graphOf(context.db, definition), variables, title },
    );
    await setParent(step.tx, child, step.instance.id, timer.token);
    // A process without a task has ended with its start, before it had a parent.
    const ended = await instanceById(step.tx, child);
    if (ended?.endTime != null) await goOn(step, timer, work, ended);
  });
}

/** Continues after the end of the called process, with its result in a variable of the node. */
const finishChild = (context: AppContext, timer: Timer, work: WorkSettings | undefined): Promise<void> =>
  inTransaction(context, timer, async (step) => {
    const child = await childOf(step.tx, step.instance.id, timer.token);
    if (child && work?.do === 'start') await goOn(step, timer, work, child);
  });

async function goOn(step: FlowStep, timer: Timer, work: Extract<WorkSettings, { do: 'start' }>, child: InstanceRow): Promise<void> {
  const result = mapped(JSON.parse(child.variables) as Record<string, unknown>, work.output);
  step.variables = { ...step.variables, ...result, [`${timer.nodeKey}_result`]: child.status };
  await settle(step, workflowEngine.advance(step.graph, step.state, timer.token, step.variables), '');
}

const mapped = (values: Readonly<Record<string, unknown>>, names: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(names).map(([from, to]) => [to, Object.hasOwn(values, from) ? values[from] : null]));
