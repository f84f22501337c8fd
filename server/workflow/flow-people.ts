import type { NodeWho } from '../../contract/workflow/node-settings.ts';
import { isDynamic } from './flow-choices.ts';
import type { FlowNode, TaskSpec } from './engine/flow-graph.ts';
import type { FlowStep } from './flow-step.ts';
import {
  activeUsers,
  deptHeads,
  departmentOf,
  expressionByName,
  leaderOf,
  roleIds,
  usersOfPosts,
  usersOfRoles,
  usersNamed,
} from './flow-people.queries.ts';
import { isOwnAccount } from '../http/person.policy.ts';

/** People of a node: users in their order, and roles whose members may claim the task. */
export interface Found {
  readonly users: readonly number[];
  readonly roles: readonly number[];
}

const NOBODY: Found = { users: [], roles: [] };
const MAX_PEOPLE = 200;
/** The variable into which compatible clients put the next people. */
const APPROVAL = 'approval';

/** Finds who handles a node, without the rules for empty, own and repeated tasks. Only active users are returned. */
export async function peopleOf(step: FlowStep, node: FlowNode): Promise<Found> {
  const { task } = node;
  if (!task) return NOBODY;
  const earlier = step.reopened === node.id ? (step.state.people?.[node.id] ?? []) : [];
  if (earlier.length > 0) return { users: await activeUsers(step.tx, earlier), roles: [] };
  const { who } = task.settings;
  const found = who ? await peopleFor(step, who, node.id) : await familyPeople(step, node);
  const users = (await activeUsers(step.tx, found.users)).slice(0, MAX_PEOPLE);
  if (users.length > 0 && isVariable(task)) step.state = { ...step.state, people: { ...step.state.people, [node.id]: users } };
  return { users, roles: found.roles };
}

/** Whether variables or choices decide about the people, which may change while the instance runs. */
function isVariable({ settings: { who }, assignee, candidateUsers, collection }: TaskSpec): boolean {
  if (who) return who.kind === 'expression' || who.kind === 'chosenByStarter' || who.kind === 'chosenByPrevious';
  return collection !== '' || `${assignee}${candidateUsers}`.includes('{');
}

/** The same for a choice of people outside a node, for example those who get a copy. */
export async function peopleFor(step: FlowStep, who: NodeWho, nodeId: string): Promise<Found> {
  switch (who.kind) {
    case 'person':
      return { users: who.ids, roles: [] };
    case 'role':
      return { users: [], roles: who.ids };
    case 'post':
      return { users: await usersOfPosts(step.tx, who.ids), roles: [] };
    case 'deptHead':
      return { users: await deptHeads(step.tx, who.ids), roles: [] };
    case 'starter':
      return { users: [step.instance.startUserId], roles: [] };
    case 'starterHead':
      return { users: await headOf(step, step.instance.startUserId), roles: [] };
    case 'expression':
      return { users: await usersIn(step, await expressionText(step, who.expression)), roles: [] };
    case 'chosenByStarter':
    case 'chosenByPrevious':
      return { users: step.state.choices[nodeId] ?? (await usersIn(step, `\${${APPROVAL}}`)), roles: [] };
  }
}

async function expressionText(step: FlowStep, text: string): Promise<string> {
  if (text.startsWith('${')) return text;
  return (await expressionByName(step.tx, text)) ?? `\${${text}}`;
}

/** The attributes of compatible designers. The people of a multi-instance node are in a variable or in the candidates. */
async function familyPeople(step: FlowStep, { id, task }: FlowNode): Promise<Found> {
  if (!task) return NOBODY;
  const chosen = step.state.choices[id];
  if (chosen && chosen.length > 0 && isDynamic(task)) return { users: chosen, roles: [] };
  if (task.collection !== '') {
    const users = await usersIn(step, `\${${nameOf(task.collection)}}`);
    if (users.length > 0) return { users, roles: [] };
    const expanded = await usersIn(step, task.candidateUsers);
    if (expanded.length > 0) return { users: expanded, roles: [] };
    return { users: await usersOfRoles(step.tx, await rolesIn(step, task.candidateGroups)), roles: [] };
  }
  if (task.assignee !== '') return { users: await usersIn(step, task.assignee), roles: [] };
  return { users: await usersIn(step, task.candidateUsers), roles: await rolesIn(step, task.candidateGroups) };
}

/** `${userList}` and `userList` name the same variable. */
export const nameOf = (text: string): string => /^\$\{([^}]*)\}$/.exec(text.trim())?.[1]?.trim() ?? text.trim();

/** Users in a list of ids, user names and `${variables}`. */
async function usersIn(step: FlowStep, text: string): Promise<number[]> {
  const refs = refsIn(step, text);
  const names = refs.filter((one) => !/^\d{1,15}$/.test(one));
  const known = names.length > 0 ? await usersNamed(step.tx, names) : new Map<string, number>();
  return [...new Set(refs.flatMap((one) => (/^\d{1,15}$/.test(one) ? [Number(one)] : (known.get(one) ?? []))))];
}

const rolesIn = async (step: FlowStep, text: string): Promise<number[]> => roleIds(step.tx, refsIn(step, text));

function refsIn(step: FlowStep, text: string): string[] {
  return text.split(',').flatMap((part) => {
    const name = /^\s*[$#]\{\s*([\w.$]+)\s*\}\s*$/.exec(part)?.[1];
    if (name === undefined) return part.trim() === '' ? [] : [part.trim()];
    // Files name the starter `INITIATOR`, `initiator`, or as their start event says.
    if (name === step.graph.initiator || /^initiator$/i.test(name)) return [String(step.instance.startUserId)];
    return valuesOf(Object.hasOwn(step.variables, name) ? step.variables[name] : null);
  });
}

/** A variable holds one id, a comma-separated list, or an array. */
function valuesOf(value: unknown): string[] {
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'string')
    return value
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean);
  return Array.isArray(value) ? value.slice(0, MAX_PEOPLE).flatMap(valuesOf) : [];
}

/** The head of a user's department; for the head himself the one of the department above, and so on. */
export async function headOf(step: FlowStep, userId: number): Promise<number[]> {
  for (let dept = await departmentOf(step.tx, userId); dept; dept = dept.parent) {
    const head = await leaderOf(step.tx, dept);
    if (head !== null && !isOwnAccount(head, { userId })) return [head];
  }
  return [];
}
