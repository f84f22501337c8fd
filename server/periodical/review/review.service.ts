import type { z } from 'zod';
import type {
  JournalTask,
  JournalTaskDetail,
  myJournalReviews,
  ownReviewEvent,
  saveJournalReview,
} from '../../../contract/periodical/journal-review.ts';
import { journalReviewMachine, OWN_REVIEW_EVENTS } from '../../../contract/periodical/journal-review.machine.ts';
import { REVIEWING, SUBMISSION } from '../../../contract/periodical/periodical-limits.ts';
import { inGroup, eventsFrom } from '../../../contract/state-machine.ts';
import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../context.ts';
import type { RequestCaller } from '../../crud/crud-service.ts';
import { withOperationLog } from '../../audit/operation-log.ts';
import { wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import type { Sent } from '../../files/send-file.ts';
import { conflict, failed } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { makeBlindCopy } from './blind.service.ts';
import { addJournalFile, fileGone, storeJournalFile } from '../journal-file.service.ts';
import { ownTasks, reviewById, reviewsOf, type ReviewRow } from './review.queries.ts';
import { reviewerIdentity, transitionReview, taskGone } from './review-step.service.ts';
import { filesOf, pointsOf, type JournalFileRow } from '../submission.queries.ts';
import { authorsText, submissionIn } from '../submission-step.service.ts';
import { isOwnEarlier, opensTask } from './journal-review.policy.ts';

const LOG = '期刊审稿';

const wireTask = (row: ReviewRow, now: number): JournalTask => ({
  reviewId: row.id,
  submissionNo: row.submissionNo,
  journalName: row.journalName,
  title: row.title,
  round: row.round,
  status: row.status,
  answerBy: row.status === 'invited' ? wireTime(row.answerBy) : '',
  dueAt: wireTime(row.dueAt),
  late: row.status === 'overdue' || (row.status === 'accepted' && row.dueAt !== null && row.dueAt < now),
  can: eventsFrom(
    journalReviewMachine,
    row.status,
    () => false,
    (who) => who === 'assignee',
  ).filter((event): event is (typeof OWN_REVIEW_EVENTS)[number] => (OWN_REVIEW_EVENTS as readonly string[]).includes(event)),
});

export async function ownReviews({ db }: AppContext, currentUser: CurrentUser, asked: z.output<typeof myJournalReviews.query>) {
  const page = await ownTasks(db, currentUser.userId, asked.keyword, asked.pageSize, (total) => offsetOf(asked, total));
  const now = Date.now();
  return { total: page.total, rows: page.rows.map((row) => wireTask(row, now)) };
}

/** A task of the caller. A declined or cancelled task is answered like one that does not exist: the rights have ended. */
async function ownTask(db: Database | Tx, currentUser: CurrentUser, id: number): Promise<ReviewRow> {
  const row = await reviewById(db, id);
  if (!row || !opensTask(row, currentUser)) throw taskGone();
  return row;
}

/**
 * What a reviewer may open: the manuscript as it was sent in the own round, the answers that came with it, and own attachments. A manuscript of
 * a later round stays closed; in a blind review a file is open only when an editor has confirmed its anonymised copy.
 */
function readableFiles(row: ReviewRow, all: readonly JournalFileRow[]): JournalFileRow[] {
  if (!inGroup(journalReviewMachine, 'reading', row.status)) return [];
  const current = all.filter(({ status }) => status === 'current');
  const manuscript = current.filter(({ role, round }) => role === 'manuscript' && round <= row.round).at(-1);
  const sent = current.filter((file) => file === manuscript || (file.role === 'response' && file.round === row.round));
  const open = row.reviewMode === 'double_blind' ? sent.filter(({ blindKey, blindStatus }) => blindKey !== '' && blindStatus === 'confirmed') : sent;
  return [...open, ...current.filter(({ role, reviewId }) => role === 'review' && reviewId === row.id)];
}

const nameFor = (row: ReviewRow, file: JournalFileRow): string =>
  file.role === 'review' ? file.fileName : row.reviewMode === 'double_blind' ? `${row.submissionNo}-${file.blindName}` : file.fileName;
const sizeFor = (row: ReviewRow, file: JournalFileRow): number =>
  file.role !== 'review' && row.reviewMode === 'double_blind' ? file.blindSize : file.fileSize;

export async function taskFor({ db }: AppContext, currentUser: CurrentUser, id: number): Promise<JournalTaskDetail> {
  const row = await ownTask(db, currentUser, id);
  const submission = await submissionIn(db, row.submissionId);
  const reading = inGroup(journalReviewMachine, 'reading', row.status);
  const files = readableFiles(row, await filesOf(db, row.submissionId));
  const wire = (file: JournalFileRow) => ({ fileId: file.id, name: nameFor(row, file), size: sizeFor(row, file) });
  const earlier = reading ? (await reviewsOf(db, row.submissionId)).filter((one) => isOwnEarlier(row, one, currentUser)) : [];
  const points = earlier.length > 0 ? await pointsOf(db, row.submissionId) : [];
  return {
    ...wireTask(row, Date.now()),
    reviewMode: row.reviewMode,
    authorsText: row.reviewMode === 'double_blind' ? '' : authorsText(submission),
    abstract: submission.abstract,
    keywords: JSON.parse(submission.keywords) as string[],
    files: files.filter(({ role }) => role !== 'review').map(wire),
    mine: files.filter(({ role }) => role === 'review').map(wire),
    report: {
      recommendation: row.recommendation,
      scores: JSON.parse(row.scores) as number[],
      toAuthor: row.toAuthor,
      toEditor: row.toEditor,
    },
    before: earlier.map((one) => ({
      round: one.round,
      toAuthor: one.toAuthor,
      points: points.filter(({ reviewId }) => reviewId === one.id).map(({ text, answer }) => ({ text, answer })),
    })),
    version: row.version,
  };
}

export async function storeReport({ db }: AppContext, currentUser: CurrentUser, body: z.output<typeof saveJournalReview.body>) {
  const { reviewId, version, scores, ...rest } = body;
  return db.transaction().execute(async (tx) => {
    const row = await ownTask(tx, currentUser, reviewId);
    if (row.status !== 'accepted' && row.status !== 'overdue') throw failed('接受邀请后才能填写意见；已交回的意见不能修改');
    if (row.version !== version) throw conflict();
    const done = await tx
      .updateTable('journalReview')
      .set({ ...rest, scores: JSON.stringify(scores), updateBy: currentUser.userName, updateTime: Date.now(), version: version + 1 })
      .where('id', '=', reviewId)
      .where('version', '=', version)
      .executeTakeFirst();
    if (Number(done.numUpdatedRows) !== 1) throw conflict();
    return { version: version + 1 };
  });
}

export async function handleOwnReviewEvent(
  caller: RequestCaller,
  id: number,
  event: (typeof OWN_REVIEW_EVENTS)[number],
  body: z.output<typeof ownReviewEvent.body>,
): Promise<void> {
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await ownTask(tx, caller.currentUser, id);
    await transitionReview(tx, caller.currentUser, row, event, caller.context.settings, { ...body });
  });
}

/** Stores an attachment; authors get only its anonymised copy, with a decision letter. */
export async function attachFile(context: AppContext, currentUser: CurrentUser, reviewId: number, request: FastifyRequest) {
  const row = await ownTask(context.db, currentUser, reviewId);
  if (row.status !== 'accepted' && row.status !== 'overdue') throw failed('接受邀请后、交回意见前才能上传附件');
  const present = (await filesOf(context.db, row.submissionId)).filter((file) => file.reviewId === reviewId && file.status === 'current');
  if (present.length >= REVIEWING.files) throw failed(`审稿附件最多${REVIEWING.files}个`);
  const stored = await storeJournalFile(context, request, row.submissionId, SUBMISSION.attachmentTypes);
  try {
    const blind = await makeBlindCopy(context, stored.bytes, {
      fileName: stored.fileName,
      blindName: `审稿人${row.seat}-附件${present.length + 1}`,
      alias: `审稿人${row.seat}`,
      identity: await reviewerIdentity(context.db, row),
      submissionId: row.submissionId,
    });
    const fileId = await context.db
      .transaction()
      .execute((tx) =>
        addJournalFile(tx, currentUser, stored, { submissionId: row.submissionId, role: 'review', round: row.round, reviewId, blind }),
      );
    return { fileId, name: stored.fileName, size: stored.fileSize };
  } catch (error) {
    await context.files.remove(stored.fileKey);
    throw error;
  }
}

export async function detachFile({ db }: AppContext, currentUser: CurrentUser, reviewId: number, fileId: number): Promise<void> {
  const row = await ownTask(db, currentUser, reviewId);
  if (row.status !== 'accepted' && row.status !== 'overdue') throw failed('交回意见之后不能删除附件');
  await db
    .updateTable('journalFile')
    .set({ delFlag: '2', updateTime: Date.now() })
    .where('id', '=', fileId)
    .where('reviewId', '=', reviewId)
    .where('role', '=', 'review')
    .execute();
}

export async function reviewFile({ db }: AppContext, currentUser: CurrentUser, reviewId: number, fileId: number): Promise<Sent> {
  const row = await ownTask(db, currentUser, reviewId);
  const file = readableFiles(row, await filesOf(db, row.submissionId)).find(({ id }) => id === fileId);
  if (!file) throw fileGone();
  const blind = file.role !== 'review' && row.reviewMode === 'double_blind';
  return { key: blind ? file.blindKey : file.fileKey, name: nameFor(row, file), mime: file.mime, size: sizeFor(row, file) };
}
