import type { Tx } from '../../db/database.ts';
import { nodeOf, successors, titleOf, type FlowGraph, type FlowNode, type Problem } from '../engine/flow-graph.ts';
import { analyse } from '../engine/markings.ts';
import { workflowEngine } from '../engine/workflow-engine.ts';
import { definitionByKey } from './flow-definition.queries.ts';
import { isFlowListener } from '../flow-hook.service.ts';
import {
  stoppedListeners,
  expressionByName,
  deptHeads,
  activeUsers,
  roleIds,
  usersNamed,
  usersOfPosts,
  usersOfRoles,
} from '../flow-people.queries.ts';

const KEY = /^[A-Za-z_][\w.-]{0,49}$/;

/** All faults of a definition, each one sentence with the id of its element. A definition with an error cannot be deployed. */
export async function lintDefinition(tx: Tx, xml: string): Promise<{ graph: FlowGraph | null; problems: Problem[] }> {
  const { graph, problems } = await workflowEngine.readDefinition(xml);
  if (!graph) return { graph, problems: [...problems] };
  const found = [...problems, ...drawingProblems(graph), ...(await listenerProblems(tx, graph)), ...(await callProblems(tx, graph))];
  if (!found.some(({ level }) => level === 'error')) {
    const { problems: more, exhaustive, reached } = analyse(graph);
    found.push(...more);
    if (!exhaustive) found.push({ level: 'warning', node: graph.start, message: '流程的分支过多，无法逐一检查所有路线，请试运行后再部署' });
    if (exhaustive && more.length === 0)
      for (const node of graph.nodes.values())
        if (!reached.has(node.id) && node.kind !== 'boundary')
          found.push({ level: 'error', node: node.id, message: `节点「${titleOf(node)}」没有任何路线能走到，请连接或删除` });
  }
  const first = firstNode(graph);
  for (const node of graph.nodes.values()) if (node.kind === 'task') found.push(...(await peopleProblems(tx, graph, node, node.id === first)));
  const errors = found.filter(({ level }) => level === 'error');
  return { graph: errors.length > 0 ? null : graph, problems: [...errors, ...found.filter(({ level }) => level === 'warning')] };
}

/** The node that the starter completes with the form, when the first task is the starter's. */
export function firstNode(graph: FlowGraph): string | null {
  let id = graph.start;
  for (let seen = 0; seen < graph.nodes.size; seen++) {
    const next = successors(graph, id);
    const [only] = next;
    if (only === undefined || next.length > 1) return null;
    const node = nodeOf(graph, only);
    if (node.task) return !node.task.explicit || node.task.settings.who?.kind === 'starter' ? only : null;
    id = only;
  }
  return null;
}

function drawingProblems(graph: FlowGraph): Problem[] {
  const problems: Problem[] = [];
  const fault = (level: Problem['level'], node: string, message: string): void => void problems.push({ level, node, message });
  if (!KEY.test(graph.key)) fault('error', graph.key, `流程标识「${graph.key}」不合规，请以字母开头，只用字母、数字和 _ . -，不超过50个字符`);
  for (const node of graph.nodes.values()) {
    const title = titleOf(node);
    const ends = node.kind === 'end' || node.kind === 'terminate';
    if (node.idle) fault('error', node.id, node.idle);
    if (ends && node.outgoing.length > 0) fault('error', node.id, `结束节点「${title}」不能再连出，请删除它后面的连线`);
    if (!ends && node.outgoing.length === 0) fault('error', node.id, `节点「${title}」没有出口，流程会停在这里，请连到下一个节点`);
    if (node.kind === 'start' && node.incoming.length > 0) fault('error', node.id, `开始节点「${title}」不能有连入的线，请改连到后面的节点`);
    if (node.kind === 'scope' && ![...graph.nodes.values()].some((one) => one.scope === node.id && one.kind === 'start'))
      fault('error', node.id, `子流程「${title}」里没有开始节点，请添加一个`);
    if (node.defaultFlow !== null && !node.outgoing.includes(node.defaultFlow))
      fault('error', node.id, `网关「${title}」的默认出口不是它自己的连线，请重新选择`);
    problems.push(...choiceProblems(graph, node));
  }
  problems.push(...mergeProblems(graph));
  const looping = nodeInCircle(graph);
  if (looping) fault('error', looping.id, `从「${titleOf(looping)}」出来又回到它，中间没有任务可办，会一直循环，请加入任务或去掉这条线`);
  return problems;
}

/** Listeners that no program registers or that are switched off would not run: one sentence for each key, at its first element. */
async function listenerProblems(tx: Tx, graph: FlowGraph): Promise<Problem[]> {
  const found = new Map<string, string[]>();
  for (const { id, listeners } of [{ id: graph.key, listeners: graph.listeners }, ...graph.nodes.values(), ...graph.flows.values()])
    for (const { key } of listeners) found.set(key, [...(found.get(key) ?? []), id]);
  if (found.size === 0) return [];
  const stopped = await stoppedListeners(tx);
  return [...found].flatMap(([key, ids]): Problem[] => {
    const why = isFlowListener(key) ? (stopped.has(key) ? '已在“流程监听”里停用' : null) : '没有在程序里登记';
    if (why === null) return [];
    return [
      {
        level: 'error',
        node: ids[0] ?? '',
        message: `监听「${key}」${why}，不会执行，请删除它或换一个${ids.length > 1 ? `，共${ids.length}处` : ''}`,
      },
    ];
  });
}

/** Called processes that do not exist, and a process that calls itself. */
async function callProblems(tx: Tx, graph: FlowGraph): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const node of graph.nodes.values()) {
    if (node.work?.do !== 'start') continue;
    const { flowKey } = node.work;
    const why =
      flowKey === graph.key ? '就是本流程，会一直循环' : (await definitionByKey(tx, flowKey)) === undefined ? `「${flowKey}」还没有发布` : null;
    if (why !== null) problems.push({ level: 'error', node: node.id, message: `调用活动「${titleOf(node)}」调用的流程${why}，请换一个` });
  }
  return problems;
}

/** An exclusive gateway that merges right above a parallel join: other engines let the join continue too early. */
function mergeProblems(graph: FlowGraph): Problem[] {
  const isJoin = (id: string): boolean => nodeOf(graph, id).kind === 'parallel' && nodeOf(graph, id).incoming.length > 1;
  return [...graph.nodes.values()]
    .filter((node) => node.kind === 'exclusive' && node.incoming.length > 1 && successors(graph, node.id).some(isJoin))
    .map((node) => ({
      level: 'warning',
      node: node.id,
      message: `排他网关「${titleOf(node)}」在并行汇聚之前合并分支：这里会等齐所有分支，导出到其他系统可能提前汇聚，请尽量把汇聚移到它前面`,
    }));
}

/** The first node of a circle in which nothing waits: an instance would never leave it. */
function nodeInCircle(graph: FlowGraph): FlowNode | null {
  const done = new Set<string>();
  const open = new Set<string>();
  const visit = (id: string): FlowNode | null => {
    const node = nodeOf(graph, id);
    if (open.has(id)) return node;
    if (done.has(id) || node.kind === 'task' || node.kind === 'timer') return null;
    open.add(id);
    for (const next of successors(graph, id)) {
      const found = visit(next);
      if (found) return found;
    }
    open.delete(id);
    done.add(id);
    return null;
  };
  for (const id of graph.nodes.keys()) {
    const found = visit(id);
    if (found) return found;
  }
  return null;
}

function choiceProblems(graph: FlowGraph, node: FlowNode): Problem[] {
  const title = titleOf(node);
  const flows = node.outgoing.flatMap((id) => graph.flows.get(id) ?? []);
  if (node.kind === 'parallel') {
    const conditional = flows.find((flow) => flow.condition !== null);
    return conditional
      ? [
          {
            level: 'warning',
            node: conditional.id,
            message: `并行网关「${title}」的出口「${conditional.name || conditional.id}」的条件不起作用，请改用包容网关`,
          },
        ]
      : [];
  }
  if ((node.kind !== 'exclusive' && node.kind !== 'inclusive') || flows.length < 2) return [];
  const open = flows.filter((flow) => flow.condition === null && flow.id !== node.defaultFlow);
  const problems: Problem[] = open.slice(0, node.kind === 'exclusive' ? open.length : 0).map((flow) => ({
    level: 'warning',
    node: flow.id,
    message: `排他网关「${title}」的出口「${flow.name || flow.id}」没有条件，会直接走它，请写条件或设为默认出口`,
  }));
  if (open.length === 0 && node.defaultFlow === null)
    problems.push({ level: 'warning', node: node.id, message: `网关「${title}」没有默认出口，条件都不满足时无法继续，请设一个默认出口` });
  return problems;
}

/** Faults in the people of a task: nobody is named, or nobody who is named can ever get it. */
async function peopleProblems(tx: Tx, graph: FlowGraph, node: FlowNode, isFirst: boolean): Promise<Problem[]> {
  const { task } = node;
  if (!task || isFirst) return [];
  const title = titleOf(node);
  const one = (level: Problem['level'], message: string): Problem[] => [{ level, node: node.id, message }];
  const wrong = task.settings.mustDiffer.find((id) => graph.nodes.get(id)?.kind !== 'task');
  if (wrong !== undefined) return one('error', `节点「${title}」要求与「${wrong}」的办理人不同，但没有这个任务节点，请重新选择`);
  if (task.settings.emptyHandler === 'person' && !task.settings.emptyPerson)
    return one('error', `节点「${title}」没有选择无人办理时的接收人，请选择`);
  const { who } = task.settings;
  if (who?.kind === 'person' && (await activeUsers(tx, who.ids)).length === 0)
    return one('error', `节点「${title}」的办理人都不存在或已停用，请重新选择`);
  const groups =
    who?.kind === 'role'
      ? usersOfRoles(tx, who.ids)
      : who?.kind === 'post'
        ? usersOfPosts(tx, who.ids)
        : who?.kind === 'deptHead'
          ? deptHeads(tx, who.ids)
          : null;
  if (groups && (await activeUsers(tx, await groups)).length === 0) {
    const fallback = { admin: '会转给流程管理员', person: '会转给指定的人', reject: '会自动驳回' }[task.settings.emptyHandler];
    return one('warning', `节点「${title}」目前没有人可以办理，${fallback}，请核对角色、岗位或部门负责人`);
  }
  if (
    who?.kind === 'expression' &&
    !/^\$\{[A-Za-z_][\w.]*\}$/.test(who.expression) &&
    !/^[A-Za-z_]\w*$/.test(who.expression) &&
    (await expressionByName(tx, who.expression)) === undefined
  )
    return one('error', `节点「${title}」的办理人表达式「${who.expression}」不存在或已停用，请重新选择`);
  return who ? [] : familyProblems(tx, node, one);
}

const VARIABLE = /^\$\{\s*[A-Za-z_][\w.]*\s*\}$/;

async function familyProblems(tx: Tx, { task, ...node }: FlowNode, one: (level: Problem['level'], message: string) => Problem[]): Promise<Problem[]> {
  const title = node.name || node.id;
  if (!task) return [];
  const refs = (text: string): string[] =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  const users = [...refs(task.assignee), ...refs(task.candidateUsers)];
  const groups = refs(task.candidateGroups);
  if (users.length + groups.length === 0 && task.collection === '') return one('error', `节点「${title}」没有设置办理人，谁都收不到这个任务，请设置`);
  const strange = [...users, ...groups].find((ref) => ref.includes('{') && !VARIABLE.test(ref));
  if (strange !== undefined) return one('error', `节点「${title}」的办理人表达式「${strange.slice(0, 60)}」无法识别，请写成 \${名称}`);
  if ([...users, ...groups].some((ref) => VARIABLE.test(ref)) || task.collection !== '') return [];
  const names = users.filter((ref) => !/^\d{1,15}$/.test(ref));
  const known = names.length > 0 ? await usersNamed(tx, names) : new Map<string, number>();
  const ids = users.flatMap((ref) => (/^\d{1,15}$/.test(ref) ? [Number(ref)] : (known.get(ref) ?? [])));
  const found = [...(await activeUsers(tx, ids)), ...(await usersOfRoles(tx, await roleIds(tx, groups)))];
  if (found.length > 0) return [];
  return groups.length > 0
    ? one('warning', `节点「${title}」的候选角色目前没有成员，会转给流程管理员`)
    : one('error', `节点「${title}」的办理人都不存在或已停用，请重新选择`);
}
