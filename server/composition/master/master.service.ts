import type { z } from 'zod';
import type { addMasterTrack, orderMasterTracks, replaceMasterTrack, saveMasterTrack } from '../../../contract/composition/master.ts';
import type { MasterTrack } from '../../../contract/media/master-track.ts';
import { fileObjection, workFiles } from '../../../contract/manuscript/work-files.ts';
import { withOperationLog } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import type { RequestCaller } from '../../crud/crud-service.ts';
import type { Database, Tx } from '../../db/database.ts';
import { finishedUpload, type Upload } from '../../files/resumable-upload.ts';
import { failed, forbidden, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { assertNotOnHold } from '../../manuscript/hold/on-hold.service.ts';
import { manuscriptIn } from '../../manuscript/manuscript-step.service.ts';
import { seesAsStaff } from '../../manuscript/manuscript.policy.ts';
import {
  addMaster,
  existingMaster,
  masterListOf,
  masterPlayOf,
  orderMasters,
  removeMaster,
  replaceMaster,
  retryMaster,
  saveMaster,
  wireMaster,
  type MasterRow,
} from '../../media/master/master-track.service.ts';
import { writesLayout } from '../composition.policy.ts';
import { compositionById, compositionOf, type CompositionRow } from '../composition.queries.ts';
import { compositionGone } from '../composition-step.service.ts';

const LOG = '制作';

/** The composition of a master that the caller may change now. */
async function openMaster(tx: Database | Tx, currentUser: CurrentUser, row: CompositionRow | undefined): Promise<CompositionRow> {
  if (!row) throw compositionGone();
  if (!writesLayout(row, currentUser)) throw forbidden('曲目和分集由制作人员在制作或改样时上传和修改');
  await assertNotOnHold(tx, row.archiveId);
  return row;
}

/** Changes the master inside one logged transaction, and notes the time: a delivery needs a master that is newer than the last one. */
async function change(
  caller: RequestCaller,
  find: (tx: Tx) => Promise<CompositionRow | undefined>,
  write: (tx: Tx, row: CompositionRow) => Promise<number>,
): Promise<MasterTrack> {
  const trackId = await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await openMaster(tx, caller.currentUser, await find(tx));
    await tx.updateTable('composition').set({ masterAt: Date.now() }).where('id', '=', row.id).execute();
    return write(tx, row);
  });
  caller.context.jobs.wake();
  return wireMaster(caller.context, await existingMaster(caller.context.db, trackId));
}

const ofPart = (trackId: number) => async (tx: Database | Tx) => compositionOf(tx, (await existingMaster(tx, trackId)).archiveId);

/** Rejects a file by its name and size before it is prepared. */
function assertPart(kind: string, upload: Upload): void {
  const { parts } = workFiles(kind);
  const objection = parts ? fileObjection(parts.media, upload.fileName, upload.size) : '';
  if (objection) throw failed(objection);
}

export async function masterFor(context: AppContext, compositionId: number): Promise<MasterTrack[]> {
  const row = await compositionById(context.db, compositionId);
  if (!row) throw compositionGone();
  return masterListOf(context, row.archiveId);
}

export async function addPart(caller: RequestCaller, { compositionId, uploadId, title }: z.output<typeof addMasterTrack.body>) {
  await openMaster(caller.context.db, caller.currentUser, await compositionById(caller.context.db, compositionId));
  const upload = await finishedUpload(caller.context, caller.currentUser, uploadId);
  return change(
    caller,
    (tx) => compositionById(tx, compositionId),
    async (tx, { archiveId, kind }) => {
      assertPart(kind, upload);
      return (await addMaster(tx, caller.currentUser, { archiveId, kind, title }, upload)).id;
    },
  );
}

export async function replacePart(caller: RequestCaller, { trackId, uploadId }: z.output<typeof replaceMasterTrack.body>) {
  await openMaster(caller.context.db, caller.currentUser, await ofPart(trackId)(caller.context.db));
  const upload = await finishedUpload(caller.context, caller.currentUser, uploadId);
  return change(caller, ofPart(trackId), async (tx, { kind }) => {
    assertPart(kind, upload);
    await replaceMaster(tx, caller.currentUser, await existingMaster(tx, trackId), upload);
    return trackId;
  });
}

const onPart = (caller: RequestCaller, trackId: number, write: (tx: Tx, row: MasterRow) => Promise<void>) =>
  change(caller, ofPart(trackId), async (tx) => {
    await write(tx, await existingMaster(tx, trackId));
    return trackId;
  });

export const savePart = (caller: RequestCaller, { trackId, ...values }: z.output<typeof saveMasterTrack.body>) =>
  onPart(caller, trackId, (tx, row) => saveMaster(tx, caller.currentUser, row, values));
export const retryPart = (caller: RequestCaller, trackId: number) => onPart(caller, trackId, retryMaster);

export async function orderParts(caller: RequestCaller, { compositionId, trackIds }: z.output<typeof orderMasterTracks.body>): Promise<void> {
  await change(
    caller,
    (tx) => compositionById(tx, compositionId),
    async (tx, { archiveId }) => {
      await orderMasters(tx, archiveId, trackIds);
      return trackIds[0] ?? 0;
    },
  );
}

export async function removePart(caller: RequestCaller, trackId: number): Promise<void> {
  const { currentUser } = caller;
  await withOperationLog(caller, { title: LOG, business: 'remove' }, async (tx) => {
    const row = await openMaster(tx, currentUser, await ofPart(trackId)(tx));
    await removeMaster(tx, currentUser, await existingMaster(tx, trackId));
    await tx.updateTable('composition').set({ masterAt: Date.now() }).where('id', '=', row.id).execute();
  });
}

/** For the staff who see the manuscript; an author hears the own proof. */
export async function playPart(context: AppContext, currentUser: CurrentUser, trackId: number) {
  const row = await existingMaster(context.db, trackId);
  if (!seesAsStaff(await manuscriptIn(context.db, row.archiveId), currentUser)) throw missing('这一段不存在或已删除，请刷新后重试');
  return masterPlayOf(context, currentUser, row);
}
