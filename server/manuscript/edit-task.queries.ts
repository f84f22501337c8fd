import { manuscriptMachine } from '../../contract/manuscript/manuscript.machine.ts';
import type { Database, Tx } from '../db/database.ts';

export const stageTasksOf = (db: Database | Tx, archiveId: number) =>
  db
    .selectFrom('stageTask')
    .leftJoin('user', 'user.id', 'stageTask.doneBy')
    .selectAll('stageTask')
    .select('user.nickName as doneByName')
    .where('stageTask.archiveId', '=', archiveId)
    .where('stageTask.delFlag', '=', '0')
    .orderBy('stageTask.id')
    .execute();

export const queriesOf = (db: Database | Tx, archiveId: number) =>
  db
    .selectFrom('editQuery')
    .leftJoin('user as asker', 'asker.id', 'editQuery.askedBy')
    .leftJoin('user as answerer', 'answerer.id', 'editQuery.askTo')
    .selectAll('editQuery')
    .select(['asker.nickName as askedByName', 'answerer.nickName as askToName'])
    .where('editQuery.archiveId', '=', archiveId)
    .where('editQuery.delFlag', '=', '0')
    .orderBy('editQuery.id')
    .execute();

export const permissionsOf = (db: Database | Tx, archiveId: number) =>
  db.selectFrom('permissionItem').selectAll().where('archiveId', '=', archiveId).where('delFlag', '=', '0').orderBy('id').execute();

export const missingPermissions = (db: Tx, archiveId: number) =>
  db
    .selectFrom('permissionItem')
    .select('material')
    .where('archiveId', '=', archiveId)
    .where('status', 'in', ['needed', 'asked'])
    .where('delFlag', '=', '0')
    .orderBy('id')
    .execute();

export const queryById = (db: Tx, id: number) =>
  db.selectFrom('editQuery').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();

export const stageTaskById = (db: Tx, id: number) =>
  db.selectFrom('stageTask').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();

/** Enabled editors with their number of manuscripts in hand. */
export const editorStations = (db: Database) =>
  db
    .selectFrom('pressUser')
    .innerJoin('user', 'user.id', 'pressUser.userId')
    .select(['pressUser.userId', 'user.nickName', 'pressUser.qualification', 'pressUser.certNo', 'pressUser.validTo', 'pressUser.maxTasks'])
    .select((eb) =>
      eb
        .selectFrom('manuscript')
        .select((inner) => inner.fn.countAll<number>().as('total'))
        .whereRef('manuscript.editorId', '=', 'pressUser.userId')
        .where('manuscript.delFlag', '=', '0')
        .where('manuscript.status', 'not in', manuscriptMachine.groups.outsideEditing)
        .as('load'),
    )
    .where('pressUser.station', '=', 'editor')
    .where('pressUser.status', '=', '0')
    .where('pressUser.delFlag', '=', '0')
    .where('user.delFlag', '=', '0')
    .where('user.status', '=', '0')
    .orderBy('user.nickName')
    .execute();

interface Asked {
  readonly tab: 'unassigned' | 'assigned' | 'mine';
  readonly userId: number;
  readonly keyword: string | undefined;
  readonly editorId: number | undefined;
}

/** Manuscripts by their need of an editor. */
export const editRows = (db: Database, { tab, userId, keyword, editorId }: Asked) => {
  const part = `%${(keyword ?? '').replace(/[\\%_]/g, '')}%`;
  return db
    .selectFrom('manuscript')
    .leftJoin('user as editor', 'editor.id', 'manuscript.editorId')
    .where('manuscript.delFlag', '=', '0')
    .where('manuscript.kind', 'not in', ['paper', 'contest'])
    .$if(tab === 'unassigned', (query) => query.where('manuscript.status', 'in', manuscriptMachine.groups.unassigned))
    .$if(tab !== 'unassigned', (query) =>
      query.where('manuscript.editorId', 'is not', null).where('manuscript.status', 'not in', manuscriptMachine.groups.notForEditors),
    )
    .$if(tab === 'mine', (query) => query.where('manuscript.editorId', '=', userId))
    .$if(editorId !== undefined, (query) => query.where('manuscript.editorId', '=', editorId ?? 0))
    .$if(Boolean(keyword), (query) => query.where((eb) => eb.or([eb('manuscript.title', 'like', part), eb('manuscript.archiveNo', 'like', part)])));
};
