import type { Database, Tx } from '../db/database.ts';
import type { FlowTimerTable } from '../db/tables/workflow-tables.ts';
import type { Insertable } from 'kysely';
import { absentOf } from '../db/absence.ts';

interface Step {
  readonly tx: Tx;
  readonly now: number;
  readonly instance: { readonly id: number };
}

interface NewTask {
  readonly token: number;
  readonly nodeKey: string;
  readonly taskName: string;
  readonly assignee: number | null;
  readonly status: string;
  readonly kind?: '' | 'before' | 'after';
  readonly parentId?: number | null;
  readonly claimTime?: number | null;
  readonly dueDate?: number | null;
}

export const addTask = ({ tx, now, instance }: Step, task: NewTask) =>
  tx
    .insertInto('flowTask')
    .values({
      instanceId: instance.id,
      parentId: null,
      claimTime: null,
      dueDate: null,
      ownerId: null,
      finishTime: null,
      createTime: now,
      updateTime: now,
      ...task,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export const taskById = (db: Database | Tx, id: number) => db.selectFrom('flowTask').selectAll().where('id', '=', id).executeTakeFirst();

export const tasksOf = (db: Database | Tx, instanceId: number) =>
  db.selectFrom('flowTask').selectAll().where('instanceId', '=', instanceId).orderBy('id').execute();

export const tasksOfTokens = (tx: Tx, instanceId: number, tokens: readonly number[]) =>
  tx
    .selectFrom('flowTask')
    .selectAll()
    .where('instanceId', '=', instanceId)
    .where('token', 'in', [...tokens])
    .orderBy('id')
    .execute();

export async function addCandidates(tx: Tx, taskId: number, users: readonly number[], roles: readonly number[]): Promise<void> {
  const rows = [
    ...[...new Set(users)].map((refId) => ({ taskId, kind: 'user' as const, refId })),
    ...[...new Set(roles)].map((refId) => ({ taskId, kind: 'role' as const, refId })),
  ];
  if (rows.length > 0) await tx.insertInto('flowCandidate').values(rows).execute();
}

export const removeCandidate = (tx: Tx, taskId: number, userId: number) =>
  tx.deleteFrom('flowCandidate').where('taskId', '=', taskId).where('kind', '=', 'user').where('refId', '=', userId).execute();

export const candidatesOf = (db: Database | Tx, taskIds: readonly number[]) =>
  taskIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('flowCandidate')
        .selectAll()
        .where('taskId', 'in', [...taskIds])
        .execute();

/** Candidates of a task that a user is in person or by a role. */
const ownCandidacy = (db: Database | Tx, taskId: number, userId: number) =>
  db
    .selectFrom('flowCandidate as c')
    .select('c.refId')
    .where('c.taskId', '=', taskId)
    .where((eb) =>
      eb.or([
        eb.and([eb('c.kind', '=', 'user'), eb('c.refId', '=', userId)]),
        eb.and([eb('c.kind', '=', 'role'), eb('c.refId', 'in', eb.selectFrom('userRole').select('roleId').where('userId', '=', userId))]),
      ]),
    )
    .limit(1);

/** The right of a user to claim a task: `actingFor` is the absent candidate whose substitute the user is, null for a candidate in person or by a role. */
export async function candidacyOf(db: Database | Tx, taskId: number, userId: number): Promise<{ readonly actingFor: number | null } | null> {
  if (await ownCandidacy(db, taskId, userId).executeTakeFirst()) return { actingFor: null };
  const absent = await db
    .selectFrom('flowCandidate as c')
    .select('c.refId')
    .where('c.taskId', '=', taskId)
    .where('c.kind', '=', 'user')
    .where('c.refId', 'in', absentOf(db, userId))
    .orderBy('c.refId')
    .limit(1)
    .executeTakeFirst();
  return absent ? { actingFor: absent.refId } : null;
}

/** Whether a user is a candidate of a task: in person, by a role, or as the substitute of a candidate. */
export const isCandidate = async (db: Database | Tx, taskId: number, userId: number): Promise<boolean> =>
  (await candidacyOf(db, taskId, userId)) !== null;

export async function addTimer({ tx, instance }: Step, timer: Omit<Insertable<FlowTimerTable>, 'instanceId'>): Promise<void> {
  await tx
    .insertInto('flowTimer')
    .values({ instanceId: instance.id, ...timer })
    .execute();
}

export async function removeTimers(tx: Tx, instanceId: number, tokens: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('flowTimer')
    .where('instanceId', '=', instanceId)
    .where('token', 'in', [...tokens])
    .execute();
}

/** The next due timer of a running instance. */
export const dueTimer = (db: Database, now: number) =>
  db
    .selectFrom('flowTimer as t')
    .innerJoin('flowInstance as i', 'i.id', 't.instanceId')
    .selectAll('t')
    .where('t.dueAt', '<=', now)
    .where('i.status', '=', 'running')
    .orderBy('t.dueAt')
    .orderBy('t.id')
    .limit(1)
    .executeTakeFirst();

/** Removes a timer; false when another server has already taken it. */
export async function takeTimer(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('flowTimer').where('id', '=', id).executeTakeFirst();
  return Number(numDeletedRows) === 1;
}

/** Takes a timer for a while; false when another server has it. */
export async function leaseTimer(db: Database, { id, dueAt }: { readonly id: number; readonly dueAt: number }, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('flowTimer')
    .set({ dueAt: until })
    .where('id', '=', id)
    .where('dueAt', '=', dueAt)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** Makes the work of a token due now, with new attempts. Returns whether there was any. */
export async function restartTimer(tx: Tx, instanceId: number, token: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('flowTimer')
    .set({ dueAt: now, attempts: 0, failure: '' })
    .where('instanceId', '=', instanceId)
    .where('token', '=', token)
    .where('kind', 'in', ['work', 'child'])
    .where('failure', '<>', '')
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

export const timersOf = (db: Database | Tx, instanceIds: readonly number[]) =>
  instanceIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('flowTimer')
        .selectAll()
        .where('instanceId', 'in', [...instanceIds])
        .execute();

/** The instance that a token has called last. */
export const childOf = (tx: Tx, parentId: number, token: number) =>
  tx
    .selectFrom('flowInstance')
    .selectAll()
    .where('parentId', '=', parentId)
    .where('parentToken', '=', token)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function postponeTimer(db: Database, id: number, dueAt: number, failure = ''): Promise<void> {
  await db
    .updateTable('flowTimer')
    .set((eb) => ({ dueAt, failure, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Adds copies; returns the users who had none. */
export async function addCopies({ tx, now, instance }: Step, users: readonly number[]): Promise<number[]> {
  if (users.length === 0) return [];
  const rows = await tx
    .insertInto('flowCopy')
    .values(users.map((userId) => ({ instanceId: instance.id, userId, createTime: now })))
    .onConflict((oc) => oc.columns(['instanceId', 'userId']).doNothing())
    .returning('userId')
    .execute();
  return rows.map((row) => row.userId);
}

export const commentsOf = (db: Database | Tx, instanceId: number) =>
  db.selectFrom('flowComment').selectAll().where('instanceId', '=', instanceId).orderBy('id').execute();

/** The end of a called process: the caller goes on in a transaction of its own, so that no two instances wait for each other's lock. */
export const wakeParent = (tx: Tx, instanceId: number, token: number, now: number) =>
  tx.insertInto('flowTimer').values({ instanceId, token, nodeKey: '', kind: 'child', dueAt: now }).execute();
