import { manuscriptMachine, type ManuscriptState } from '../../contract/manuscript/manuscript.machine.ts';
import { editTaskMachine } from '../../contract/manuscript/edit-task.machine.ts';
import { epochOf } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import type { Duty, DutySource } from './duty.service.ts';
import { editorPath } from './manuscript-step.service.ts';

const STAGES = manuscriptMachine.states;
/** States without reminders: the manuscript is finished, stopped or on hold. */
const AT_REST: ManuscriptState[] = [...manuscriptMachine.groups.atRest, 'held'];

const editing: DutySource = {
  kind: 'editTask',
  aheadDays: 3,
  due: async (db, before) =>
    (
      await db
        .selectFrom('editTask')
        .innerJoin('manuscript', 'manuscript.id', 'editTask.archiveId')
        .select(['editTask.id', 'editTask.dueAt', 'editTask.editorId', 'editTask.archiveId', 'manuscript.title'])
        .where('editTask.status', 'in', editTaskMachine.groups.open)
        .where('editTask.delFlag', '=', '0')
        .where('editTask.dueAt', '<', before)
        .where('manuscript.status', 'not in', AT_REST)
        .where('manuscript.delFlag', '=', '0')
        .execute()
    ).map((row) => ({
      id: row.id,
      name: `《${row.title}》的编辑加工`,
      dueAt: row.dueAt ?? 0,
      userId: row.editorId,
      link: editorPath(row.archiveId),
    })),
};

const stageTasks: DutySource = {
  kind: 'stageTask',
  aheadDays: 1,
  due: async (db, before) =>
    (
      await db
        .selectFrom('stageTask')
        .innerJoin('manuscript', 'manuscript.id', 'stageTask.archiveId')
        .select(['stageTask.id', 'stageTask.dueAt', 'stageTask.title as what', 'stageTask.archiveId', 'manuscript.title', 'manuscript.editorId'])
        .where('stageTask.doneAt', 'is', null)
        .where('stageTask.delFlag', '=', '0')
        .where('stageTask.dueAt', '<', before)
        .whereRef('stageTask.stage', '=', 'manuscript.status')
        .where('manuscript.editorId', 'is not', null)
        .where('manuscript.delFlag', '=', '0')
        .execute()
    ).map((row) => ({
      id: row.id,
      name: `《${row.title}》的“${row.what}”`,
      dueAt: row.dueAt ?? 0,
      userId: row.editorId ?? 0,
      link: editorPath(row.archiveId),
    })),
};

/** Work whose date the manuscript itself has. */
const ofState = (
  kind: string,
  state: ManuscriptState,
  words: string,
  userOf: (row: { readonly ownerId: number; readonly editorId: number | null; readonly turnUserId: number | null }) => number | null,
  linkOf: (archiveId: number) => string,
): DutySource => ({
  kind,
  aheadDays: 3,
  due: async (db, before) =>
    (
      await db
        .selectFrom('manuscript')
        .select(['id', 'title', 'dueAt', 'ownerId', 'editorId', 'turnUserId'])
        .where('status', '=', state)
        .where('dueAt', '<', before)
        .where('delFlag', '=', '0')
        .execute()
    ).flatMap((row): Duty[] => {
      const userId = userOf(row);
      return userId === null ? [] : [{ id: row.id, name: `《${row.title}》的${words}`, dueAt: row.dueAt ?? 0, userId, link: linkOf(row.id) }];
    }),
});

const authorPath = (archiveId: number): string => `/authorBackground/publish?archiveId=${archiveId}`;
const revision = ofState('revision', 'revising', '修改', ({ ownerId }) => ownerId, authorPath);
const gate = ofState('publishing', 'ready', STAGES.ready.label, ({ turnUserId, editorId }) => turnUserId ?? editorId, editorPath);

/** The day on which a held manuscript was planned to go on. */
const resumption: DutySource = {
  kind: 'resumption',
  aheadDays: 3,
  due: async (db: Database, before) =>
    (
      await db
        .selectFrom('manuscriptHold')
        .innerJoin('manuscript', 'manuscript.id', 'manuscriptHold.archiveId')
        .select(['manuscriptHold.id', 'manuscriptHold.resumePlan', 'manuscriptHold.heldBy', 'manuscript.title'])
        .where('manuscriptHold.result', '=', 'holding')
        .where('manuscriptHold.resumePlan', '<>', '')
        .where('manuscript.delFlag', '=', '0')
        .execute()
    )
      .map((row) => ({
        id: row.id,
        name: `《${row.title}》计划的恢复`,
        dueAt: epochOf(`${row.resumePlan} 23:59:59`) ?? 0,
        userId: row.heldBy,
        link: '/press/hold',
      }))
      .filter(({ dueAt }) => dueAt < before),
};

export const manuscriptDuties: readonly DutySource[] = [editing, stageTasks, revision, gate, resumption];
