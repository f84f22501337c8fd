import { editTaskMachine, type EditTaskEvent, type EditTaskState } from '../../contract/manuscript/edit-task.machine.ts';
import type { ManuscriptEvent, ManuscriptState } from '../../contract/manuscript/manuscript.machine.ts';
import { inGroup } from '../../contract/state-machine.ts';
import type { Tx } from '../db/database.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { transition } from '../state-machine/transition.ts';
import { editTaskById, editTaskOf, openEditTasks, type EditTaskRow } from './manuscript.queries.ts';

const step = transition<EditTaskState, EditTaskEvent, EditTaskRow>(editTaskMachine, {
  table: 'editTask',
  stateOf: (row) => row.status,
  on: {
    start: { columns: ({ row, now }) => ({ startDate: row.startDate ?? now }) },
    finish: { columns: ({ now }) => ({ finishedAt: now }) },
    reopen: { columns: { finishedAt: null } },
  },
});

/** Ends the open tasks of a manuscript. */
export async function cancelEditTasks(tx: Tx, currentUser: CurrentUser | null, archiveId: number): Promise<void> {
  for (const row of await openEditTasks(tx, archiveId)) await step(tx, currentUser, row, 'cancel', '', 'checked');
}

/** Opens the task of a new responsible editor; `editing`: the manuscript is edited already. */
export async function addEditTask(
  tx: Tx,
  currentUser: CurrentUser,
  given: { readonly archiveId: number; readonly editorId: number; readonly dueAt: number | null; readonly editing: boolean },
): Promise<void> {
  const { editing, ...task } = given;
  const now = Date.now();
  const { id } = await tx
    .insertInto('editTask')
    .values({
      ...task,
      assignedBy: currentUser.userId,
      startDate: null,
      finishedAt: null,
      createBy: currentUser.userName,
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (editing) await step(tx, currentUser, await editTaskById(tx, id), 'start', '', 'checked');
}

/** The task follows its manuscript: it starts with the editing, ends when the editor has finished, and starts again when the manuscript comes back. */
export async function followManuscript(
  tx: Tx,
  currentUser: CurrentUser | null,
  archiveId: number,
  { event, from, to }: { readonly event: ManuscriptEvent; readonly from: ManuscriptState; readonly to: ManuscriptState },
): Promise<void> {
  if (from === to || event === 'reassign') return;
  const row = await editTaskOf(tx, archiveId);
  if (!row) return;
  if (event === 'finishEdit' && inGroup(editTaskMachine, 'open', row.status)) await step(tx, currentUser, row, 'finish', '', 'checked');
  if (to !== 'editing') return;
  // The date of the editing is that of its task, also after the agreement was signed.
  if (row.dueAt !== null) await tx.updateTable('manuscript').set({ dueAt: row.dueAt }).where('id', '=', archiveId).execute();
  if (row.status === 'assigned') await step(tx, currentUser, row, 'start', '', 'checked');
  if (row.status === 'done') await step(tx, currentUser, row, 'reopen', '', 'checked');
}
