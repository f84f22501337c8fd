import { DAY_MS } from '../../contract/clock.ts';
import {
  compositionMachine,
  PAGELESS,
  type COMPOSITION_EVENTS,
  type CompositionEvent,
  type CompositionState,
} from '../../contract/composition/composition.machine.ts';
import { workFiles } from '../../contract/manuscript/work-files.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { draftPublication } from '../catalog/publication.service.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import type { Database, Tx } from '../db/database.ts';
import { AppError, failed, forbidden, invalid, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { openPermissions } from '../manuscript/edit-task.service.ts';
import { resetDuty } from '../manuscript/duty.service.ts';
import { addFileRow } from '../manuscript/manuscript-file.service.ts';
import {
  assertNotAuthor,
  authorsText,
  manuscriptIn,
  setTurn,
  subjectOf,
  type ManuscriptRow,
  type TurnChange,
} from '../manuscript/manuscript-step.service.ts';
import { behalfWords, objectionOf, qualifiedStation, takerFor, type Taker } from '../manuscript/press-people.service.ts';
import { pressTask, type TaskMessage, type TaskRule } from '../manuscript/press-task.service.ts';
import { masterLacking, publishMaster } from '../media/master/master-track.service.ts';
import { lackingRight } from '../protocol/sale-right.service.ts';
import { sendObjection } from './import-check.service.ts';
import { openCorrections, proofObjection, textObjection } from '../proof/correction-check.service.ts';
import { logTransition } from '../state-machine/transition-log.ts';
import { requirePermission, writeState } from '../state-machine/transition.ts';
import { CODES } from './composition-codes.ts';
import { compositionById, correctedVersionOf, fileById, lastCompositionOf, numberOf, type CompositionRow } from './composition.queries.ts';
import { decidesStep, isResponsible } from './composition.policy.ts';
import { useNumber } from './isbn.service.ts';

const LOG = '排版';
/** Days for a composition and for a round of corrections. */
const SETTING_DAYS = 12;
const CORRECTING_DAYS = 3;

export const compositionGone = (): AppError => missing('排版任务不存在，请刷新后重试');
export const compositionPath = (id: number): string => `/press/composition?open=${id}`;

/** What comes with an event. */
export interface CompositionBody {
  readonly reason?: string | null | undefined;
  readonly typesetterId?: number | null | undefined;
  /** Who takes the task for `typesetterId`, where that is a deputy. */
  readonly taker?: Taker | undefined;
  readonly requirements?: string | null | undefined;
}

/** What a delivery needs: page data and a new proof, or a master whose parts are all ready and that was changed since the last delivery. */
async function layoutLacking(tx: Tx, row: CompositionRow): Promise<string[]> {
  if (PAGELESS.has(row.kind)) {
    const lacking = await masterLacking(tx, row.archiveId, row.kind);
    if (lacking.length > 0 || row.deliveredAt === null || row.masterAt > row.deliveredAt) return lacking;
    return [`改后的${workFiles(row.kind).parts?.name ?? ''}（上次出样以后没有改动）`];
  }
  const fresh = row.proofFileId !== null && row.proofFileId !== row.deliveredFileId;
  const proof = fresh ? [] : [row.deliveredFileId === null ? '校样文件' : '改后的校样文件'];
  const data = [
    ['成品尺寸', row.format !== ''],
    ['开数', row.sheetPages > 0],
    ['每行字数', row.charsPerLine >= 5],
    ['每面行数', row.linesPerPage >= 5],
    ['面数', row.pages > 0],
  ] as const;
  return [...data.filter(([, there]) => !there).map(([name]) => name), ...proof];
}

/** What the imprint lacks before the release. */
export async function releaseLacking(db: Database | Tx, row: CompositionRow): Promise<string[]> {
  const number = await numberOf(db, row.archiveId);
  const numbered = !PAGELESS.has(row.kind);
  const right = await lackingRight(db, row.archiveId, row.kind);
  return [
    numbered && !number && '书号',
    numbered && !number?.cipNo && 'CIP',
    row.priceFen === 0 && '定价',
    right !== null && `协议授予的${right}权利`,
    ...(await masterLacking(db, row.archiveId, row.kind)),
  ].filter((one) => one !== false);
}

/** Refuses a step towards print or sale while an adopted mark is not in the text or not confirmed on the newest proof. */
export async function assertCorrected(tx: Tx, archiveId: number): Promise<void> {
  const open = await openCorrections(tx, archiveId);
  const objection = textObjection(open) ?? proofObjection(open.proof, open);
  if (objection) throw new AppError(CODES.openCorrections, objection);
}

/** Refuses an EPUB that was built before the newest correction of the text. */
export async function assertFreshEpub(tx: Tx, row: Pick<CompositionRow, 'archiveId' | 'epubFileId'>): Promise<void> {
  const file = row.epubFileId === null ? undefined : await fileById(tx, row.epubFileId);
  const corrected = await correctedVersionOf(tx, row.archiveId);
  if (file && corrected && corrected.createTime > file.createTime)
    throw new AppError(CODES.openCorrections, `电子版是在改入校样的改动（第${corrected.versionNo}版）以前生成的，请先到“电子版”重新生成EPUB`);
}

const responsible = (row: CompositionRow, currentUser: CurrentUser | null): void => {
  if (currentUser && !isResponsible(row, currentUser)) throw forbidden('这一步由稿件的责任编辑处理');
};

async function checkTypesetter(tx: Tx, { typesetterId, taker }: CompositionBody): Promise<void> {
  if (!typesetterId) throw invalid('请选择排版人员');
  if (await qualifiedStation(tx, typesetterId, ['typesetter'])) return;
  const objection = failed('所选的人没有有效的排版岗位，请另选');
  throw taker ? objectionOf(taker, objection) : objection;
}

/** `mayGive` decides who may give the task to another typesetter: the responsible editor, or those who stop an account. */
const runner = (body: CompositionBody, manuscript: ManuscriptRow, mayGive = responsible, importFault: string | null = null) => {
  const name = subjectOf(manuscript);
  const { work, proof, correct } = workFiles(manuscript.kind).making;
  const withTypesetter = ({ written }: { readonly written: CompositionRow }): TurnChange => ({
    turn: 'typesetter',
    userId: written.typesetterId,
    dueAt: written.dueAt,
  });
  const message = (row: CompositionRow, userId: number | null, title: string, content = ''): TaskMessage => ({
    userId,
    title,
    content,
    link: compositionPath(row.id),
  });
  const given: Pick<TaskRule<CompositionState, CompositionEvent, CompositionRow>, 'after' | 'turn' | 'messages'> = {
    async after({ tx, written }) {
      await tx.updateTable('manuscript').set({ typesetterId: written.typesetterId }).where('id', '=', manuscript.id).execute();
    },
    turn: withTypesetter,
    messages: ({ row, written }) => [
      message(written, written.typesetterId, `请${work}：${name}${behalfWords(body.taker?.onBehalfOf)}`, written.requirements),
      ...(row.typesetterId === null ? [] : [message(row, row.typesetterId, `${name}的${work}已转给他人`)]),
    ],
  };
  const corrected: TaskRule<CompositionState, CompositionEvent, CompositionRow> = {
    columns: ({ now }) => ({ dueAt: now + CORRECTING_DAYS * DAY_MS, finalFileId: null }),
    turn: withTypesetter,
    messages: ({ written, reason }) => [message(written, written.typesetterId, `请${correct}：${name}`, reason)],
  };
  return pressTask<CompositionState, CompositionEvent, CompositionRow>(compositionMachine, manuscript, {
    table: 'composition',
    stateOf: (row) => row.status,
    subject: () => `${name}的${work}`,
    assigneeOf: (row) => row.typesetterId,
    target: ({ from }) => from,
    on: {
      send: {
        ...given,
        async guard({ tx, row, currentUser }) {
          responsible(row, currentUser);
          if (manuscript.status !== 'composing') throw new AppError(CODES.notComposing, '书稿尚未完成编辑加工');
          await checkTypesetter(tx, body);
          if (importFault !== null) throw new AppError(CODES.importOpen, importFault);
        },
        columns: ({ row, now, currentUser }) => ({
          typesetterId: body.typesetterId,
          requirements: body.requirements ?? row.requirements,
          sentAt: now,
          sentBy: currentUser?.userId ?? null,
          dueAt: now + SETTING_DAYS * DAY_MS,
        }),
        messages: ({ written }) => [
          message(written, written.typesetterId, `请${work}：${name}${behalfWords(body.taker?.onBehalfOf)}`, written.requirements),
        ],
      },
      transfer: {
        ...given,
        async guard({ tx, row, currentUser }) {
          mayGive(row, currentUser);
          await checkTypesetter(tx, body);
          if (body.typesetterId === row.typesetterId) throw failed('任务已在此人手上，请选择其他人');
        },
        columns: { typesetterId: body.typesetterId },
        after: async ({ tx, row }) => void (await resetDuty(tx, 'composition', row.id)),
      },
      deliver: {
        async guard({ tx, row }) {
          const lacking = await layoutLacking(tx, row);
          if (lacking.length > 0)
            throw new AppError(CODES.layoutIncomplete, `${PAGELESS.has(row.kind) ? proof : '版面参数'}不完整：${lacking.join('、')}`);
        },
        columns: ({ row, now }) => ({ proofNo: row.proofNo + 1, deliveredFileId: row.proofFileId, deliveredAt: now, dueAt: null }),
        manuscript: () => (manuscript.status === 'composing' ? { event: 'proofsOut', reason: '' } : null),
        turn: () => (manuscript.status === 'ready' ? { turn: 'editor', userId: manuscript.editorId, dueAt: null } : null),
        messages: ({ written }) => [message(written, manuscript.editorId, `${name}第${written.proofNo}次${proof}已出`)],
      },
      correct: corrected,
      rework: corrected,
      recorrect: {
        ...corrected,
        async guard({ tx, row, currentUser }) {
          responsible(row, currentUser);
          if ((await openCorrections(tx, row.archiveId)).due.length === 0) throw failed(`采纳的改动在这次${proof}上都核对过了，不用退回${correct}`);
        },
        async messages({ tx, written, reason }) {
          const { due, proofNo } = await openCorrections(tx, written.archiveId);
          return [
            message(written, written.typesetterId, `请${correct}：${name}`, `第${proofNo}次${proof}漏改${due.length}处，见“改正核对”。${reason}`),
          ];
        },
      },
      finalise: {
        async guard({ tx, row, currentUser }) {
          responsible(row, currentUser);
          if (manuscript.status !== 'ready') throw new AppError(CODES.notRead, '通读未通过，不能定样');
          await assertCorrected(tx, row.archiveId);
        },
        after: ({ tx, currentUser, row }) => copyFinalFile(tx, currentUser, manuscript.id, row),
        turn: ({ row }) => (row.deliveredFileId === null && !PAGELESS.has(row.kind) ? null : { turn: 'manager', userId: null, dueAt: null }),
      },
      release: {
        async guard({ tx, row }) {
          if (manuscript.status !== 'ready') throw new AppError(CODES.notRead, '通读未通过，不能付印');
          await assertCorrected(tx, row.archiveId);
          await assertFreshEpub(tx, row);
          const lacking = await releaseLacking(tx, row);
          if (lacking.length > 0)
            throw new AppError(
              CODES.numbersMissing,
              `${PAGELESS.has(row.kind) ? '作品还不完整' : '书号、CIP或定价未确定'}，不能付印：缺${lacking.join('、')}`,
            );
          const open = await openPermissions(tx, row.archiveId);
          if (open.length > 0) throw new AppError(CODES.permissions, `授权清单未齐：${open.join('、')}`);
        },
        columns: ({ now, currentUser }) => ({ releasedAt: now, releasedBy: currentUser?.userId ?? null }),
        after: ({ tx, currentUser, row }) => createPublication(tx, currentUser, manuscript, row),
        turn: () => ({ turn: 'works', userId: null, dueAt: null }),
        messages: ({ row }) => [message(row, manuscript.editorId, `${name}已付印`, '出版物已建立，请作品管理完善后提交上架。')],
      },
    },
  });
};

/** The data of a first composition. */
const NOTHING = {
  format: '',
  sheetPages: 0,
  charsPerLine: 0,
  linesPerPage: 0,
  pages: 0,
  fontFamily: '',
  fontSizePt: '',
  requirements: '',
  binding: '',
  printRun: 0,
  priceFen: 0,
  proofNo: 0,
} as const;

/** Opens the composition of a manuscript that has left editing; a second one takes the page data of the first. */
export async function openComposition(tx: Tx, archiveId: number, userName: string): Promise<void> {
  const before = await lastCompositionOf(tx, archiveId);
  const now = Date.now();
  const kept = before ?? NOTHING;
  await tx
    .insertInto('composition')
    .values({
      format: kept.format,
      sheetPages: kept.sheetPages,
      charsPerLine: kept.charsPerLine,
      linesPerPage: kept.linesPerPage,
      pages: kept.pages,
      fontFamily: kept.fontFamily,
      fontSizePt: kept.fontSizePt,
      requirements: kept.requirements,
      binding: kept.binding,
      printRun: kept.printRun,
      priceFen: kept.priceFen,
      proofNo: kept.proofNo,
      archiveId,
      typesetterId: null,
      proofFileId: null,
      deliveredFileId: null,
      deliveredAt: null,
      finalFileId: null,
      epubFileId: null,
      queuedFileId: null,
      sentAt: null,
      sentBy: null,
      dueAt: null,
      releasedAt: null,
      releasedBy: null,
      createBy: userName,
      createTime: now,
      updateTime: now,
    })
    .execute();
}

/** Takes a step that another machine causes: a correction, a return, or the end. */
export async function moveComposition(tx: Tx, row: CompositionRow, event: 'correct' | 'rework' | 'reopen' | 'cancel', reason = ''): Promise<void> {
  const manuscript = await manuscriptIn(tx, row.archiveId);
  await runner({}, manuscript)(tx, null, row, event, reason);
}

/** Takes one step of SM07 with everything that it causes. */
export async function handleCompositionEvent(
  caller: RequestCaller,
  id: number,
  event: (typeof COMPOSITION_EVENTS)[number],
  body: CompositionBody,
): Promise<void> {
  const { currentUser } = caller;
  requirePermission(compositionMachine, event, currentUser);
  const asked = event === 'send' ? await compositionById(caller.context.db, id) : undefined;
  // The document is read outside the transaction, because that takes time.
  const importFault = asked?.status === 'pending' ? await sendObjection(caller.context, asked) : null;
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await compositionById(tx, id);
    if (!row) throw compositionGone();
    const manuscript = await manuscriptIn(tx, row.archiveId);
    if (decidesStep(event)) assertNotAuthor(manuscript, currentUser);
    const taker = body.typesetterId ? await takerFor(tx, body.typesetterId) : undefined;
    const given = taker ? { ...body, typesetterId: taker.userId, taker } : body;
    await runner(given, manuscript, responsible, importFault)(tx, currentUser, row, event, body.reason ?? '');
  });
}

/**
 * Gives the open composition of a stopped account to another typesetter. Without one it keeps its state, and the responsible editor
 * reassigns it.
 */
export async function handOverComposition(tx: Tx, currentUser: CurrentUser, id: number, typesetterId: number | null, reason: string): Promise<void> {
  const row = await compositionById(tx, id);
  if (!row) throw compositionGone();
  const manuscript = await manuscriptIn(tx, row.archiveId);
  if (typesetterId !== null) {
    const taker = await takerFor(tx, typesetterId);
    await runner({ typesetterId: taker.userId, taker, reason }, manuscript, () => undefined)(tx, currentUser, row, 'transfer', reason, 'checked');
    return;
  }
  await writeState(tx, 'composition', row, { typesetterId: null, updateBy: currentUser.userName, updateTime: Date.now() });
  await logTransition(tx, currentUser, {
    entityType: 'composition',
    entityId: id,
    event: 'transfer',
    fromStatus: row.status,
    toStatus: row.status,
    note: reason,
  });
  await tx.updateTable('manuscript').set({ typesetterId: null }).where('id', '=', manuscript.id).execute();
  await setTurn(tx, manuscript, { turn: 'editor', userId: manuscript.editorId, dueAt: row.dueAt });
  if (manuscript.editorId !== null)
    await sendMessage(tx, {
      userId: manuscript.editorId,
      type: 'task',
      title: `请改派排版人员：${subjectOf(manuscript)}`,
      content: reason,
      link: compositionPath(id),
    });
}

/** The last proof becomes the final one. */
async function copyFinalFile(tx: Tx, currentUser: CurrentUser | null, archiveId: number, row: CompositionRow): Promise<void> {
  const file = row.deliveredFileId === null ? undefined : await fileById(tx, row.deliveredFileId);
  if (!file || !currentUser) return;
  const { fileName, fileKey, fileSize, mime, sha256 } = file;
  const finalFileId = await addFileRow(tx, currentUser, archiveId, 'final', { fileName, fileKey, fileSize, mime, sha256 });
  await tx.updateTable('composition').set({ finalFileId }).where('id', '=', row.id).execute();
}

const PUBLICATION_KINDS: ReadonlySet<string> = new Set(['book', 'textbook', 'audio', 'video', 'paper']);

/** The draft of the publication; works administrators complete it and list it. */
async function createPublication(tx: Tx, currentUser: CurrentUser | null, manuscript: ManuscriptRow, row: CompositionRow): Promise<void> {
  if (!currentUser) throw new RangeError('a person releases a composition');
  const number = await numberOf(tx, manuscript.id);
  const publicationId = await draftPublication(
    tx,
    {
      kind: (PUBLICATION_KINDS.has(manuscript.kind) ? manuscript.kind : 'book') as 'book',
      title: manuscript.title,
      subtitle: manuscript.subtitle,
      authorsText: authorsText(manuscript),
      language: manuscript.language,
      intro: manuscript.summary,
      isbn: number?.isbn ?? '',
      archiveTypeId: manuscript.archiveTypeId,
      listPriceFen: row.priceFen,
      tags: manuscript.keywords,
    },
    currentUser,
  );
  if (PAGELESS.has(manuscript.kind)) await publishMaster(tx, currentUser, manuscript.id, publicationId);
  await tx.updateTable('manuscript').set({ publicationId }).where('id', '=', manuscript.id).execute();
  if (number) await useNumber(tx, currentUser, number, publicationId);
}
