import type { NodeSettings, WorkSettings } from '../../contract/workflow/node-settings.ts';
import { failed } from '../http/app-error.ts';
import { nodeOf, titleOf, type FlowNode } from './engine/flow-graph.ts';
import type { FlowToken } from './engine/flow-state.ts';
import { filled } from './flow-text.ts';
import { emitTask } from './flow-hook.service.ts';
import { notify, notifyCancelled, notifyCopied, notifyNewTask } from './flow-message.ts';
import { headOf, peopleFor, peopleOf } from './flow-people.ts';
import { activeUsers, agreedTasks, flowAdmins, handlersOf, usersOfRoles } from './flow-people.queries.ts';
import { addComment, isOpen, moveTask, type FlowStep, type TaskRow, type Visit } from './flow-step.ts';
import { addCandidates, addCopies, addTask, addTimer, tasksOfTokens, removeTimers } from './flow-task.queries.ts';

/** What became of a new visit: tasks wait, everybody was skipped, or nobody was found and the node rejects. */
export type Opened = 'waiting' | 'passed' | 'rejected';

const HOUR_MS = 3_600_000;
const FULL = 10_000;
const COPIES = 200;

/** Opens a node that a token has entered: finds its people by its rules and creates their tasks, its timers and its copies. */
export async function openVisit(step: FlowStep, token: FlowToken): Promise<Opened> {
  const node = nodeOf(step.graph, token.node);
  if (node.kind === 'timer') {
    await addTimer(step, { token: token.id, nodeKey: node.id, kind: 'event', dueAt: dueOf(node, step.now) });
    return 'waiting';
  }
  if (node.work) return openWork(step, token, node.work);
  const settings = node.task?.settings;
  if (!settings) return 'passed';
  const own = node.id === step.state.first;
  const people = own ? { users: [step.instance.startUserId], roles: [], skipped: [] } : await handled(step, node, settings);
  if (people.users.length + people.roles.length + people.skipped.length === 0) {
    if (settings.emptyHandler === 'reject') return 'rejected';
    const fallback = await activeUsers(
      step.tx,
      settings.emptyHandler === 'person' && settings.emptyPerson ? [settings.emptyPerson] : await flowAdmins(step.tx),
    );
    if (fallback.length === 0) throw failed(`节点「${titleOf(node)}」找不到办理人，请联系流程管理员`);
    await createTasks(step, token, node, { ...people, users: fallback }, 'claim');
  } else {
    const need = needOf(settings, people.users.length + people.skipped.length);
    for (const user of people.skipped) await skippedTask(step, token, node, user);
    if (people.skipped.length > 0 && (people.users.length + people.roles.length === 0 || people.skipped.length >= need)) return 'passed';
    await createTasks(step, token, node, people, own ? 'any' : settings.method, need);
  }
  await openTimers(step, token, node, settings);
  if (settings.copyTo) await copyTo(step, 0, await everyone(step, await peopleFor(step, settings.copyTo, node.id)), '');
  return 'waiting';
}

/** A message and a field are written at once; the rest works outside this transaction. */
async function openWork(step: FlowStep, token: FlowToken, work: WorkSettings): Promise<Opened> {
  if (work.do === 'notify') {
    const people = await everyone(step, await peopleFor(step, work.to, token.node));
    await notify(step, people, filled(work.title, step.variables), filled(work.content, step.variables), '/task/process');
    return 'passed';
  }
  if (work.do === 'set') {
    step.variables = { ...step.variables, [work.field]: filled(work.value, step.variables) };
    return 'passed';
  }
  await addTimer(step, { token: token.id, nodeKey: token.node, kind: 'work', dueAt: step.now });
  return 'waiting';
}

const dueOf = ({ timer }: FlowNode, now: number): number => (!timer ? now : 'at' in timer ? timer.at : now + timer.after);

const everyone = async (step: FlowStep, { users, roles }: { users: readonly number[]; roles: readonly number[] }): Promise<number[]> =>
  activeUsers(step.tx, [...users, ...(await usersOfRoles(step.tx, roles))]);

function needOf({ method, ratio }: NodeSettings, people: number): number {
  if (method === 'claim' || method === 'any') return 1;
  return method === 'ratio' ? Math.max(1, Math.ceil((people * ratio) / FULL)) : people;
}

interface Handled {
  readonly users: readonly number[];
  readonly roles: readonly number[];
  /** Agree without a task, because they agreed before or are the starter. */
  readonly skipped: readonly number[];
}

/** Applies the rules for different people, own and repeated tasks. Skipping never applies where people must differ. */
async function handled(step: FlowStep, node: FlowNode, settings: NodeSettings): Promise<Handled> {
  const found = await peopleOf(step, node);
  const { mustDiffer, selfHandler, repeatHandler, method } = settings;
  const expand = method !== 'claim' || mustDiffer.length > 0 || selfHandler !== 'none' || repeatHandler !== 'none';
  let users = expand ? await everyone(step, found) : [...found.users];
  // A role without members is nobody.
  const roles = expand || (await everyone(step, found)).length === 0 ? [] : found.roles;
  const { startUserId } = step.instance;
  if (selfHandler === 'transferToHead' && users.includes(startUserId))
    users = await activeUsers(step.tx, [...new Set([...users.filter((one) => one !== startUserId), ...(await headOf(step, startUserId))])]);
  if (mustDiffer.length > 0) {
    const others = await handlersOf(step.tx, step.instance.id, mustDiffer);
    return { users: users.filter((one) => !others.has(one)), roles, skipped: [] };
  }
  const skips = new Set(selfHandler === 'skip' && users.includes(startUserId) ? [startUserId] : []);
  if (repeatHandler !== 'none') {
    const agreed = await agreedTasks(step.tx, step.instance.id);
    const last = agreed.at(-1)?.token;
    for (const one of agreed) if (one.assignee !== null && (repeatHandler === 'all' || one.token === last)) skips.add(one.assignee);
  }
  return { users: users.filter((one) => !skips.has(one)), roles, skipped: users.filter((one) => skips.has(one)) };
}

async function skippedTask(step: FlowStep, token: FlowToken, node: FlowNode, assignee: number): Promise<void> {
  const task = await addTask(step, { token: token.id, nodeKey: node.id, taskName: titleOf(node), assignee, status: 'claimed' });
  const comment = assignee === step.instance.startUserId ? '发起人即办理人，自动通过' : '此前已同意，自动通过';
  await moveTask(step, null, task, 'complete', { commentType: 1, comment, finishTime: step.now });
}

type Method = NodeSettings['method'];

async function createTasks(step: FlowStep, token: FlowToken, node: FlowNode, people: Handled, method: Method, need = 1): Promise<void> {
  const base = { token: token.id, nodeKey: node.id, taskName: titleOf(node), dueDate: dueDateOf(node, step.now) };
  const { users, roles } = people;
  let queue: readonly number[] = [];
  if (method === 'claim' && (roles.length > 0 || users.length > 1)) {
    const task = await addTask(step, { ...base, assignee: null, status: 'unclaimed' });
    await addCandidates(step.tx, task.id, users, roles);
    await notifyNewTask(step, task, await everyone(step, people));
    await emitTask(step, task, 'create');
  } else {
    const now = method === 'sequence' ? users.slice(0, 1) : users;
    queue = method === 'sequence' ? users.slice(1) : [];
    for (const assignee of now) await personTask(step, { ...base, assignee });
  }
  setVisit(step, token.id, { need, queue });
}

/** The time limit of the settings, otherwise the due date of the file. */
function dueDateOf({ task }: FlowNode, now: number): number | null {
  if (task?.settings.timeout) return now + task.settings.timeout.hours * HOUR_MS;
  if (!task?.due) return null;
  return 'at' in task.due ? task.due.at : now + task.due.after;
}

export function setVisit(step: FlowStep, token: number, visit: Visit): void {
  step.state = { ...step.state, visits: { ...step.state.visits, [token]: visit } };
}

export async function personTask(
  step: FlowStep,
  task: {
    token: number;
    nodeKey: string;
    taskName: string;
    dueDate?: number | null;
    assignee: number;
    kind?: TaskRow['kind'];
    parentId?: number | null;
  },
): Promise<TaskRow> {
  const row = await addTask(step, { ...task, status: 'claimed', claimTime: step.now });
  await notifyNewTask(step, row, [task.assignee]);
  await emitTask(step, row, 'create');
  await emitTask(step, row, 'assignment');
  return row;
}

async function openTimers(step: FlowStep, token: FlowToken, node: FlowNode, { timeout }: NodeSettings): Promise<void> {
  if (timeout) await addTimer(step, { token: token.id, nodeKey: node.id, kind: timeout.action, dueAt: step.now + timeout.hours * HOUR_MS });
  for (const timer of step.graph.nodes.values())
    if (timer.attachedTo === node.id) await addTimer(step, { token: token.id, nodeKey: timer.id, kind: 'event', dueAt: dueOf(timer, step.now) });
}

/** Sends a copy to people: a message and an entry in their list, which stays whatever becomes of the instance. */
export async function copyTo(step: FlowStep, taskId: number, users: readonly number[], note: string): Promise<void> {
  const fresh = await addCopies(step, users.slice(0, COPIES));
  await notifyCopied(step, fresh);
  if (users.length > 0) await addComment(step, taskId, step.actor?.userId ?? 0, 'copy', note || `抄送${users.length}人`);
}

/** Ends what is left of visits: open tasks are terminated and their people get a message with the reason. */
export async function closeVisits(step: FlowStep, tokens: readonly number[], reason: string): Promise<void> {
  if (tokens.length === 0) return;
  const open = (await tasksOfTokens(step.tx, step.instance.id, tokens)).filter(isOpen);
  for (const task of open) {
    await moveTask(step, null, task, 'cancel', { finishTime: step.now, comment: task.comment || reason });
    await notifyCancelled(step, task, reason);
    await emitTask(step, task, 'delete');
  }
  await removeTimers(step.tx, step.instance.id, tokens);
  const gone = new Set(tokens.map(String));
  step.state = { ...step.state, visits: Object.fromEntries(Object.entries(step.state.visits).filter(([token]) => !gone.has(token))) };
}
