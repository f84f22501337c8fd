import { editTaskMachine } from '../../contract/manuscript/edit-task.machine.ts';
import { manuscriptMachine, type ManuscriptState } from '../../contract/manuscript/manuscript.machine.ts';
import type { Handover, HeldWork } from '../identity/held-work.service.ts';
import { failed } from '../http/app-error.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { logTransition } from '../state-machine/transition-log.ts';
import { assignEditor, requireEditor } from './edit-task.service.ts';
import { manuscriptIn, subjectOf } from './manuscript-step.service.ts';
import { assigners, manuscriptsOfEditor } from './manuscript.queries.ts';

/** States in which a manager reassigns the editor in any case. */
const REASSIGNED: ReadonlySet<ManuscriptState> = new Set(manuscriptMachine.events.reassign.from);

/** The successor becomes the responsible editor; in the other stages the stage goes on as it is. */
async function giveTo({ tx, actor, from, reason }: Handover, id: number, to: number): Promise<void> {
  const row = await manuscriptIn(tx, id);
  if (row.editorId !== from) throw failed('稿件已改派，请刷新后重试');
  if (REASSIGNED.has(row.status)) {
    await assignEditor(tx, actor, row, { editorId: to, dueAt: row.dueAt, reason, event: 'reassign', checked: true });
    return;
  }
  await requireEditor(tx, row, to);
  const now = Date.now();
  await tx
    .updateTable('manuscript')
    .set((eb) => ({
      editorId: to,
      turnUserId: row.turnUserId === from ? to : row.turnUserId,
      version: eb('version', '+', 1),
      updateBy: actor.userName,
      updateTime: now,
    }))
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('editTask')
    .set({ editorId: to, updateTime: now })
    .where('archiveId', '=', id)
    .where('editorId', '=', from)
    .where('status', 'in', editTaskMachine.groups.open)
    .execute();
  await logTransition(tx, actor, {
    entityType: 'manuscript',
    entityId: id,
    event: 'reassign',
    fromStatus: row.status,
    toStatus: row.status,
    note: reason,
  });
  await sendMessage(tx, {
    userId: to,
    type: 'task',
    title: `请您担任${subjectOf(row)}的责任编辑`,
    content: reason,
    link: `/press/editor?open=${id}`,
  });
}

/** A manuscript keeps its last editor in the lists until a manager has chosen another one; the managers get a message. */
async function notifyManagers({ tx, reason }: Handover, id: number): Promise<void> {
  const row = await manuscriptIn(tx, id);
  for (const userId of await assigners(tx))
    await sendMessage(tx, {
      userId,
      type: 'task',
      title: `请改派${subjectOf(row)}的责任编辑`,
      content: `责任编辑的账号已停用：${reason}`,
      link: `/press/editor?open=${id}`,
    });
}

/** Manuscripts of which a user is the responsible editor. */
export const heldManuscripts: HeldWork = {
  key: 'manuscript',
  label: '责任编辑',
  items: async (tx, userId) =>
    (await manuscriptsOfEditor(tx, userId)).map(({ id, title, status }) => ({ id, title, note: manuscriptMachine.states[status].label })),
  handOver: giveTo,
  release: notifyManagers,
};
