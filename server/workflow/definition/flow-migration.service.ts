import { nodeOf, titleOf, type FlowGraph } from '../engine/flow-graph.ts';
import { analyse } from '../engine/markings.ts';
import { workflowEngine } from '../engine/workflow-engine.ts';
import type { DefinitionRow } from './flow-definition.queries.ts';
import { deployedRow } from './flow-definition.service.ts';
import { graphOf } from './flow-graph-cache.ts';
import { instanceById, openInstances, peopleNames } from '../flow-instance.queries.ts';
import { failed } from '../../http/app-error.ts';
import { inInstance, isOpen, moveInstance, type InstanceRow, type StepCaller, type StoredState } from '../flow-step.ts';
import { tasksOf } from '../flow-task.queries.ts';

interface Asked {
  readonly fromDeployId: number;
  readonly toDeployId: number;
  readonly mapping?: Readonly<Record<string, string>> | null | undefined;
}

interface Plan {
  readonly from: DefinitionRow;
  readonly to: DefinitionRow;
  readonly before: FlowGraph;
  readonly after: FlowGraph;
  readonly mapping: ReadonlyMap<string, string>;
}

async function planOf({ tx, database }: StepCaller, asked: Asked): Promise<Plan> {
  const from = await deployedRow(tx, asked.fromDeployId);
  const to = await deployedRow(tx, asked.toDeployId);
  if (from.flowKey !== to.flowKey) throw failed('只能在同一流程的不同版本之间迁移，请重新选择');
  if (from.id === to.id) throw failed('新旧版本相同，不用迁移');
  return {
    from,
    to,
    before: await graphOf(database, from),
    after: await graphOf(database, to),
    mapping: new Map(Object.entries(asked.mapping ?? {})),
  };
}

/** Returns the state in the new version, or the reason why the instance cannot be moved. */
function movedState({ before, after, mapping }: Plan, instance: Pick<InstanceRow, 'state'>): StoredState | string {
  const state = JSON.parse(instance.state) as StoredState;
  const lost = state.tokens.find((one) => !after.nodes.has(mapping.get(one.node) ?? one.node));
  if (lost) return `新版本没有节点「${titleOf(nodeOf(before, lost.node))}」，请指定对应的节点`;
  const moved = workflowEngine.moveTokens(after, state, mapping);
  if (!moved) return '正在等待汇聚的分支在新版本里不存在，请等它汇聚后再迁移';
  if (analyse(after, moved).problems.length > 0) return '迁移后流程无法走到结束，请调整对应的节点';
  const first = state.first === null ? null : (mapping.get(state.first) ?? state.first);
  const renamed = <T>(byNode: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(byNode).map(([node, one]) => [mapping.get(node) ?? node, one]));
  const kept = { choices: renamed(state.choices), people: renamed(state.people ?? {}) };
  return { ...state, ...moved, ...kept, first: first !== null && after.nodes.has(first) ? first : null };
}

/** Shows what a migration would do: where each node goes, and for each open instance whether it can be moved. Nothing is written. */
export async function previewMigration(caller: StepCaller, asked: Asked) {
  const plan = await planOf(caller, asked);
  const nodes = [...plan.before.nodes.values()]
    .filter((node) => node.kind === 'task' || node.kind === 'timer' || node.kind === 'work')
    .map((node) => {
      const to = plan.mapping.get(node.id) ?? node.id;
      return { from: node.id, name: titleOf(node), to: plan.after.nodes.has(to) ? to : null };
    });
  const targets = [...plan.after.nodes.values()].filter((node) => node.kind === 'task').map((node) => ({ id: node.id, name: titleOf(node) }));
  const rows = (await openInstances(caller.tx, plan.from.id)).map((one) => one.id);
  return { nodes, targets, instances: await Promise.all(rows.map((id) => verdictOf(caller, plan, id))) };
}

/** Open tasks stay with their people: says so where the new version names other people for their nodes. */
function keptPeople({ before, after, mapping }: Plan, instance: Pick<InstanceRow, 'state'>): string {
  const people = (graph: FlowGraph, id: string): string => {
    const task = graph.nodes.get(id)?.task;
    return JSON.stringify([task?.settings.who, task?.settings.method, task?.assignee, task?.candidateUsers, task?.candidateGroups]);
  };
  const changed = (JSON.parse(instance.state) as StoredState).tokens.filter(
    ({ node, via }) => via === undefined && before.nodes.get(node)?.task && people(before, node) !== people(after, mapping.get(node) ?? node),
  );
  if (changed.length === 0) return '';
  return `新版本的${changed.map(({ node }) => `「${titleOf(nodeOf(before, node))}」`).join('、')}换了办理人，已经产生的任务仍由原来的人办理`;
}

async function verdictOf({ tx }: StepCaller, plan: Plan, id: number) {
  const instance = await instanceById(tx, id);
  const starter = instance ? ((await peopleNames(tx, [instance.startUserId])).get(instance.startUserId)?.nickName ?? '') : '';
  const head = { procInsId: String(id), starter };
  if (!instance || instance.definitionId !== plan.from.id || instance.endTime !== null)
    return { ...head, nodes: [], ok: false, reason: '流程实例已结束或已迁移' };
  const moved = movedState(plan, instance);
  const nodes = (JSON.parse(instance.state) as StoredState).tokens.map((one) => titleOf(nodeOf(plan.before, one.node)));
  return { ...head, nodes, ok: typeof moved !== 'string', reason: typeof moved === 'string' ? moved : keptPeople(plan, instance) };
}

/** Moves the instances that can be moved, and returns the others with their reasons. Tasks keep their people and opinions. */
export async function migrateInstances(caller: StepCaller, asked: Asked & { readonly procInsIds?: readonly number[] | null | undefined }) {
  const plan = await planOf(caller, asked);
  const ids = asked.procInsIds ?? (await openInstances(caller.tx, plan.from.id)).map((one) => one.id);
  const rejected: Awaited<ReturnType<typeof verdictOf>>[] = [];
  for (const id of [...new Set(ids)].toSorted((one, other) => one - other)) {
    const verdict = await verdictOf(caller, plan, id);
    if (verdict.ok) await moveToVersion(caller, plan, id);
    else rejected.push(verdict);
  }
  return { moved: new Set(ids).size - rejected.length, rejected };
}

const moveToVersion = (caller: StepCaller, plan: Plan, id: number): Promise<void> =>
  inInstance(caller, id, async (step) => {
    const moved = movedState(plan, step.instance);
    if (typeof moved === 'string') throw failed(moved);
    step.state = moved;
    step.definition = plan.to;
    for (const task of (await tasksOf(step.tx, id)).filter(isOpen)) {
      const nodeKey = plan.mapping.get(task.nodeKey) ?? task.nodeKey;
      await step.tx
        .updateTable('flowTask')
        .set({ nodeKey, taskName: titleOf(nodeOf(plan.after, nodeKey)), updateTime: step.now })
        .where('id', '=', task.id)
        .execute();
    }
    for (const [from, to] of plan.mapping)
      await step.tx.updateTable('flowTimer').set({ nodeKey: to }).where('instanceId', '=', id).where('nodeKey', '=', from).execute();
    const note = `第${plan.from.flowVersion}版迁移到第${plan.to.flowVersion}版`;
    await moveInstance(step, 'migrate', note);
  });
