import type { z } from 'zod';
import type {
  assignEditor,
  saveArticleText,
  setSimilarity,
  SubmissionDetail,
  submissionEvent,
  waiveFee,
} from '../../contract/periodical/journal-submission.ts';
import { journalSubmissionMachine, LETTER_EVENTS, type STAFF_SUBMISSION_EVENTS } from '../../contract/periodical/journal-submission.machine.ts';
import { SUBMISSIONS_PATH } from '../../contract/periodical/periodical.site.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import type { Tx } from '../db/database.ts';
import { AppError, failed, invalid, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import type { LinkSite } from '../mail/link-secret.ts';
import { queueLetter, takeBack, undoOf, type Attachment, type UndoRow } from '../manuscript/letter/letter.service.ts';
import { makeBlindCopy, searchAgain, stepCopy, authorIdentity } from './review/blind.service.ts';
import { decisionLetter, pointsIn } from './decision-letter.ts';
import { assertWaivable, closePageFee, lockPageFee } from './extensions/page-fee.service.ts';
import { requireIn } from './journal-access.service.ts';
import { storeJournalFile } from './journal-file.service.ts';
import { isAuthorOf } from './author-of.queries.ts';
import { editorsOf } from './journal.queries.ts';
import { CODES } from './periodical-codes.ts';
import { inState, reviewsOf } from './review/review.queries.ts';
import { cancelRound, promote } from './review/review-step.service.ts';
import { fileById, submissionById, type SubmissionRow } from './submission.queries.ts';
import { editedSubmission, factsOf, saveTextOfArticle, letterFiles, recipientsOf, submissionFor } from './submission.service.ts';
import { transitionSubmission, subjectOf } from './submission-step.service.ts';
import { editsNow } from './submission.policy.ts';

const LOG = '来稿';
type Event = (typeof STAFF_SUBMISSION_EVENTS)[number];
type Body = z.output<typeof submissionEvent.body>;

/** Columns that a decision writes and that its withdrawal restores. */
const STEP_COLUMNS = [
  'status',
  'prevStatus',
  'turn',
  'turnUserId',
  'stageSince',
  'dueAt',
  'decision',
  'decisionNote',
  'decidedBy',
  'decidedAt',
  'revisionKind',
  'acceptedAt',
  'feeFen',
  'feeStatus',
] as const;

/** Attachments of a letter: the anonymised copies, confirmed by an editor and present in the store. */
async function attachmentsFor(caller: RequestCaller, row: SubmissionRow, fileIds: readonly number[]): Promise<Attachment[]> {
  const able = await letterFiles(caller.context.db, row);
  const attachments: Attachment[] = [];
  for (const fileId of fileIds) {
    const file = able.find(({ id }) => id === fileId);
    if (!file) throw failed('附件不存在，或不属于这一轮审稿');
    if (file.blindStatus !== 'confirmed') throw new AppError(CODES.notBlind, `“${file.blindName}”还没有确认匿名，不能寄给作者`);
    if ((await caller.context.files.size(file.blindKey)) === null) throw failed(`“${file.blindName}”在存储里找不到，不能寄出；请重新上传`);
    attachments.push({ name: file.blindName, key: file.blindKey, mime: file.mime, size: file.blindSize });
  }
  return attachments;
}

/** The points that the author answers one by one: those of each opinion, and the editor's own. */
async function addPoints(tx: Tx, currentUser: CurrentUser, row: SubmissionRow, reason: string): Promise<UndoRow[]> {
  const now = Date.now();
  const done = (await reviewsOf(tx, row.id)).filter(({ status, round }) => status === 'done' && round === row.round);
  const points = [
    ...pointsIn(reason).map((text) => ({ text, seat: 0, reviewId: null as number | null })),
    ...done.flatMap(({ id, seat, toAuthor }) => pointsIn(toAuthor).map((text) => ({ text, seat, reviewId: id as number | null }))),
  ];
  if (points.length === 0) return [];
  const made = await tx
    .insertInto('journalPoint')
    .values(
      points.map((point, index) => ({
        ...point,
        submissionId: row.id,
        round: row.round,
        pointNo: index + 1,
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })),
    )
    .returning('id')
    .execute();
  return made.map(({ id }) => ({ table: 'journalPoint', id, version: 0, columns: null }));
}

interface Taken {
  readonly tx: Tx;
  readonly currentUser: CurrentUser;
  readonly row: SubmissionRow;
  /** The submission after the step. */
  readonly after: SubmissionRow;
  readonly reason: string;
  readonly site: LinkSite;
}
/** What an event of the staff does besides the submission itself. Returns the rows that a withdrawal of the letter restores. */
type Effect = (taken: Taken) => Promise<UndoRow[]>;

const endRound: Effect = async ({ tx, row }) => {
  const open = await cancelRound(tx, row.id, row.round, '编辑部已经作出决定，谢谢您。');
  return open.map((review) => undoOf('journalReview', review, ['status', 'tokenHash']));
};

const notifyAuthor =
  (what: string): Effect =>
  async ({ tx, row }) => {
    await sendMessage(tx, { userId: row.ownerId, type: 'audit', title: `${subjectOf(row)}${what}`, content: '', link: SUBMISSIONS_PATH });
    return [];
  };

const EFFECTS: Partial<Readonly<Record<Event, Effect>>> = {
  passScreening: async ({ tx, after, site }) => {
    await sendPlanned(tx, after, site);
    return [];
  },
  endReview: endRound,
  requestRevision: async (taken) => [...(await endRound(taken)), ...(await addPoints(taken.tx, taken.currentUser, taken.row, taken.reason))],
  accept: endRound,
  decline: endRound,
  schedule: notifyAuthor('已排入一期'),
  unschedule: notifyAuthor('移出本期'),
};

/** Takes one step of SM09 for the staff, with letter, reviews and points. */
export async function handleSubmissionEvent(caller: RequestCaller, id: number, event: Event, body: Body): Promise<SubmissionDetail> {
  const { context, currentUser } = caller;
  const { row: before } = await editedSubmission(context.db, currentUser, id);
  const attachments = LETTER_EVENTS.has(event) && body?.letter ? await attachmentsFor(caller, before, body.letter.fileIds) : [];
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const { row, duty } = await editedSubmission(tx, currentUser, id);
    requireIn(currentUser, duty, journalSubmissionMachine.events[event].permission);
    const facts = await factsOf(tx, row, body);
    const after = await transitionSubmission(tx, currentUser, row, event, { ...body, checked: true });
    const undo = [
      undoOf('journalSubmission', row, STEP_COLUMNS),
      ...((await EFFECTS[event]?.({ tx, currentUser, row, after, reason: body?.reason ?? '', site: context.settings })) ?? []),
    ];
    if (LETTER_EVENTS.has(event) && body?.letter !== null) await write(tx, currentUser, row, event, { ...body, facts, attachments, undo });
  });
  return submissionFor(context, currentUser, id);
}

async function write(
  tx: Tx,
  currentUser: CurrentUser,
  row: SubmissionRow,
  event: Event,
  given: NonNullable<Body> & { facts: Awaited<ReturnType<typeof factsOf>>; attachments: readonly Attachment[]; undo: readonly UndoRow[] },
): Promise<void> {
  const letter = given.letter ?? decisionLetter(event, given.facts);
  if (!letter) return;
  const { users, emails } = recipientsOf(row);
  await queueLetter(tx, currentUser, {
    entity: 'journalSubmission',
    entityId: row.id,
    event,
    subject: letter.subject,
    content: letter.content,
    recipients: users,
    emails,
    attachments: given.attachments,
    link: `${SUBMISSIONS_PATH}/${row.id}`,
    undo: given.undo,
  });
}

/** The invitations of the round that has just begun: as many as wanted at once, the others wait as alternates. */
async function sendPlanned(tx: Tx, row: SubmissionRow, site: LinkSite): Promise<void> {
  const planned = await inState(tx, row.id, row.round, 'alternate');
  if (row.reviewersWanted === 0)
    await tx.updateTable('journalSubmission').set({ reviewersWanted: planned.length }).where('id', '=', row.id).execute();
  await promote(tx, row.id, row.round, site);
}

export async function withdrawLetter(caller: RequestCaller, letterId: number): Promise<void> {
  const { db } = caller.context;
  const letter = await db.selectFrom('letter').select(['entity', 'entityId']).where('id', '=', letterId).executeTakeFirst();
  if (!letter || letter.entity !== 'journalSubmission') throw missing('信件不存在，或不是您发出的');
  await editedSubmission(db, caller.currentUser, letter.entityId);
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    await lockPageFee(tx, letter.entityId);
    await takeBack(tx, caller.currentUser, letterId);
    // A fee that the decision made due is not due any more; one that is paid stops the withdrawal.
    const row = await submissionById(tx, letter.entityId);
    if (row && row.feeStatus !== 'due') await closePageFee(tx, row.id, '录用决定已撤回');
  });
}

/** Runs a change of the staff that is no step of the machine. */
async function change(
  caller: RequestCaller,
  id: number,
  permission: string,
  work: (tx: Tx, row: SubmissionRow) => Promise<void>,
  lock: (tx: Tx, id: number) => Promise<void> = async () => {},
): Promise<SubmissionDetail> {
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    await lock(tx, id);
    const { row, duty } = await editedSubmission(tx, caller.currentUser, id);
    requireIn(caller.currentUser, duty, permission);
    await work(tx, row);
  });
  return submissionFor(caller.context, caller.currentUser, id);
}

const setColumns = async (tx: Tx, row: SubmissionRow, columns: object): Promise<void> => {
  await tx
    .updateTable('journalSubmission')
    .set({ ...columns, updateTime: Date.now(), version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .execute();
};

export const giveEditor = (caller: RequestCaller, id: number, { editorId }: z.output<typeof assignEditor.body>): Promise<SubmissionDetail> =>
  change(caller, id, 'journal:submission:desk', (tx, row) => setEditor(tx, row, editorId));

/** Gives a submission to an editor of its journal, or with null to the queue that all of them see. */
export async function setEditor(tx: Tx, row: SubmissionRow, editorId: number | null): Promise<void> {
  const editors = await editorsOf(tx, [row.journalId]);
  if (editorId !== null && !editors.some(({ userId }) => userId === editorId)) throw invalid('请选择本刊的主编或编辑');
  if (editorId !== null && (await isAuthorOf(tx, editorId, row.id))) throw failed('作者不能处理自己的稿件，请选择其他编辑');
  await setColumns(tx, row, { editorId, ...(row.turn === 'editor' ? { turnUserId: editorId } : {}) });
  const chiefs = editors.filter(({ duty, userId }) => duty === 'chief' && !editsNow(row, { userId })).map(({ userId }) => userId);
  for (const userId of editorId === null ? chiefs : [editorId])
    await sendMessage(tx, {
      userId,
      type: 'task',
      title: editorId === null ? `来稿${subjectOf(row)}没有责任编辑，请指派` : `请您处理来稿${subjectOf(row)}`,
      content: `《${row.journalName}》${row.submissionNo}`,
      link: `/cms/journal/submission?open=${row.id}`,
    });
}

export const saveSimilarity = (caller: RequestCaller, id: number, body: z.output<typeof setSimilarity.body>): Promise<SubmissionDetail> =>
  change(caller, id, 'journal:submission:desk', async (tx, row) => {
    if (body.fileId) {
      const file = await fileById(tx, body.fileId);
      if (!file || file.submissionId !== id || file.role !== 'similarity') throw failed('查重报告不存在，请重新上传');
    }
    await setColumns(tx, row, { similarityRate: Math.round(body.rate * 100) });
  });

/** Waives the page fee and closes its unpaid order. */
export const waive = (caller: RequestCaller, id: number, { note }: z.output<typeof waiveFee.body>): Promise<SubmissionDetail> =>
  change(
    caller,
    id,
    'journal:submission:accept',
    async (tx, row) => {
      await assertWaivable(tx, row);
      await setColumns(tx, row, { feeStatus: 'waived', feeNote: note });
      await closePageFee(tx, id, '版面费已减免');
      await sendMessage(tx, {
        userId: row.ownerId,
        type: 'pay',
        title: `${subjectOf(row)}的版面费已减免`,
        content: `减免原因：${note}`,
        link: `${SUBMISSIONS_PATH}/${row.id}`,
      });
    },
    lockPageFee,
  );

export const saveArticle = (caller: RequestCaller, id: number, body: z.output<typeof saveArticleText.body>): Promise<SubmissionDetail> =>
  change(caller, id, 'journal:submission:desk', (tx, row) => saveTextOfArticle(tx, row, body));

async function fileOfEdited(caller: RequestCaller, fileId: number) {
  const file = await fileById(caller.context.db, fileId);
  if (!file || file.blindKey === '') throw missing('文件不存在或与您无关');
  const { row, duty } = await editedSubmission(caller.context.db, caller.currentUser, file.submissionId);
  requireIn(caller.currentUser, duty, 'journal:submission:desk');
  return { file, row };
}

/** Confirms that a copy is anonymous. The copy of a manuscript is searched once more: authors may have changed since the upload. */
export async function confirmFile(caller: RequestCaller, fileId: number, confirmed: boolean): Promise<SubmissionDetail> {
  const { file, row } = await fileOfEdited(caller, fileId);
  if (confirmed && file.role === 'manuscript') await searchAgain(caller.context, file, authorIdentity(row));
  return change(caller, row.id, 'journal:submission:desk', (tx) => stepCopy(tx, caller.currentUser, fileId, confirmed ? 'confirm' : 'reopen'));
}

/** Replaces an anonymised copy by a file that an editor has cleaned by hand. */
export async function replaceCopy(caller: RequestCaller, fileId: number): Promise<SubmissionDetail> {
  const { file, row } = await fileOfEdited(caller, fileId);
  const { context } = caller;
  const type = file.blindName.split('.').at(-1) ?? '';
  const stored = await storeJournalFile(context, caller.request, row.id, [type]);
  const copy = await makeBlindCopy(context, stored.bytes, {
    fileName: stored.fileName,
    blindName: file.blindName.replace(/\.\w+$/, ''),
    alias: file.role === 'review' ? '审稿人' : '作者',
    identity: authorIdentity(row),
    submissionId: row.id,
  });
  await context.files.remove(stored.fileKey);
  return change(caller, row.id, 'journal:submission:desk', (tx) => stepCopy(tx, caller.currentUser, fileId, 'replace', copy));
}
