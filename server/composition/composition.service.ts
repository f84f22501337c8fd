import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { COMPOSITION_EVENTS, compositionMachine, layoutWords, PAGELESS, printSheets } from '../../contract/composition/composition.machine.ts';
import type { CompositionDetail, saveImprint, saveLayout, Typesetter } from '../../contract/composition/composition.ts';
import { eventLabel, eventsFrom, stateLabel } from '../../contract/state-machine.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { conflict, failed, forbidden } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { addFileRow, storeManuscriptFile } from '../manuscript/manuscript-file.service.ts';
import { transitionsOf } from '../manuscript/manuscript-log.service.ts';
import { authorsText } from '../manuscript/manuscript-step.service.ts';
import { compositionById, fileById, namesOf, numberOf, ownPress, typesetterStations, type CompositionRow } from './composition.queries.ts';
import { compositionGone, releaseLacking } from './composition-step.service.ts';
import { epubSourceOf } from './epub-source.service.ts';
import { buildsEpub, decidesSheet, isTypesetter, takesStep, writesImprint, writesLayout } from './composition.policy.ts';
import { epubStateOf } from './epub.service.ts';
import { assertNotOnHold } from '../manuscript/hold/on-hold.service.ts';

const LOG = '排版';

async function fileOf(db: Database, id: number | null) {
  const file = id === null ? undefined : await fileById(db, id);
  return file ? { archiveFileId: file.id, fileName: file.fileName, fileSize: file.fileSize, createTime: wireTime(file.createTime) } : null;
}

export async function compositionFor(context: AppContext, currentUser: CurrentUser, id: number): Promise<CompositionDetail> {
  const { db } = context;
  const row = await compositionById(db, id);
  if (!row) throw compositionGone();
  const number = await numberOf(db, row.archiveId);
  const epub = await epubStateOf(context, row);
  return {
    compositionId: row.id,
    archiveId: row.archiveId,
    kind: row.kind as CompositionDetail['kind'],
    title: row.title,
    authorsText: authorsText(row),
    editorName: row.editorName ?? '',
    manuscriptStatus: row.manuscriptStatus,
    status: row.status,
    typesetterId: row.typesetterId,
    typesetterName: row.typesetterName ?? '',
    requirements: row.requirements,
    format: row.format,
    sheetPages: row.sheetPages,
    charsPerLine: row.charsPerLine,
    linesPerPage: row.linesPerPage,
    pages: row.pages,
    fontFamily: row.fontFamily,
    fontSizePt: row.fontSizePt,
    layoutWordCount: layoutWords(row),
    printSheets: printSheets(row),
    proofNo: row.proofNo,
    proof: await fileOf(db, row.proofFileId),
    final: await fileOf(db, row.finalFileId),
    epub: await fileOf(db, row.epubFileId),
    epubState: epub.state,
    epubMessage: epub.message,
    epubSource: await epubSourceOf(context, row.archiveId),
    isbn: number?.isbn ?? '',
    cipNo: number?.cipNo ?? '',
    binding: row.binding,
    printRun: row.printRun,
    priceFen: row.priceFen,
    wordCount: row.wordCount,
    pressName: (await ownPress(db))?.pressName ?? '',
    dueAt: wireTime(row.dueAt),
    sentAt: wireTime(row.sentAt),
    releasedAt: wireTime(row.releasedAt),
    releasedByName: row.releasedByName ?? '',
    publishId: row.publicationId,
    lacking: await releaseLacking(db, row),
    log: await transitionsOf(
      db,
      'composition',
      id,
      (event) => eventLabel(compositionMachine, event),
      (state) => stateLabel(compositionMachine, state),
    ),
    can: eventsFrom(
      compositionMachine,
      row.status,
      (permission) => hasPermission(currentUser, permission),
      (who) => who === 'assignee' && isTypesetter(row, currentUser),
    )
      .filter((event): event is (typeof COMPOSITION_EVENTS)[number] => (COMPOSITION_EVENTS as readonly string[]).includes(event))
      .filter((event) => takesStep(event, row, currentUser)),
    writes: {
      layout: writesLayout(row, currentUser),
      imprint: writesImprint(row, currentUser),
      proof: writesLayout(row, currentUser),
      epub: buildsEpub(row, currentUser),
      sheet: decidesSheet(row, currentUser),
    },
    version: row.version,
  };
}

/** Writes columns of a composition by its version. Throws when `may` says no, and for an old version. */
export async function writeComposition(
  caller: RequestCaller,
  id: number,
  version: number,
  may: (row: CompositionRow) => boolean,
  why: string,
  columns: Readonly<Record<string, unknown>>,
): Promise<{ version: number }> {
  return withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx: Tx) => {
    const row = await compositionById(tx, id);
    if (!row) throw compositionGone();
    if (!may(row)) throw forbidden(why);
    await assertNotOnHold(tx, row.archiveId);
    const done = await tx
      .updateTable('composition')
      .set({ ...columns, updateBy: caller.currentUser.userName, updateTime: Date.now(), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    if (Number(done.numUpdatedRows) !== 1) throw conflict();
    return { version: version + 1 };
  });
}

export function storeLayout(caller: RequestCaller, { compositionId, version, ...layout }: z.output<typeof saveLayout.body>) {
  const may = (row: CompositionRow) => writesLayout(row, caller.currentUser);
  return writeComposition(caller, compositionId, version, may, '版面参数由排版人员在排版或改样时填写', layout);
}

export function storeImprint(caller: RequestCaller, { compositionId, version, ...imprint }: z.output<typeof saveImprint.body>) {
  const may = (row: CompositionRow) => writesImprint(row, caller.currentUser);
  return writeComposition(caller, compositionId, version, may, '版权页数据由责任编辑在付印前填写', imprint);
}

/** Stores the proof of the present round. */
export async function storeProof(context: AppContext, currentUser: CurrentUser, id: number, request: FastifyRequest) {
  const row = await compositionById(context.db, id);
  if (!row) throw compositionGone();
  if (!writesLayout(row, currentUser)) throw forbidden('校样由排版人员在排版或改样时上传');
  if (PAGELESS.has(row.kind)) throw failed('音像作品没有校样PDF，请在“制作”里上传曲目或分集');
  await assertNotOnHold(context.db, row.archiveId);
  const stored = await storeManuscriptFile(context, row.archiveId, request);
  if (stored.mime !== 'application/pdf') {
    await context.files.remove(stored.fileKey);
    throw failed('校样须是PDF文件，请从排版软件导出PDF后上传');
  }
  const archiveFileId = await context.db.transaction().execute(async (tx) => {
    const added = await addFileRow(tx, currentUser, row.archiveId, 'proof', stored, row.proofFileId ?? undefined);
    await tx
      .updateTable('composition')
      .set((eb) => ({ proofFileId: added, updateBy: currentUser.userName, updateTime: Date.now(), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    return added;
  });
  return { archiveFileId, fileName: stored.fileName, fileSize: stored.fileSize, createTime: wireTime(Date.now()) };
}

export async function typesettersWithLoad({ db }: AppContext): Promise<Typesetter[]> {
  return (await typesetterStations(db)).map(({ userId, nickName, load }) => ({ userId, nickName, load: Number(load ?? 0) }));
}

/** What a list shows beside the columns. */
export async function shownOf(db: Database | Tx, ids: readonly number[]) {
  const rows = await namesOf(db, ids);
  return ids.map((id) => {
    const row = rows.get(id);
    return {
      title: row?.title ?? '',
      archiveNo: row?.archiveNo ?? '',
      typesetterName: row?.typesetterName ?? '',
      editorName: row?.editorName ?? '',
      layoutWordCount: row ? layoutWords(row) : 0,
      printSheets: row ? printSheets(row) : '',
    };
  });
}
