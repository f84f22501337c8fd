import { createHash } from 'node:crypto';
import { DAY_MS } from '../../../contract/clock.ts';
import { inGroup } from '../../../contract/state-machine.ts';
import { assignmentMachine, type AssignmentState } from '../../../contract/teaching/assignment.machine.ts';
import type { AttemptPaper } from '../../../contract/teaching/attempt.ts';
import type { ClassPack, PackedAssignment } from '../../../contract/teaching/class-pack.ts';
import { TEACHING } from '../../../contract/teaching/teaching-limits.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/database.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { classFor, requireLive } from '../course/class-access.service.ts';
import { idsOf } from '../course/course.service.ts';
import { notesFor } from '../study/class-note.service.ts';
import { dayAndMinute } from './assignment-step.service.ts';
import { assignmentsOfClass, attemptsOf, extensionOf, lockAssignment, type AssignmentRow } from './assignment.queries.ts';
import { paperOf, startFault } from './attempt.service.ts';
import { filesIn } from './pack-files.format.ts';
import { materialsForPack } from './packed-material.service.ts';
import { reviewForPack } from './packed-review.service.ts';
import { ticketFor } from './ticket.service.ts';

/** Assignments that open within this time are in the pack. */
const AHEAD_MS = 7 * DAY_MS;
const EXPIRES_MS = 30 * DAY_MS;

/** The pack of a student for a class; tickets are made for the attempts that are left. Teachers and assistants get it without papers. */
export async function packFor(context: AppContext, currentUser: CurrentUser, classId: number): Promise<ClassPack> {
  const { row, role } = await classFor(context.db, currentUser, classId);
  requireLive(row, '存到本机');
  const now = Date.now();
  const review = role === 'student' ? await reviewForPack(context, currentUser, idsOf(row.publishIds), now) : [];
  const materials = await materialsForPack(context, currentUser, idsOf(row.publishIds));
  return packWith(context, currentUser, classId, { review, materials }, now);
}

const packWith = (
  { db }: AppContext,
  currentUser: CurrentUser,
  classId: number,
  parts: Pick<ClassPack, 'review' | 'materials'>,
  now: number,
): Promise<ClassPack> =>
  db.transaction().execute(async (tx) => {
    const { row: group, role } = await classFor(tx, currentUser, classId);
    requireLive(group, '存到本机');
    const assignments: PackedAssignment[] = [];
    if (role === 'student')
      for (const row of await assignmentsOfClass(tx, classId))
        if (inGroup(assignmentMachine, 'running', row.status as AssignmentState) && row.openAt <= now + AHEAD_MS)
          assignments.push(await packed(tx, currentUser, row, now));
    const notes = (await notesFor({ db: tx }, currentUser, classId)).filter(({ published }) => published);
    const body = {
      notes,
      ...parts,
      assignments: assignments.map(({ papers, ...one }) => ({
        ...one,
        papers: papers.map(({ serverNow: _now, events: _events, ...paper }) => paper),
      })),
    };
    return {
      format: 1,
      classId,
      className: group.className,
      courseName: group.courseName,
      teacherName: group.teacherName ?? '',
      version: createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 16),
      issuedAt: now,
      expiresAt: now + EXPIRES_MS,
      publishIds: idsOf(group.publishIds),
      assignments,
      notes,
      ...parts,
    };
  });

async function packed(tx: Tx, currentUser: CurrentUser, asked: AssignmentRow, now: number): Promise<PackedAssignment> {
  const row = (await lockAssignment(tx, asked.id)) ?? asked;
  const attempts = await attemptsOf(tx, row.id, currentUser.userId);
  const extension = await extensionOf(tx, row.id, currentUser.userId);
  const papers: AttemptPaper[] = [];
  const going = attempts.find(({ status }) => status === 'doing');
  if (going) papers.push(await paperOf(tx, row, going, now));
  // The rule of the start, at the time when it will be open.
  const may = startFault(row, 'open', attempts, extension, Math.max(now, row.openAt)) === null;
  const most = row.attempts === 0 ? Infinity : row.attempts + (extension?.extraAttempts ?? 0);
  const used = attempts.filter(({ status }) => status !== 'voided').length;
  if (may)
    for (let left = 1; left <= Math.min(TEACHING.tickets, most - used); left += 1) {
      const ticket = await ticketFor(tx, row, currentUser.userId, attempts.length + left, now);
      papers.push(await paperOf(tx, row, { ...ticket, status: 'doing', begunAt: ticket.begunAt }, now));
    }
  return {
    assignmentId: row.id,
    title: row.title,
    openAt: dayAndMinute(row.openAt),
    dueAt: dayAndMinute(Math.max(row.dueAt, extension?.dueAt ?? 0)),
    status: row.status,
    papers,
    files: filesIn(papers.map(({ items, intro }) => [intro, items.map(({ shown }) => shown)])),
  };
}
