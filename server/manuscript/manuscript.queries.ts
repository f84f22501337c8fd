import { manuscriptMachine } from '../../contract/manuscript/manuscript.machine.ts';
import { editQueryMachine } from '../../contract/manuscript/edit-query.machine.ts';
import { editTaskMachine } from '../../contract/manuscript/edit-task.machine.ts';
import type { ManuscriptState } from '../../contract/manuscript/manuscript.machine.ts';
import type { Database, Tx } from '../db/database.ts';

const rows = (db: Database | Tx) =>
  db
    .selectFrom('manuscript')
    .leftJoin('user as owner', 'owner.id', 'manuscript.ownerId')
    .leftJoin('user as editor', 'editor.id', 'manuscript.editorId')
    .leftJoin('user as handler', 'handler.id', 'manuscript.turnUserId')
    .leftJoin('archiveType', 'archiveType.id', 'manuscript.archiveTypeId')
    .selectAll('manuscript')
    .select(['owner.nickName as ownerName', 'editor.nickName as editorName', 'handler.nickName as handlerName', 'archiveType.typeName']);

/** A manuscript with the names of its people; null when it does not exist or is in the recycle bin. */
export const manuscriptById = (db: Database | Tx, id: number) =>
  rows(db).where('manuscript.id', '=', id).where('manuscript.delFlag', '=', '0').executeTakeFirst();
export type ManuscriptRow = NonNullable<Awaited<ReturnType<typeof manuscriptById>>>;

export const manuscriptsOf = (db: Database, ownerId: number) =>
  rows(db).where('manuscript.ownerId', '=', ownerId).where('manuscript.delFlag', '=', '0').orderBy('manuscript.updateTime', 'desc').execute();

/** Steps of a manuscript, the oldest first. */
export const logOf = (db: Database | Tx, entity: string, id: number) =>
  db
    .selectFrom('flowLog')
    .leftJoin('user', 'user.id', 'flowLog.operatorId')
    .select([
      'flowLog.id',
      'flowLog.event',
      'flowLog.fromStatus',
      'flowLog.toStatus',
      'flowLog.note',
      'flowLog.at',
      'flowLog.operatorId',
      'user.nickName',
    ])
    .where('flowLog.entityType', '=', entity)
    .where('flowLog.entityId', '=', id)
    .orderBy('flowLog.id')
    .execute();

export const filesOfRole = (db: Tx, archiveId: number, roles: readonly string[]) =>
  db
    .selectFrom('manuscriptFile')
    .select('id')
    .where('archiveId', '=', archiveId)
    .where('fileRole', 'in', roles)
    .where('status', '=', 'current')
    .where('delFlag', '=', '0')
    .limit(1)
    .executeTakeFirst();

export const textOf = (db: Database | Tx, archiveId: number) =>
  db.selectFrom('manuscriptText').select(['content', 'revision', 'unsaved']).where('archiveId', '=', archiveId).executeTakeFirst();

/** Time of the last step into a state. */
export const enteredAt = async (tx: Tx, id: number, state: ManuscriptState): Promise<number> =>
  (
    await tx
      .selectFrom('flowLog')
      .select('at')
      .where('entityType', '=', 'manuscript')
      .where('entityId', '=', id)
      .where('toStatus', '=', state)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.at ?? 0;

/** The state from which a manuscript entered its present one, by the log. */
export const cameFrom = async (tx: Tx, id: number, state: ManuscriptState): Promise<string> =>
  (
    await tx
      .selectFrom('flowLog')
      .select('fromStatus')
      .where('entityType', '=', 'manuscript')
      .where('entityId', '=', id)
      .where('toStatus', '=', state)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.fromStatus ?? '';

export const newerVersion = (tx: Tx, archiveId: number, since: number) =>
  tx.selectFrom('manuscriptVersion').select('id').where('archiveId', '=', archiveId).where('createTime', '>', since).limit(1).executeTakeFirst();

/** A current file of a role that was added after a time. */
export const newerFile = (tx: Tx, archiveId: number, role: string, since: number) =>
  tx
    .selectFrom('manuscriptFile')
    .select('id')
    .where('archiveId', '=', archiveId)
    .where('fileRole', '=', role)
    .where('status', '=', 'current')
    .where('createTime', '>', since)
    .where('delFlag', '=', '0')
    .limit(1)
    .executeTakeFirst();

export const openBlockingTasks = async (tx: Tx, archiveId: number, stage: string): Promise<number> =>
  Number(
    (
      await tx
        .selectFrom('stageTask')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('archiveId', '=', archiveId)
        .where('stage', '=', stage)
        .where('blocking', '=', '1')
        .where('doneAt', 'is', null)
        .where('delFlag', '=', '0')
        .executeTakeFirstOrThrow()
    ).total,
  );

export const openQueries = async (tx: Tx, archiveId: number): Promise<number> =>
  Number(
    (
      await tx
        .selectFrom('editQuery')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('archiveId', '=', archiveId)
        .where('status', 'in', editQueryMachine.groups.unsettled)
        .where('delFlag', '=', '0')
        .executeTakeFirstOrThrow()
    ).total,
  );

/** The edit task of the present editor of a manuscript. */
export const editTaskOf = (db: Database | Tx, archiveId: number) =>
  db
    .selectFrom('editTask')
    .selectAll()
    .where('archiveId', '=', archiveId)
    .where('status', 'in', editTaskMachine.groups.kept)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
export type EditTaskRow = NonNullable<Awaited<ReturnType<typeof editTaskOf>>>;

export const editTaskById = (tx: Tx, id: number): Promise<EditTaskRow> =>
  tx.selectFrom('editTask').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const openEditTasks = (tx: Tx, archiveId: number) =>
  tx.selectFrom('editTask').selectAll().where('archiveId', '=', archiveId).where('status', 'in', editTaskMachine.groups.open).orderBy('id').execute();

const STAFF_ROLES = ['admin', 'system_admin', 'works_admin', 'ops_admin', 'tally_admin', 'invoice'];

/** Whether a user has no role that opens the back office. */
export const isOutside = async (db: Database | Tx, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .select('role.id')
    .where('userRole.userId', '=', userId)
    .where('role.roleKey', 'in', STAFF_ROLES)
    .limit(1)
    .executeTakeFirst()) === undefined;

/** An enabled station of a user; `today` is `yyyy-MM-dd`. */
export const stationOf = (db: Database | Tx, userId: number, station: readonly string[], today: string) =>
  db
    .selectFrom('pressUser')
    .selectAll()
    .where('userId', '=', userId)
    .where('station', 'in', station)
    .where('status', '=', '0')
    .where('delFlag', '=', '0')
    .where((eb) => eb.or([eb('validTo', '=', ''), eb('validTo', '>=', today)]))
    .orderBy('id')
    .executeTakeFirst();

/** The deputy of a user on a day; null when the user is not absent. */
export const deputyOf = async (db: Database | Tx, userId: number, today: string): Promise<number | null> =>
  (
    await db
      .selectFrom('absence')
      .select('deputyId')
      .where('userId', '=', userId)
      .where('startDate', '<=', today)
      .where('endDate', '>=', today)
      .where('delFlag', '=', '0')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.deputyId ?? null;

/** Number of manuscripts that an editor handles now. */
export const loadOf = async (db: Database | Tx, editorId: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('manuscript')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('editorId', '=', editorId)
        .where('delFlag', '=', '0')
        .where('status', 'not in', manuscriptMachine.groups.outsideEditing)
        .executeTakeFirstOrThrow()
    ).total,
  );

/** A user's shown name. */
export const personOf = (db: Database | Tx, userId: number) =>
  db.selectFrom('user').select(['id', 'nickName']).where('id', '=', userId).executeTakeFirst();

/** Manuscripts of a responsible editor that are not at their end. */
export const manuscriptsOfEditor = (tx: Tx, editorId: number) =>
  tx
    .selectFrom('manuscript')
    .select(['id', 'title', 'status'])
    .where('editorId', '=', editorId)
    .where('delFlag', '=', '0')
    .where('status', 'not in', manuscriptMachine.groups.ended)
    .orderBy('id')
    .execute();

const MAX_ASSIGNERS = 20;

/** Active users of the roles that may assign editors. */
export async function assigners(tx: Tx): Promise<number[]> {
  const rows = await tx
    .selectFrom('user')
    .innerJoin('userRole', 'userRole.userId', 'user.id')
    .innerJoin('roleMenu', 'roleMenu.roleId', 'userRole.roleId')
    .innerJoin('menu', 'menu.id', 'roleMenu.menuId')
    .select('user.id')
    .distinct()
    .where('menu.perms', '=', 'press:editor:assign')
    .where('user.status', '=', '0')
    .where('user.delFlag', '=', '0')
    .orderBy('user.id')
    .limit(MAX_ASSIGNERS)
    .execute();
  return rows.map(({ id }) => id);
}
/** Manuscripts that a user owns or is named on as a co-author, outside the states `ended`. */
export const manuscriptsOfAuthor = (db: Database | Tx, userId: number, ended: readonly ManuscriptState[]) =>
  db
    .selectFrom('manuscript')
    .select(['title', 'status'])
    .where('delFlag', '=', '0')
    .where('status', 'not in', ended)
    .where((eb) =>
      eb.or([
        eb('ownerId', '=', userId),
        eb('id', 'in', eb.selectFrom('authorConfirm').select('archiveId').where('userId', '=', userId).where('delFlag', '=', '0')),
      ]),
    )
    .orderBy('id')
    .execute();
