import type { EpubRecipe } from '../../contract/composition/epub-recipe.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { forbidden } from '../http/app-error.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { manuscriptIn, transitionManuscript, subjectOf } from '../manuscript/manuscript-step.service.ts';
import { compositionById } from './composition.queries.ts';
import { compositionGone } from './composition-step.service.ts';
import { decidesSheet, informsEditor } from './composition.policy.ts';
import { assertNotOnHold } from '../manuscript/hold/on-hold.service.ts';

const LOG = '电子版导入单';

/** Keeps the decisions about the import sheet and the way to split, for the sending and for the next EPUB. */
export async function saveRecipe(caller: RequestCaller, id: number, recipe: EpubRecipe): Promise<void> {
  const { currentUser } = caller;
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await compositionById(tx, id);
    if (!row) throw compositionGone();
    if (!decidesSheet(row, currentUser)) throw forbidden('导入单由责任编辑或排版人员在付印前处理');
    await tx
      .updateTable('composition')
      .set((eb) => ({ epubRecipe: JSON.stringify(recipe), updateBy: currentUser.userName, updateTime: Date.now(), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
  });
}

/** Sends the manuscript back to the editing, with the reason; open proofs and the composition are cancelled with it. */
export async function sendBack(caller: RequestCaller, id: number, reason: string): Promise<void> {
  const { currentUser } = caller;
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await compositionById(tx, id);
    if (!row) throw compositionGone();
    if (!decidesSheet(row, currentUser)) throw forbidden('稿件由责任编辑或排版人员在付印前退回');
    const manuscript = await manuscriptIn(tx, row.archiveId);
    await assertNotOnHold(tx, row.archiveId);
    await transitionManuscript(tx, currentUser, manuscript, 'backTo', { reason, to: 'editing', checked: true });
    if (manuscript.editorId !== null && informsEditor(manuscript, currentUser))
      await sendMessage(tx, {
        userId: manuscript.editorId,
        type: 'task',
        title: `${subjectOf(manuscript)}退回编辑加工`,
        content: reason,
        link: `/press/editor?open=${manuscript.id}`,
      });
  });
}
