import type { FlowWay } from '../../../contract/workflow/flow-definition.ts';
import type { Tx } from '../../db/database.ts';
import { flowOf, nodeOf, titleOf, type FlowGraph, type FlowNode } from '../engine/flow-graph.ts';
import { FlowStepError } from '../engine/flow-step-error.ts';
import type { EngineStep, FlowState } from '../engine/flow-state.ts';
import { everyWay } from '../engine/markings.ts';
import { advanceWith, startWith, waiting } from '../engine/token-engine.ts';
import { firstNode } from './flow-lint.ts';
import { peopleOf } from '../flow-people.ts';
import { activeUsers, flowAdmins, namesOf, usersOfRoles } from '../flow-people.queries.ts';
import type { FlowStep } from '../flow-step.ts';

const MAX_WAYS = 60;
const MAX_STEPS = 60;
/** Steps tried for all ways together: ways that run into a flow they have taken produce no trail, so MAX_WAYS alone does not end the walk. */
const MAX_TRIES = 5_000;
const METHODS = { claim: '签收', any: '或签', all: '会签', ratio: '比例会签', sequence: '依次' } as const;

interface Trail {
  readonly conditions: readonly string[];
  readonly nodes: readonly string[];
  readonly complete: boolean;
}

/** Ways from start to end. Each flow is taken once per way, so that loops are walked once. */
function waysOf(graph: FlowGraph): { trails: Trail[]; more: boolean } {
  const trails: Trail[] = [];
  let more = false;
  const tries = { left: MAX_TRIES, truncated: false };
  const walk = (step: EngineStep, used: ReadonlySet<string>, before: Omit<Trail, 'complete'>): void => {
    if (trails.length >= MAX_WAYS) return void (more = true);
    const flows = step.passed.filter((id) => graph.flows.has(id));
    if (flows.some((id) => used.has(id))) return;
    const trail = {
      conditions: [...before.conditions, ...flows.filter((id) => isChoice(graph, id)).map((id) => flowOf(graph, id).name || id)],
      nodes: [...before.nodes, ...step.passed.filter((id) => graph.nodes.get(id)?.kind === 'task')],
    };
    if (step.ended || trail.nodes.length > MAX_STEPS) return void trails.push({ ...trail, complete: step.ended !== null });
    const now = new Set([...used, ...flows]);
    const [token] = waiting(graph, step.state);
    if (!token) return void trails.push({ ...trail, complete: false });
    for (const next of everyWay((choose) => advanceWith(graph, step.state as FlowState, token.id, choose), tries))
      if (!(next instanceof FlowStepError)) walk(next, now, trail);
  };
  for (const begun of everyWay((choose) => startWith(graph, choose), tries))
    if (!(begun instanceof FlowStepError)) walk(begun, new Set(), { conditions: [], nodes: [] });
  return { trails, more: more || tries.truncated };
}

function isChoice(graph: FlowGraph, id: string): boolean {
  const flow = flowOf(graph, id);
  const from = nodeOf(graph, flow.from);
  return flow.condition !== null || (from.defaultFlow === id && from.outgoing.length > 1);
}

interface Asked {
  readonly starterId: number;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Walks all ways of a definition and says who would get each task. Nothing is written. */
export async function dryRun(tx: Tx, graph: FlowGraph, { starterId, variables }: Asked): Promise<{ ways: FlowWay[]; more: boolean }> {
  const first = firstNode(graph);
  const sample = {
    tx,
    graph,
    actor: null,
    now: Date.now(),
    instance: { id: 0, startUserId: starterId },
    state: { next: 1, tokens: [], visits: {}, first, choices: {} },
    variables: { ...variables },
  } as unknown as FlowStep;
  const { trails, more } = waysOf(graph);
  const known = new Map<string, FlowWay['steps'][number]>();
  const ways: FlowWay[] = [];
  for (const { nodes, ...trail } of trails) {
    const steps: FlowWay['steps'] = [];
    for (const id of nodes) {
      const found = known.get(id) ?? (await stepOf(sample, nodeOf(graph, id), id === first));
      known.set(id, found);
      steps.push(found);
    }
    ways.push({ ...trail, conditions: [...trail.conditions], steps });
  }
  return { ways, more };
}

async function stepOf(step: FlowStep, node: FlowNode, isFirst: boolean): Promise<FlowWay['steps'][number]> {
  const head = { node: node.id, name: titleOf(node) };
  const settings = node.task?.settings;
  if (isFirst) return { ...head, method: '发起', people: await names(step.tx, [step.instance.startUserId]), note: '发起人提交表单即完成' };
  const method = settings ? METHODS[settings.method] : '';
  const { users, roles } = await peopleOf(step, node);
  const people = await activeUsers(step.tx, [...users, ...(await usersOfRoles(step.tx, roles))]);
  if (people.length > 0) return { ...head, method, people: await names(step.tx, people), note: '' };
  const { who } = settings ?? {};
  const isChosen =
    who?.kind === 'chosenByStarter' ||
    who?.kind === 'chosenByPrevious' ||
    node.task?.dataType === 'dynamic' ||
    /\$\{/.test(`${node.task?.assignee}${node.task?.candidateUsers}${node.task?.collection}`);
  if (isChosen) return { ...head, method, people: [], note: who?.kind === 'chosenByStarter' ? '由发起人选择' : '由上一步选择，或取自表单' };
  if (settings?.emptyHandler === 'reject') return { ...head, method, people: [], note: '没有办理人，自动驳回' };
  const fallback = settings?.emptyHandler === 'person' && settings.emptyPerson ? [settings.emptyPerson] : await flowAdmins(step.tx);
  return { ...head, method, people: await names(step.tx, fallback), note: '没有办理人，转给他们' };
}

const MAX_NAMES = 20;
const names = async (tx: Tx, ids: readonly number[]): Promise<string[]> => [...(await namesOf(tx, ids.slice(0, MAX_NAMES))).values()];
