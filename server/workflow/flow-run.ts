import { failed } from '../http/app-error.ts';
import { nodeOf, titleOf } from './engine/flow-graph.ts';
import type { EngineStep, FlowToken } from './engine/flow-state.ts';
import { workflowEngine } from './engine/workflow-engine.ts';
import { emit, emitPassed } from './flow-hook.service.ts';
import { notifyStarter } from './flow-message.ts';
import { isOpen, moveInstance, type FlowStep, type TaskRow } from './flow-step.ts';
import { notifySubject } from './flow-end.ts';
import { tasksOfTokens, wakeParent } from './flow-task.queries.ts';
import { closeVisits, openVisit, personTask, setVisit } from './flow-visit.ts';

/** Nodes that pass by themselves in one step; more means that they lead in a circle. */
const MAX_AUTOMATIC = 100;

/** Writes what the engine did: tasks of left tokens end, entered nodes are opened, and nodes without work continue at once. */
export async function settle(step: FlowStep, first: EngineStep, reason: string): Promise<void> {
  const steps: EngineStep[] = [first];
  for (let made = steps.shift(); made; made = steps.shift()) {
    await recordPassed(step, made);
    step.state = { ...step.state, next: made.state.next, tokens: made.state.tokens };
    await closeVisits(
      step,
      made.left.map((one) => one.id),
      reason,
    );
    if (made.ended) {
      await endInstance(step, made.ended);
      return;
    }
    const next = await openEntered(step, made.entered);
    if (next) steps.push(next);
  }
}

/** Notes the way that an engine step has taken, and tells the listeners. */
export async function recordPassed(step: FlowStep, { passed, left }: EngineStep): Promise<void> {
  for (const id of passed) step.path.add(id);
  await emitPassed(
    step,
    passed,
    left.map((one) => one.node),
  );
}

async function openEntered(step: FlowStep, entered: readonly FlowToken[]): Promise<EngineStep | null> {
  const passed: FlowToken[] = [];
  for (const token of entered) {
    const opened = await openVisit(step, token);
    if (opened === 'rejected') {
      countAutomatic(step);
      return rejectToStarter(step, token.id, `节点「${titleOf(nodeOf(step.graph, token.node))}」没有办理人`);
    }
    if (opened === 'passed') passed.push(token);
  }
  let made: EngineStep | null = null;
  for (const token of passed) {
    countAutomatic(step);
    const after = workflowEngine.advance(step.graph, made?.state ?? step.state, token.id, step.variables);
    made = made ? joined(made, after) : after;
  }
  return made;
}

/** Two engine steps of one transaction as one. */
const joined = (first: EngineStep, second: EngineStep): EngineStep => {
  const gone = new Set(second.left.map((one) => one.id));
  const brief = new Set(first.entered.filter((one) => gone.has(one.id)).map((one) => one.id));
  return {
    state: second.state,
    entered: [...first.entered.filter((one) => !brief.has(one.id)), ...second.entered],
    left: [...first.left, ...second.left.filter((one) => !brief.has(one.id))],
    passed: [...first.passed, ...second.passed],
    ended: second.ended,
  };
};

function countAutomatic(step: FlowStep): void {
  if (++step.automatic > MAX_AUTOMATIC) throw failed('流程在自动通过的节点之间循环，请联系流程管理员修改流程');
}

/** Leaves a token and everything after the target, and opens the target again for its earlier people. */
export function jumpTo(step: FlowStep, token: number, target: string): EngineStep {
  step.reopened = target;
  return workflowEngine.jump(step.graph, step.state, token, target, step.variables);
}

/** Sends the instance back to the node of the starter; without one it ends as rejected, and returns null. */
async function rejectToStarter(step: FlowStep, token: number, reason: string): Promise<EngineStep | null> {
  const { first } = step.state;
  await notifyStarter(step, `已驳回：${step.definition.name}`, `${reason}，请修改后重新提交`);
  if (first !== null) return jumpTo(step, token, first);
  await closeVisits(
    step,
    step.state.tokens.map((one) => one.id),
    reason,
  );
  step.state = { ...step.state, tokens: [] };
  await endInstance(step, 'terminated');
  return null;
}

export async function rejectInstance(step: FlowStep, token: number, reason: string): Promise<void> {
  const made = await rejectToStarter(step, token, reason);
  if (made) await settle(step, made, reason);
}

export async function endInstance(step: FlowStep, status: 'completed' | 'terminated'): Promise<void> {
  step.endTime = step.now;
  step.state = { ...step.state, tokens: [], visits: {} };
  await moveInstance(step, status === 'completed' ? 'complete' : 'stop');
  if (status === 'completed') await notifyStarter(step, `已办结：${step.definition.name}`, `您发起的「${step.definition.name}」已全部通过`);
  await emit(step, { id: step.graph.key, name: step.graph.name, listeners: step.graph.listeners }, 'execution', 'end');
  const { id, businessKey, parentId, parentToken } = step.instance;
  if (parentId !== null && parentToken !== null) await wakeParent(step.tx, parentId, parentToken, step.now);
  await notifySubject(step.tx, businessKey, { instanceId: id, status, variables: step.variables, endedBy: step.actor?.userId ?? null });
}

/** Called after a task of a visit has been completed or removed: the next person of a sequence, or the next node. */
export async function continueVisit(step: FlowStep, task: TaskRow, reason: string): Promise<void> {
  const visit = step.state.visits[task.token];
  if (!visit) return;
  const signers = visit.after?.[task.id] ?? [];
  if (signers.length > 0) {
    const { [task.id]: _done, ...after } = visit.after ?? {};
    setVisit(step, task.token, { ...visit, after });
    for (const assignee of signers) await personTask(step, { ...placeOf(task), assignee, kind: 'after', parentId: task.id });
    return;
  }
  const tasks = await tasksOfTokens(step.tx, step.instance.id, [task.token]);
  const open = tasks.filter(isOpen);
  if (open.some((one) => one.kind !== '')) return;
  const agreed = tasks.filter((one) => one.kind === '' && one.status === 'completed').length;
  const [next, ...queue] = visit.queue;
  if (agreed < visit.need && next !== undefined && open.length === 0) {
    setVisit(step, task.token, { ...visit, queue });
    await personTask(step, { ...placeOf(task), assignee: next });
    return;
  }
  if (agreed < visit.need && open.length > 0) return;
  await settle(step, workflowEngine.advance(step.graph, step.state, task.token, step.variables), reason);
}

const placeOf = ({ token, nodeKey, taskName, dueDate }: TaskRow) => ({ token, nodeKey, taskName, dueDate });
