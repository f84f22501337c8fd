import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import { DAY_MS } from '../../contract/clock.ts';
import type {
  letterPreview,
  saveArticleText,
  SubmissionDetail,
  submissionEvent,
  submissionList,
  SubmissionRow as WireRow,
} from '../../contract/periodical/journal-submission.ts';
import { SUBMISSION_TABS } from '../../contract/periodical/journal-submission.ts';
import { journalReviewMachine, STAFF_REVIEW_EVENTS } from '../../contract/periodical/journal-review.machine.ts';
import {
  journalSubmissionMachine,
  LETTER_EVENTS,
  LETTER_REASON,
  STAFF_SUBMISSION_EVENTS,
  SUBMISSION_TURN_NAMES,
} from '../../contract/periodical/journal-submission.machine.ts';
import { SUBMISSION } from '../../contract/periodical/periodical-limits.ts';
import { inGroup, eventLabel, eventsFrom, stateLabel } from '../../contract/state-machine.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { yuan } from '../../contract/money.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';
import { limitDocumentWork } from '../document/document-rate.ts';
import { documentWorker } from '../document/document-worker.ts';
import { conflict, failed, missing } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { cleanHtml } from '../http/rich-text.ts';
import { lettersOf } from '../manuscript/letter/letter.service.ts';
import { transitionsOf } from '../manuscript/manuscript-log.service.ts';
import { authoredBy } from './submission.policy.ts';
import { decisionLetter } from './decision-letter.ts';
import { pageFeeOrder } from './extensions/page-fee.service.ts';
import { mayIn, seesEveryJournal, submissionGone, type Duty } from './journal-access.service.ts';
import { issueLabel, pagesOf } from './issue-label.ts';
import { editsSubmission } from './journal-file.service.ts';
import { reviewsOf, type ReviewRow } from './review/review.queries.ts';
import {
  AT_REST,
  filesOf,
  issueById,
  pointsOf,
  queuePage,
  queueTotal,
  reviewCounts,
  submissionById,
  type JournalFileRow,
  type QueueAsked,
  type SubmissionRow,
} from './submission.queries.ts';
import { authorsOf, authorsText, blindProblem } from './submission-step.service.ts';

type QueueRow = Awaited<ReturnType<typeof queuePage>>['rows'][number];

const turnName = (row: QueueRow): string => (row.turn === 'editor' && row.editorName ? row.editorName : SUBMISSION_TURN_NAMES[row.turn]);

const wireRow = (row: QueueRow, counts: { asked: number; done: number } | undefined, now: number): WireRow => ({
  submissionId: row.id,
  submissionNo: row.submissionNo,
  journalId: row.journalId,
  journalName: row.journalName,
  columnName: row.columnName,
  title: row.title,
  authorsText: authorsText(row),
  status: row.status,
  turn: row.turn,
  turnName: turnName(row),
  round: row.round,
  days: Math.floor((now - row.stageSince) / DAY_MS) + 1,
  dueAt: wireTime(row.dueAt),
  late: row.dueAt !== null && row.dueAt < now && !AT_REST.includes(row.status),
  reviewsDone: Number(counts?.done ?? 0),
  reviewsAsked: Number(counts?.asked ?? 0),
  appealed: row.appealedAt !== null,
});

/** How a user sees the queues. */
export const viewerOf = (currentUser: CurrentUser) => ({
  userId: currentUser.userId,
  every: seesEveryJournal(currentUser),
  decides: hasPermission(currentUser, 'journal:submission:decide'),
  authored: authoredBy(currentUser.accounts),
});

export async function submissionsOf({ db }: AppContext, currentUser: CurrentUser, asked: z.output<typeof submissionList.query>) {
  const now = Date.now();
  const page = await queuePage(db, asked, viewerOf(currentUser), now, asked.pageSize, (total) => offsetOf(asked, total));
  const counts = await reviewCounts(
    db,
    page.rows.map(({ id }) => id),
  );
  return {
    total: page.total,
    rows: page.rows.map((row) =>
      wireRow(
        row,
        counts.find(({ submissionId }) => submissionId === row.id),
        now,
      ),
    ),
  };
}

export async function tabCounts({ db }: AppContext, currentUser: CurrentUser, journalId: number | undefined) {
  const now = Date.now();
  const counts = await Promise.all(
    SUBMISSION_TABS.map(
      async (tab): Promise<[QueueAsked['tab'], number]> => [
        tab,
        await queueTotal(db, { tab, ...(journalId === undefined ? {} : { journalId }) }, viewerOf(currentUser), now),
      ],
    ),
  );
  return Object.fromEntries(counts) as Record<QueueAsked['tab'], number>;
}

/** The submission for somebody who edits its journal; throws as if it did not exist for everybody else. */
export async function editedSubmission(
  db: AppContext['db'] | Tx,
  currentUser: CurrentUser,
  id: number,
): Promise<{ readonly row: SubmissionRow; readonly duty: Duty }> {
  const row = await submissionById(db, id);
  const duty = row && row.status !== 'draft' ? await editsSubmission(db, currentUser, row) : null;
  if (!row || !duty) throw submissionGone();
  return { row, duty };
}

const wireFile = (file: JournalFileRow): SubmissionDetail['files'][number] => ({
  fileId: file.id,
  role: file.role,
  round: file.round,
  reviewId: file.reviewId,
  fileName: file.fileName,
  fileSize: file.fileSize,
  createTime: wireTime(file.createTime),
  current: file.status === 'current',
  blindName: file.blindName,
  blindStatus: file.blindStatus,
  places: JSON.parse(file.places) as SubmissionDetail['files'][number]['places'],
});

function wireReview(review: ReviewRow, row: SubmissionRow, may: (permission: string) => boolean, now: number): SubmissionDetail['reviews'][number] {
  const live = row.round === review.round && (row.status === 'external' || row.status === 'decision');
  const events = eventsFrom(journalReviewMachine, review.status, may).filter(
    (event): event is (typeof STAFF_REVIEW_EVENTS)[number] =>
      (STAFF_REVIEW_EVENTS as readonly string[]).includes(event) &&
      (live || (review.status === 'alternate' && event === 'cancel')) &&
      (event !== 'invite' || row.status === 'external'),
  );
  const again =
    (review.status === 'declined' || review.status === 'cancelled') &&
    row.status === 'external' &&
    review.round === row.round &&
    may('journal:review:invite');
  return {
    reviewId: review.id,
    round: review.round,
    seat: review.seat,
    attempt: review.attempt,
    reviewerId: review.reviewerId,
    reviewerName: review.reviewerName ?? review.inviteName,
    email: review.reviewerEmail || review.inviteEmail,
    status: review.status,
    invitedAt: wireTime(review.invitedAt),
    answerBy: wireTime(review.answerBy),
    dueAt: wireTime(review.dueAt),
    late: review.status === 'overdue' || (review.status === 'invited' && review.answerBy !== null && review.answerBy < now),
    finishedAt: wireTime(review.finishedAt),
    // The draft of an opinion stays private until the reviewer submits it.
    recommendation: review.status === 'done' ? review.recommendation : '',
    scores: review.status === 'done' ? (JSON.parse(review.scores) as number[]) : [],
    toAuthor: review.status === 'done' ? review.toAuthor : '',
    toEditor: review.status === 'done' ? review.toEditor : '',
    declineReason: review.declineReason,
    declineText: review.declineText,
    suggestedName: review.suggestedName,
    suggestedEmail: review.suggestedEmail,
    conflictNote: review.conflictNote,
    rank: review.rank,
    can: [...events, ...(again ? (['reinvite'] as const) : [])],
  };
}

export async function submissionFor({ db }: AppContext, currentUser: CurrentUser, id: number): Promise<SubmissionDetail> {
  const { row, duty } = await editedSubmission(db, currentUser, id);
  const now = Date.now();
  const [counts] = await reviewCounts(db, [id]);
  const issue = row.issueId === null ? undefined : await issueById(db, row.issueId);
  const may = (permission: string): boolean => mayIn(currentUser, duty, permission);
  const blind = await blindProblem(db, row);
  const reviews = await reviewsOf(db, id);
  const planned = reviews.filter(({ status, round }) => status === 'alternate' && round === row.round + 1).length;
  return {
    ...wireRow(row, counts, now),
    titleEn: row.titleEn,
    abstract: row.abstract,
    abstractEn: row.abstractEn,
    keywords: JSON.parse(row.keywords) as string[],
    clcCode: row.clcCode,
    fund: row.fund,
    authors: authorsOf(row).map((author) => ({ ...author })),
    suggested: JSON.parse(row.suggested) as SubmissionDetail['suggested'],
    excluded: JSON.parse(row.excluded) as SubmissionDetail['excluded'],
    conflictText: row.conflictText,
    coverLetter: row.coverLetter,
    ownerName: row.ownerName ?? '',
    editorId: row.editorId,
    editorName: row.editorName ?? '',
    wordCount: row.wordCount,
    bodyHtml: row.bodyHtml,
    references: JSON.parse(row.references) as string[],
    doi: row.doi,
    reviewMode: row.reviewMode,
    similarityRate: row.similarityRate === null ? null : row.similarityRate / 100,
    similarityLimit: row.similarityLimit,
    decisionNote: row.decisionNote,
    revisionKind: row.revisionKind,
    appealText: row.appealText,
    feeFen: row.feeFen,
    feeStatus: row.feeStatus,
    feeNote: row.feeNote,
    feeOrder: await pageFeeOrder(db, id, true),
    payFen: row.payFen,
    issueLabel: issue ? issueLabel(issue) : '',
    pages: pagesOf(row),
    submittedAt: wireTime(row.submittedAt),
    stageSince: wireTime(row.stageSince),
    answerBy: row.decidedAt === null && row.submittedAt !== null ? wireTime(row.submittedAt + SUBMISSION.answerDays * DAY_MS) : '',
    files: (await filesOf(db, id)).map(wireFile),
    reviews: reviews.map((review) => wireReview(review, row, may, now)),
    points: (await pointsOf(db, id)).map(({ round, seat, pointNo, text, answer }) => ({ round, seat, pointNo, text, answer })),
    letters: await lettersOf(db, 'journalSubmission', id, currentUser.userId),
    log: await transitionsOf(
      db,
      'journalSubmission',
      id,
      (event) => eventLabel(journalSubmissionMachine, event),
      (state) => stateLabel(journalSubmissionMachine, state),
    ),
    blocked: inGroup(journalSubmissionMachine, 'undecided', row.status)
      ? [...(planned < SUBMISSION.leastReviewers ? [`请至少邀请${SUBMISSION.leastReviewers}名审稿专家`] : []), ...(blind ? [blind] : [])]
      : [],
    duty,
    can: eventsFrom(journalSubmissionMachine, row.status, may).filter((event): event is (typeof STAFF_SUBMISSION_EVENTS)[number] =>
      (STAFF_SUBMISSION_EVENTS as readonly string[]).includes(event),
    ),
    version: row.version,
  };
}

/** Files that may go with a decision: attachments of this round's reviews and of the editors. */
export async function letterFiles(db: AppContext['db'] | Tx, row: SubmissionRow): Promise<JournalFileRow[]> {
  return (await filesOf(db, row.id)).filter(
    (file) => file.status === 'current' && (file.role === 'attachment' || file.role === 'review') && file.round === row.round,
  );
}

export async function factsOf(db: AppContext['db'] | Tx, row: SubmissionRow, body: z.output<typeof submissionEvent.body>) {
  const done = (await reviewsOf(db, row.id)).filter(({ status, round }) => status === 'done' && round === row.round);
  const limit = row.similarityRate !== null && row.similarityRate > row.similarityLimit * 100;
  return {
    journalName: row.journalName,
    title: row.title,
    submissionNo: row.submissionNo,
    reason: body?.reason ?? '',
    revisionKind: body?.revisionKind ?? ('minor' as const),
    similarity: limit ? `查重结果为${(row.similarityRate ?? 0) / 100}%，超过本刊的上限${row.similarityLimit}%。` : '',
    feeYuan: row.pageFeeFen > 0 ? yuan(row.pageFeeFen) : '',
    opinions: row.status === 'submitted' ? [] : done.map(({ seat, toAuthor }) => ({ seat, text: toAuthor })),
  };
}

export const recipientsOf = (row: SubmissionRow): { readonly users: number[]; readonly emails: string[]; readonly names: string[] } => {
  const authors = authorsOf(row);
  return {
    users: [row.ownerId],
    emails: [...new Set(authors.map(({ mail }) => mail).filter(Boolean))],
    names: authors.map(({ name, corresponding }) => (corresponding ? `${name}（通讯作者）` : name)),
  };
};

/** The letter of a decision before it is sent. */
export async function previewFor(
  context: AppContext,
  currentUser: CurrentUser,
  id: number,
  query: z.output<typeof letterPreview.query>,
): Promise<DataOf<typeof letterPreview>> {
  const { row } = await editedSubmission(context.db, currentUser, id);
  if (!LETTER_EVENTS.has(query.event)) throw failed('这一步不写信');
  const letter = decisionLetter(query.event, await factsOf(context.db, row, { reason: LETTER_REASON, revisionKind: query.revisionKind ?? 'minor' }));
  if (!letter) throw missing();
  const files = [];
  for (const file of await letterFiles(context.db, row)) {
    const present = file.blindKey !== '' && (await context.files.size(file.blindKey)) !== null;
    files.push({ fileId: file.id, name: file.blindName, size: file.blindSize, ready: present && file.blindStatus === 'confirmed' });
  }
  return { ...letter, recipients: recipientsOf(row).names, files };
}

/** Saves what readers see of an article while it is copy-edited. */
export async function saveTextOfArticle(tx: Tx, row: SubmissionRow, body: z.output<typeof saveArticleText.body>): Promise<void> {
  if (!inGroup(journalSubmissionMachine, 'accepted', row.status)) throw failed('录用之后、刊出之前才能编校内容');
  if (row.version !== body.version) throw conflict();
  const { version, bodyHtml, references, ...rest } = body;
  const done = await tx
    .updateTable('journalSubmission')
    .set({ ...rest, bodyHtml: cleanHtml(bodyHtml), references: JSON.stringify(references), updateTime: Date.now(), version: version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (Number(done.numUpdatedRows) !== 1) throw conflict();
}

/** Paragraphs around a change that are shown with it. */
const AROUND = 1;
const SHOWN = 400;

/** Compares the manuscripts of two rounds; only .docx files have paragraphs. */
export async function compared(context: AppContext, currentUser: CurrentUser, id: number, { from, to }: { from: number; to: number }) {
  await limitDocumentWork(context, currentUser);
  const { row } = await editedSubmission(context.db, currentUser, id);
  const files = (await filesOf(context.db, row.id)).filter(({ role }) => role === 'manuscript');
  const lines = async (fileId: number): Promise<string[]> => {
    const file = files.find((one) => one.id === fileId);
    if (!file) throw missing('稿件不存在，请刷新后重试');
    if (!/\.docx$/i.test(file.fileName)) throw failed('只有docx稿件可以逐段比较，PDF请下载后对照');
    return (await documentWorker.text(await buffer(await context.files.read(file.fileKey)))).split('\n').filter((line) => line.trim() !== '');
  };
  const all = await documentWorker.compare(await lines(from), await lines(to));
  const near = (index: number): boolean => all.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ kind }) => kind !== 'same');
  return all.filter((_line, index) => near(index)).slice(0, SHOWN);
}
