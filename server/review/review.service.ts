import type { z } from 'zod';
import type { myReviews, ReviewDetail, Reviewer, reviewList, ReviewRow, saveReviewReport } from '../../contract/review/review.ts';
import { REVIEW_EVENTS, reviewMachine } from '../../contract/review/review.machine.ts';
import { eventLabel, eventsFrom, stateLabel } from '../../contract/state-machine.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';
import { conflict, failed } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { daysSince } from '../manuscript/edit-task.service.ts';
import { transitionsOf } from '../manuscript/manuscript-log.service.ts';
import { authorsText, manuscriptIn } from '../manuscript/manuscript-step.service.ts';
import { decliners, levelsOf, ownPage, reviewById, reviewerStations, reviewPage, type ReviewWithNames } from './review.queries.ts';
import { choosesReviewer, isReviewer, namesReviewer, readsLevel, reportFault, seesReview, writesReport } from './review.policy.ts';
import { levelsDiffer, objectionTo, reviewGone } from './review-step.service.ts';
import { assertNotOnHold } from '../manuscript/hold/on-hold.service.ts';

const wireRow = (row: ReviewWithNames, currentUser: CurrentUser, now: number): ReviewRow => ({
  auditId: row.id,
  archiveId: row.archiveId,
  archiveNo: row.archiveNo,
  title: row.title,
  authorsText: authorsText(row),
  level: row.level,
  round: row.round,
  auditorName: namesReviewer(row, currentUser) ? (row.auditorName ?? '') : '',
  mine: isReviewer(row, currentUser),
  status: row.status,
  dueAt: wireTime(row.dueAt),
  late: row.finishedAt === null && row.dueAt !== null && row.dueAt < now,
  days: daysSince(row.assignedAt ?? row.createTime, row.finishedAt ?? now),
  wordCount: row.wordCount,
});

export async function tasksOf({ db }: AppContext, currentUser: CurrentUser, asked: z.output<typeof reviewList.query>) {
  const page = await reviewPage(db, { ...asked, userId: currentUser.userId, keyword: asked.keyword }, asked.pageSize, (total) =>
    offsetOf(asked, total),
  );
  const now = Date.now();
  return { total: page.total, rows: page.rows.map((row) => wireRow(row, currentUser, now)) };
}

export async function ownTasks({ db }: AppContext, currentUser: CurrentUser, asked: z.output<typeof myReviews.query>) {
  const page = await ownPage(db, currentUser.userId, asked.pageSize, (total) => offsetOf(asked, total));
  const now = Date.now();
  return { total: page.total, rows: page.rows.map((row) => wireRow(row, currentUser, now)) };
}

const reportOf = (row: ReviewWithNames) => ({
  politics: row.politics,
  quality: JSON.parse(row.quality) as number[],
  opinion: row.opinion,
  suggestion: row.suggestion,
});

export async function reviewFor({ db }: AppContext, currentUser: CurrentUser, id: number): Promise<ReviewDetail> {
  const row = await reviewById(db, id);
  if (!row || !seesReview(row, currentUser)) throw reviewGone();
  const levels = await levelsOf(db, row.archiveId, row.round);
  const now = Date.now();
  return {
    auditId: row.id,
    archiveId: row.archiveId,
    level: row.level,
    round: row.round,
    status: row.status,
    manuscriptStatus: row.manuscriptStatus,
    auditorId: row.auditorId,
    auditorName: row.auditorName ?? '',
    dueAt: wireTime(row.dueAt),
    report: reportOf(row),
    before: [...levels.values()]
      .filter((other) => readsLevel(row, other))
      .map((other) => ({ ...wireRow(other, currentUser, now), report: reportOf(other), finishedAt: wireTime(other.finishedAt), note: '' })),
    differ: levelsDiffer(levels),
    log: await transitionsOf(
      db,
      'review',
      id,
      (event) => eventLabel(reviewMachine, event),
      (state) => stateLabel(reviewMachine, state),
    ),
    can: eventsFrom(
      reviewMachine,
      row.status,
      (permission) => hasPermission(currentUser, permission),
      (who) => who === 'assignee' && isReviewer(row, currentUser),
    ).filter((event): event is (typeof REVIEW_EVENTS)[number] => event !== 'cancel'),
    version: row.version,
  };
}

/** Keeps the report of a task that the caller is reading. */
export async function storeReport({ db }: AppContext, currentUser: CurrentUser, body: z.output<typeof saveReviewReport.body>) {
  const { auditId, version, quality, ...rest } = body;
  return db.transaction().execute(async (tx: Tx) => {
    const row = await reviewById(tx, auditId);
    if (!row || !writesReport(row, currentUser)) throw reviewGone();
    await assertNotOnHold(tx, row.archiveId);
    const fault = reportFault(row.status);
    if (fault !== '') throw failed(fault);
    if (row.version !== version) throw conflict();
    const done = await tx
      .updateTable('review')
      .set({ ...rest, quality: JSON.stringify(quality), updateBy: currentUser.userName, updateTime: Date.now(), version: version + 1 })
      .where('id', '=', auditId)
      .where('version', '=', version)
      .executeTakeFirst();
    if (Number(done.numUpdatedRows) !== 1) throw conflict();
    return { version: version + 1 };
  });
}

/** Everybody on a reviewer's station; `blocked` says why one cannot take this task. */
export async function peopleFor({ db }: AppContext, currentUser: CurrentUser, auditId: number): Promise<Reviewer[]> {
  const people = await reviewerStations(db as Database);
  return db.transaction().execute(async (tx) => {
    const row = await reviewById(tx, auditId);
    if (!row || !choosesReviewer(row, currentUser)) throw reviewGone();
    const manuscript = await manuscriptIn(tx, row.archiveId);
    const seen = new Set<number>();
    const declined = await decliners(tx, auditId);
    const list: Reviewer[] = [];
    for (const person of people) {
      if (seen.has(person.userId)) continue;
      seen.add(person.userId);
      const objection = await objectionTo(tx, row, manuscript, person.userId);
      list.push({
        userId: person.userId,
        nickName: person.nickName,
        qualification: person.qualification,
        load: Number(person.load ?? 0),
        blocked: objection?.message ?? '',
        declined: declined.has(person.userId),
      });
    }
    return list;
  });
}
