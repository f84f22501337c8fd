import type { z } from 'zod';
import type { Insertable } from 'kysely';
import type { DataOf } from '../../../contract/endpoint.ts';
import type { SentEntry, syncReview } from '../../../contract/textbook/practice.ts';
import { REVIEW, type ReviewEntry, type ReviewKind, type ReviewVerdict } from '../../../contract/textbook/review-log.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/database.ts';
import type { ReviewLogTable } from '../../db/tables/textbook-tables.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { rateLimit, type RateLimit } from '../../http/rate-limit.ts';
import { practiceWorks, type PracticeWork } from '../exercise/exercise.service.ts';
import { headsOfQuestions } from '../question/question.service.ts';
import {
  addReviewRows,
  holdReviewCounter,
  lastSeq,
  questionsOfVersions,
  reviewLogOf,
  reviewRowsAfter,
  setReviewCounter,
  storedIds,
  worksOfSetIds,
  type ReviewRow,
} from './practice.queries.ts';

const CALLS: RateLimit = { name: 'reviewSync', points: 120, windowMs: 60_000, message: '同步得太频繁了，请稍后再试' };

const NOT_PRACTICE = '这道题不在教材的练习里，这条记录没有保存';
const NO_RIGHT = '您没有这部教材的使用权，这条记录没有保存';
const FULL = '练习记录已满，这条记录没有保存';

export const entryOf = (row: ReviewRow): ReviewEntry => ({
  id: row.logId,
  questionId: row.questionId,
  versionId: row.versionId,
  setId: row.setId,
  publishId: row.publishId,
  at: row.at,
  rating: row.rating,
  verdict: row.verdict as ReviewVerdict | '',
  tries: row.tries,
  ms: row.ms,
  deviceId: row.deviceId,
  kind: row.kind as ReviewKind,
});

export const logOf = async ({ db }: Pick<AppContext, 'db'>, userId: number): Promise<ReviewEntry[]> => (await reviewLogOf(db, userId)).map(entryOf);

type Sent = z.output<typeof syncReview.body>;

/** Takes rows of a device and answers what is after its cursor. */
export async function takeReview(context: AppContext, currentUser: CurrentUser, { sentAt, cursor, rows }: Sent): Promise<DataOf<typeof syncReview>> {
  await rateLimit(context, CALLS, currentUser.userId);
  const why = await faultsOf(context, currentUser, rows);
  const allowed = rows.filter(({ id }) => !why.has(id));
  const full =
    allowed.length === 0 ? new Set<string>() : await context.db.transaction().execute((tx) => store(tx, currentUser.userId, allowed, sentAt));
  const last = (await lastSeq(context.db, currentUser.userId))?.seq ?? 0;
  // A cursor beyond the log is of a server that was restored from an older copy.
  const found = await reviewRowsAfter(context.db, currentUser.userId, cursor > last ? 0 : cursor, REVIEW.rows);
  return {
    acknowledged: allowed.filter(({ id }) => !full.has(id)).map(({ id }) => id),
    rejected: [...[...why].map(([id, reason]) => ({ id, why: reason })), ...[...full].map((id) => ({ id, why: FULL }))],
    rows: found.map(entryOf),
    cursor: found.at(-1)?.seq ?? last,
    more: found.length === REVIEW.rows,
  };
}

/** Stores rows that are not there yet; returns the ids of those for which the log has no room. */
async function store(tx: Tx, userId: number, rows: readonly SentEntry[], sentAt: number): Promise<ReadonlySet<string>> {
  const { seq: before } = await holdReviewCounter(tx, userId);
  const known = new Set(
    (
      await storedIds(
        tx,
        userId,
        rows.map(({ id }) => id),
      )
    ).map(({ logId }) => logId),
  );
  const fresh = [...new Map(rows.filter(({ id }) => !known.has(id)).map((row) => [row.id, row])).values()];
  const room = Math.max(0, REVIEW.all - before);
  const now = Date.now();
  await addReviewRows(
    tx,
    fresh.slice(0, room).map((row, at) => stored(row, userId, before + at + 1, sentAt, now)),
  );
  await setReviewCounter(tx, userId, before + Math.min(room, fresh.length));
  return new Set(fresh.slice(room).map(({ id }) => id));
}

const stored = ({ id: logId, at, ...row }: SentEntry, userId: number, seq: number, sentAt: number, now: number): Insertable<ReviewLogTable> => ({
  ...row,
  userId,
  logId,
  seq,
  // The difference of the two clocks at the moment of the call corrects the time of the device; it is never later than now.
  at: Math.max(0, Math.min(now, now - (sentAt - at))),
  receivedAt: now,
});

/** Why rows are not taken, by their ids. A question that is in the log already may always be taken out of the wrong book. */
async function faultsOf(context: AppContext, currentUser: CurrentUser, rows: readonly SentEntry[]): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const { db } = context;
  const heads = new Map(
    (
      await headsOfQuestions(
        db,
        rows.map(({ questionId }) => questionId),
      )
    ).map((head) => [head.id, head]),
  );
  const versions = new Map(
    (await questionsOfVersions(db, [...new Set(rows.map(({ versionId }) => versionId))])).map((one) => [one.id, one.questionId]),
  );
  const sets = new Map((await worksOfSetIds(db, [...new Set(rows.flatMap(({ setId }) => setId ?? []))])).map((one) => [one.id, one.publishId]));
  const works = await practiceWorks(
    context,
    currentUser,
    [...heads.values()].flatMap(({ publishId }) => publishId ?? []),
  );
  const practised = rows.some(({ kind }) => kind === 'remove')
    ? new Set((await logOf(context, currentUser.userId)).map(({ questionId }) => questionId))
    : new Set<number>();
  const faultOf = (row: SentEntry): string => {
    const head = heads.get(row.questionId);
    if (!head || head.publishId !== row.publishId || versions.get(row.versionId) !== row.questionId) return NOT_PRACTICE;
    if (row.setId !== null && sets.get(row.setId) !== row.publishId) return NOT_PRACTICE;
    if (row.kind === 'remove' && practised.has(row.questionId)) return '';
    if (head.use === 'assignment') return NOT_PRACTICE;
    return mayPractise(works.get(row.publishId), row.questionId) ? '' : NO_RIGHT;
  };
  return new Map(rows.flatMap((row) => (faultOf(row) === '' ? [] : [[row.id, faultOf(row)]])));
}

/** With the right to the work every question of it, also one that has left the exercises since; else those of the trial. */
const mayPractise = (work: PracticeWork | undefined, questionId: number): boolean =>
  work !== undefined && (work.entitled || work.sets.some(({ open, items }) => open && items.some((item) => item.questionId === questionId)));
