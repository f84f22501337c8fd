import { flowTaskMachine } from '../../contract/workflow/flow-task.machine.ts';
import type { Tx } from '../db/database.ts';

const ADMIN_ROLES = ['system_admin', 'admin'];

/** Keeps the active users, in the given order and each once. */
export async function activeUsers(tx: Tx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('user')
    .select('id')
    .where('id', 'in', [...ids])
    .where('status', '=', '0')
    .where('delFlag', '=', '0')
    .execute();
  const known = new Set(rows.map((row) => row.id));
  return [...new Set(ids)].filter((id) => known.has(id));
}

export async function usersNamed(tx: Tx, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .selectFrom('user')
    .select(['id', 'userName'])
    .where('userName', 'in', [...names])
    .where('delFlag', '=', '0')
    .execute();
  return new Map(rows.map((row) => [row.userName, row.id]));
}

/** Role ids of a list of ids and role keys. */
export async function roleIds(tx: Tx, refs: readonly string[]): Promise<number[]> {
  if (refs.length === 0) return [];
  const rows = await tx.selectFrom('role').select(['id', 'roleKey']).where('delFlag', '=', '0').where('status', '=', '0').execute();
  return rows.filter((row) => refs.includes(String(row.id)) || refs.includes(row.roleKey)).map((row) => row.id);
}

export async function usersOfRoles(tx: Tx, roles: readonly number[]): Promise<number[]> {
  if (roles.length === 0) return [];
  const rows = await tx
    .selectFrom('userRole')
    .innerJoin('user', 'user.id', 'userRole.userId')
    .select('user.id')
    .distinct()
    .where('userRole.roleId', 'in', [...roles])
    .where('user.status', '=', '0')
    .where('user.delFlag', '=', '0')
    .orderBy('user.id')
    .execute();
  return rows.map((row) => row.id);
}

export async function usersOfPosts(tx: Tx, posts: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('userPost')
    .select('userId')
    .where('postId', 'in', [...posts])
    .orderBy('userId')
    .execute();
  return rows.map((row) => row.userId);
}

export interface Department {
  readonly id: number;
  readonly leader: string;
  readonly parent: Department | null;
}

/** The department of a user with those above it. */
export async function departmentOf(tx: Tx, userId: number): Promise<Department | null> {
  const user = await tx.selectFrom('user').select('deptId').where('id', '=', userId).executeTakeFirst();
  if (!user?.deptId) return null;
  const own = await tx.selectFrom('dept').select(['id', 'leader', 'ancestors']).where('id', '=', user.deptId).executeTakeFirst();
  if (!own) return null;
  const above = own.ancestors.split(',').map(Number).filter(Boolean);
  const rows = above.length > 0 ? await tx.selectFrom('dept').select(['id', 'leader']).where('id', 'in', above).execute() : [];
  const parent = above.reduce<Department | null>((upper, id) => {
    const row = rows.find((one) => one.id === id);
    return row ? { id, leader: row.leader, parent: upper } : upper;
  }, null);
  return { id: own.id, leader: own.leader, parent };
}

/** A department names its head as text: a user name or nickname, of a member first, otherwise of the only user with it. */
export async function leaderOf(tx: Tx, dept: { readonly id: number; readonly leader: string }): Promise<number | null> {
  if (dept.leader.trim() === '') return null;
  const rows = await tx
    .selectFrom('user')
    .select(['id', 'deptId'])
    .where((eb) => eb.or([eb('nickName', '=', dept.leader), eb('userName', '=', dept.leader)]))
    .where('status', '=', '0')
    .where('delFlag', '=', '0')
    .execute();
  return rows.find((row) => row.deptId === dept.id)?.id ?? (rows.length === 1 ? (rows[0]?.id ?? null) : null);
}

export async function deptHeads(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const depts = await tx
    .selectFrom('dept')
    .select(['id', 'leader'])
    .where('id', 'in', [...ids])
    .execute();
  const heads: number[] = [];
  for (const dept of depts) {
    const head = await leaderOf(tx, dept);
    if (head !== null) heads.push(head);
  }
  return heads;
}

/** Who gets a task for which nobody is found. */
export async function flowAdmins(tx: Tx): Promise<number[]> {
  for (const roleKey of ADMIN_ROLES) {
    const role = await tx.selectFrom('role').select('id').where('roleKey', '=', roleKey).executeTakeFirst();
    const users = role ? await usersOfRoles(tx, [role.id]) : [];
    if (users.length > 0) return users;
  }
  return [];
}

export async function expressionByName(tx: Tx, name: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('flowExpression')
    .select('expression')
    .where('name', '=', name)
    .where('status', '=', '0')
    .where('delFlag', '=', '0')
    .executeTakeFirst();
  return row?.expression;
}

/** People who completed one of these nodes in this instance. */
export async function handlersOf(tx: Tx, instanceId: number, nodes: readonly string[]): Promise<ReadonlySet<number>> {
  if (nodes.length === 0) return new Set();
  const rows = await tx
    .selectFrom('flowTask')
    .select('assignee')
    .where('instanceId', '=', instanceId)
    .where('nodeKey', 'in', [...nodes])
    .where('status', '=', 'completed')
    .execute();
  return new Set(rows.flatMap((row) => row.assignee ?? []));
}

/** Everybody who has completed a task of an instance. */
export async function everyHandler(tx: Tx, instanceId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('flowTask')
    .select('assignee')
    .distinct()
    .where('instanceId', '=', instanceId)
    .where('status', '=', 'completed')
    .where('assignee', 'is not', null)
    .execute();
  return rows.flatMap(({ assignee }) => assignee ?? []);
}

/** Keys of the list 流程监听 that are switched off; a key with another row that is on stays on. */
export async function stoppedListeners(tx: Tx): Promise<ReadonlySet<string>> {
  const rows = await tx.selectFrom('flowListener').select(['value', 'status']).where('delFlag', '=', '0').execute();
  const keys = rows.map(({ value, status }) => ({ key: value.replace(/^\$\{(.*)\}$/, '$1'), status }));
  const running = new Set(keys.filter(({ status }) => status === '0').map(({ key }) => key));
  return new Set(keys.filter(({ key }) => !running.has(key)).map(({ key }) => key));
}

/** Completed tasks since the last return, in order: the base of the rule for people who agreed before. */
export async function agreedTasks(tx: Tx, instanceId: number) {
  const rows = await tx
    .selectFrom('flowTask')
    .select(['assignee', 'token', 'status'])
    .where('instanceId', '=', instanceId)
    .where('status', 'in', flowTaskMachine.groups.handled)
    .orderBy('finishTime')
    .orderBy('id')
    .execute();
  const last = rows.findLastIndex((row) => row.status !== 'completed');
  return rows.slice(last + 1);
}

export async function namesOf(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('user')
    .select(['id', 'nickName'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row.nickName]));
}
