import { flowTaskMachine } from '../../contract/workflow/flow-task.machine.ts';
import { flowInstanceMachine } from '../../contract/workflow/flow-instance.machine.ts';
import { sql } from 'kysely';
import { contains } from '../db/contains.ts';
import type { Database, Tx } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';
import { absentOf } from '../db/absence.ts';

export const instanceById = (db: Database | Tx, id: number) => db.selectFrom('flowInstance').selectAll().where('id', '=', id).executeTakeFirst();

export async function addInstance(
  tx: Tx,
  row: { definitionId: number; businessKey: string; title: string; startUserId: number; createBy: string },
  now: number,
): Promise<number> {
  const { id } = await tx
    .insertInto('flowInstance')
    .values({
      ...row,
      variables: '{}',
      state: JSON.stringify({ next: 1, tokens: [], visits: {}, first: null, choices: {} }),
      path: '[]',
      status: 'running',
      startTime: now,
      endTime: null,
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const hideInstance = (tx: Tx, id: number) => tx.updateTable('flowInstance').set({ delFlag: '2' }).where('id', '=', id).execute();

export const openInstances = (tx: Tx, definitionId: number) =>
  tx
    .selectFrom('flowInstance')
    .select(['id', 'status'])
    .where('definitionId', '=', definitionId)
    .where('status', 'in', flowInstanceMachine.groups.open)
    .orderBy('id')
    .execute();

export const deployForm = (db: Database | Tx, deployId: number) =>
  db.selectFrom('flowDeployForm').selectAll().where('deployId', '=', deployId).executeTakeFirst();

export const formById = (db: Database | Tx, id: number) =>
  db.selectFrom('flowForm').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();

/** Whether a user has had to do with an instance: starter, handler, candidate or recipient of a copy. */
export async function isRelated(db: Database | Tx, instanceId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('flowInstance as i')
    .select('i.id')
    .where('i.id', '=', instanceId)
    .where((eb) =>
      eb.or([
        eb('i.startUserId', '=', userId),
        eb.exists(
          eb
            .selectFrom('flowTask as t')
            .select('t.id')
            .whereRef('t.instanceId', '=', 'i.id')
            .where((on) => on.or([on('t.assignee', '=', userId), on('t.ownerId', '=', userId), on('t.actingFor', '=', userId)])),
        ),
        eb.exists(
          eb
            .selectFrom('flowTask as t')
            .select('t.id')
            .whereRef('t.instanceId', '=', 'i.id')
            .where('t.status', 'in', flowTaskMachine.groups.held)
            .where('t.assignee', 'in', absentOf(db, userId)),
        ),
        eb.exists(eb.selectFrom('flowCopy as c').select('c.userId').whereRef('c.instanceId', '=', 'i.id').where('c.userId', '=', userId)),
        eb.exists(
          eb
            .selectFrom('flowTask as t')
            .innerJoin('flowCandidate as k', 'k.taskId', 't.id')
            .select('t.id')
            .whereRef('t.instanceId', '=', 'i.id')
            .where('t.status', '=', 'unclaimed')
            .where((on) =>
              on.or([
                on.and([on('k.kind', '=', 'user'), on('k.refId', '=', userId)]),
                on.and([on('k.kind', '=', 'user'), on('k.refId', 'in', absentOf(db, userId))]),
                on.and([on('k.kind', '=', 'role'), on('k.refId', 'in', on.selectFrom('userRole').select('roleId').where('userId', '=', userId))]),
              ]),
            ),
        ),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

interface Asked {
  readonly pageNum: number;
  readonly pageSize: number;
  readonly name?: string | undefined;
  readonly category?: string | undefined;
  readonly taskId?: number | undefined;
}

/** Tasks that a user has, unclaimed ones that the user may claim in person or by a role, and those of people whose substitute the user is. */
const openTaskIds = (db: Database, userId: number) =>
  db
    .selectFrom('flowTask')
    .select('id')
    .where('assignee', '=', userId)
    .where('status', 'in', flowTaskMachine.groups.held)
    .union(
      db
        .selectFrom('flowCandidate as k')
        .innerJoin('flowTask as u', 'u.id', 'k.taskId')
        .select('u.id')
        .where('k.kind', '=', 'user')
        .where('k.refId', '=', userId)
        .where('u.status', '=', 'unclaimed'),
    )
    .union(
      db
        .selectFrom('userRole as r')
        .innerJoin('flowCandidate as k', 'k.refId', 'r.roleId')
        .innerJoin('flowTask as u', 'u.id', 'k.taskId')
        .select('u.id')
        .where('r.userId', '=', userId)
        .where('k.kind', '=', 'role')
        .where('u.status', '=', 'unclaimed'),
    )
    .union(
      db
        .selectFrom('flowTask as a')
        .select('a.id')
        .where('a.status', 'in', flowTaskMachine.groups.held)
        .where('a.assignee', 'in', absentOf(db, userId)),
    )
    .union(
      db
        .selectFrom('flowCandidate as k')
        .innerJoin('flowTask as u', 'u.id', 'k.taskId')
        .select('u.id')
        .where('k.kind', '=', 'user')
        .where('k.refId', 'in', absentOf(db, userId))
        .where('u.status', '=', 'unclaimed'),
    );

export type TaskList = 'todo' | 'finished' | 'mine' | 'copied';

/** Open tasks of a user as items of the to-do; the same tasks as the list of compatible clients. */
export const todoItems = (db: Database, userId: number) =>
  db
    .selectFrom('flowTask as t')
    .innerJoin('flowInstance as i', 'i.id', 't.instanceId')
    .innerJoin('flowDefinition as d', 'd.id', 'i.definitionId')
    .innerJoin('user as s', 's.id', 'i.startUserId')
    .select((eb) => [
      't.id as itemId',
      eb.case().when('i.title', '=', '').then(eb.ref('d.name')).else(eb.ref('i.title')).end().as('title'),
      sql<string>`${eb.ref('d.name')} || '·' || ${eb.ref('t.taskName')}`.as('note'),
      's.nickName as askedBy',
      't.createTime as since',
      't.dueDate as due',
      sql<string | null>`cast(null as text)`.as('page'),
    ])
    .where('i.status', '=', 'running')
    .where('t.id', 'in', openTaskIds(db, userId));

/** One page of a user's tasks or instances, with the columns of compatible clients. */
export async function taskPage(db: Database, userId: number, list: TaskList, asked: Asked) {
  let query = db
    .selectFrom('flowInstance as i')
    .innerJoin('flowDefinition as d', 'd.id', 'i.definitionId')
    .innerJoin('user as s', 's.id', 'i.startUserId')
    .leftJoin('dept as sd', 'sd.id', 's.deptId')
    .leftJoin('flowTask as t', (on) => (list === 'todo' || list === 'finished' ? on.onRef('t.instanceId', '=', 'i.id') : on.on('t.id', '=', -1)))
    .$if(list === 'mine', (one) => one.where('i.delFlag', '=', '0'));
  if (asked.name) query = query.where(contains('d.name', asked.name));
  if (asked.category) query = query.where('d.category', '=', asked.category);
  if (asked.taskId !== undefined && (list === 'todo' || list === 'finished')) query = query.where('t.id', '=', asked.taskId);
  if (list === 'mine') query = query.where('i.startUserId', '=', userId);
  if (list === 'copied')
    query = query.where((eb) =>
      eb.exists(eb.selectFrom('flowCopy as c').select('c.userId').whereRef('c.instanceId', '=', 'i.id').where('c.userId', '=', userId)),
    );
  if (list === 'finished') query = query.where('t.assignee', '=', userId).where('t.status', 'in', flowTaskMachine.groups.handled);
  // Ids from indexes first: an `or` over the tasks would read all of them.
  if (list === 'todo') query = query.where('i.status', '=', 'running').where('t.id', 'in', openTaskIds(db, userId));
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const order = { todo: 't.createTime', finished: 't.finishTime', mine: 'i.startTime', copied: 'i.startTime' } as const;
  const rows = await query
    .select([
      'i.id as instanceId',
      'i.status',
      'i.startTime',
      'i.endTime',
      'i.startUserId',
      'i.businessKey',
      'i.title',
      'd.id as definitionId',
      'd.defId',
      'd.flowKey',
      'd.name as definitionName',
      'd.category',
      'd.flowVersion',
      's.nickName as startUserName',
      'sd.deptName as startDeptName',
      't.id as taskId',
      't.nodeKey',
      't.taskName',
      't.status as taskStatus',
      't.assignee',
      't.ownerId',
      't.kind',
      't.dueDate',
      't.commentType',
      't.comment',
      't.createTime as taskCreateTime',
      't.claimTime',
      't.finishTime',
    ])
    .orderBy(order[list], 'desc')
    .orderBy('i.id', 'desc')
    .limit(asked.pageSize)
    .offset(offsetOf(asked, Number(total)))
    .execute();
  return { rows, total: Number(total) };
}

/** Open tasks that a user has, gets back from a delegate, or alone may claim. */
export const heldTasks = (db: Database | Tx, userId: number) =>
  db
    .selectFrom('flowTask as t')
    .innerJoin('flowInstance as i', 'i.id', 't.instanceId')
    .innerJoin('flowDefinition as d', 'd.id', 'i.definitionId')
    .select((eb) => ['t.id', 't.taskName', eb.case().when('i.title', '=', '').then(eb.ref('d.name')).else(eb.ref('i.title')).end().as('title')])
    .where('i.status', 'in', flowInstanceMachine.groups.open)
    .where('t.status', 'in', flowTaskMachine.groups.open)
    .where((eb) =>
      eb.or([
        eb('t.assignee', '=', userId),
        eb('t.ownerId', '=', userId),
        eb.and([
          eb('t.status', '=', 'unclaimed'),
          eb.exists(
            eb
              .selectFrom('flowCandidate as k')
              .select('k.taskId')
              .whereRef('k.taskId', '=', 't.id')
              .where('k.kind', '=', 'user')
              .where('k.refId', '=', userId),
          ),
          eb.not(
            eb.exists(
              eb
                .selectFrom('flowCandidate as o')
                .leftJoin('user as u', 'u.id', 'o.refId')
                .select('o.taskId')
                .whereRef('o.taskId', '=', 't.id')
                .where((on) =>
                  on.or([on('o.kind', '=', 'role'), on.and([on('o.refId', '<>', userId), on('u.status', '=', '0'), on('u.delFlag', '=', '0')])]),
                ),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('t.id')
    .execute();

/** Open tasks of instances, for the column of the current node in the list of the starter. */
export const openTasksOf = (db: Database, instanceIds: readonly number[]) =>
  instanceIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('flowTask')
        .select(['id', 'instanceId', 'token', 'status', 'nodeKey', 'taskName', 'assignee', 'createTime'])
        .where('instanceId', 'in', [...instanceIds])
        .where('status', 'in', flowTaskMachine.groups.open)
        .orderBy('id')
        .execute();

/** Names of users with their departments. */
export async function peopleNames(
  db: Database | Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly nickName: string; readonly deptName: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('user as u')
    .leftJoin('dept as d', 'd.id', 'u.deptId')
    .select(['u.id', 'u.nickName', 'd.deptName'])
    .where('u.id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, { nickName: row.nickName, deptName: row.deptName ?? '' }]));
}

export async function roleNames(db: Database | Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('role')
    .select(['id', 'roleName'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row.roleName]));
}

export const instancesById = (db: Database | Tx, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('flowInstance')
        .select(['id', 'state'])
        .where('id', 'in', [...ids])
        .execute();

export const setParent = (tx: Tx, id: number, parentId: number, parentToken: number) =>
  tx.updateTable('flowInstance').set({ parentId, parentToken }).where('id', '=', id).execute();

/** An instance and those that called it, nearest first, with the keys of their definitions; at most `most` and one more. */
export async function ancestorsOf(tx: Tx, id: number, most: number): Promise<{ flowKey: string }[]> {
  const found: { flowKey: string }[] = [];
  for (let at: number | null = id; at !== null && found.length <= most; ) {
    const row: { flowKey: string; parentId: number | null } | undefined = await tx
      .selectFrom('flowInstance as i')
      .innerJoin('flowDefinition as d', 'd.id', 'i.definitionId')
      .select(['d.flowKey', 'i.parentId'])
      .where('i.id', '=', at)
      .executeTakeFirst();
    if (!row) break;
    found.push(row);
    at = row.parentId;
  }
  return found;
}

/** Instances that an instance has called and that are not over. */
export const runningChildren = async (tx: Tx, parentId: number): Promise<number[]> =>
  (
    await tx
      .selectFrom('flowInstance')
      .select('id')
      .where('parentId', '=', parentId)
      .where('status', 'in', flowInstanceMachine.groups.open)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);
