import type { z } from 'zod';
import { DAY_MS } from '../../../contract/clock.ts';
import { eventsFrom, inGroup } from '../../../contract/state-machine.ts';
import { attemptMachine, ATTEMPT_STEPS, type AttemptState } from '../../../contract/teaching/attempt.machine.ts';
import type { AttemptResult, attemptEvent, decideAttempt, ResultItem } from '../../../contract/teaching/attempt.ts';
import { lateScore } from '../../../contract/teaching/course-score.ts';
import { daysLate } from '../../../contract/teaching/assignment-time.ts';
import { shownParts } from '../../../contract/teaching/release-rule.ts';
import type { AttemptFlag } from '../../../contract/teaching/teaching-limits.ts';
import type { Answer } from '../../../contract/textbook/question-kind.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { failed, missing, type AppError } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { versionMap } from '../../textbook/question/question.service.ts';
import { memberOf } from '../course/class-member.queries.ts';
import { assignmentFor } from './assignment-read.service.ts';
import { drawnItems, extendedOf, showRules, timesOf } from './assignment-row.format.ts';
import { assignmentById, extensionOf, lockAssignment, type AssignmentRow, type AttemptRow } from './assignment.queries.ts';
import { itemScore } from './attempt-judge.service.ts';
import { attemptById, attemptByKey, attemptItems, eventsOf, setAttempt } from './attempt.queries.ts';
import { writesAttempt } from './attempt.policy.ts';
import { flagsOf, restoreByJournal, readJournal, stepWith } from './attempt-step.service.ts';
import { assignmentPath } from './attempt.service.ts';
import { refreshGrade } from './grade.service.ts';

const attemptGone = (): AppError => missing('作答不存在，请刷新后重试');
const ended = (status: string): boolean => inGroup(attemptMachine, 'ended', status as AttemptState);

interface Seen {
  readonly row: AssignmentRow;
  readonly attempt: AttemptRow;
  /** As whom the caller sees it. */
  readonly as: 'student' | 'assistant' | 'teacher';
}

/** The attempt for its student, also after leaving the class, and for teachers and assistants of the class. */
export async function seenAttempt(db: Database | Tx, currentUser: CurrentUser, attempt: AttemptRow | undefined): Promise<Seen> {
  if (!attempt) throw attemptGone();
  const row = await assignmentById(db, attempt.assignmentId);
  if (!row) throw attemptGone();
  if (writesAttempt(attempt, currentUser)) return { row, attempt, as: 'student' };
  const { role } = await assignmentFor(db, currentUser, row.id, 'staff').catch(() => {
    throw attemptGone();
  });
  return { row, attempt, as: role };
}

export const resultFor = ({ db }: AppContext, currentUser: CurrentUser, attemptKey: string): Promise<AttemptResult> =>
  db.transaction().execute(async (tx) => {
    const { row, attempt, as } = await seenAttempt(tx, currentUser, await attemptByKey(tx, attemptKey));
    const shown = as === 'student' ? shownParts(showRules(row), ended(attempt.status)) : { score: true, key: true };
    const journal = await readJournal(tx, row, attempt);
    const stored = new Map((await attemptItems(tx, [attempt.id])).map((item) => [item.itemId, item]));
    const drawn = drawnItems(attempt);
    const versions = await versionMap(
      tx,
      drawn.map(({ itemId, versionId }) => stored.get(itemId)?.versionId ?? versionId),
    );
    const items = drawn.flatMap(({ itemId, versionId, points }, at): ResultItem[] => {
      const item = stored.get(itemId);
      const version = versions.get(item?.versionId ?? versionId);
      if (!version) return [];
      const going = journal.merged.items[itemId];
      return [
        {
          itemId,
          no: at + 1,
          points: item?.points ?? points,
          shown: version.shown,
          answer: item ? (item.answer === null ? null : (JSON.parse(item.answer) as Answer)) : (going?.answer ?? null),
          others: item ? (JSON.parse(item.otherAnswers) as ResultItem['others']) : (going?.others ?? []).map(({ answer, by }) => ({ answer, by })),
          score: shown.score && item ? itemScore(item) : null,
          verdict:
            shown.score && item ? (item.manual === null ? (item.verdict as ResultItem['verdict']) : markedVerdict(item.manual, item.points)) : '',
          parts: shown.score && item ? (JSON.parse(item.parts) as ResultItem['parts']) : {},
          feedback: shown.score ? (item?.feedback ?? '') : '',
          key: shown.key ? version.key : null,
        },
      ];
    });
    const member = as === 'student' ? undefined : await memberOf(tx, row.classId, attempt.userId);
    return {
      attemptId: attempt.id,
      attemptKey,
      assignmentId: row.id,
      classId: row.classId,
      title: row.title,
      no: attempt.no,
      seed: attempt.seed,
      shuffleOptions: row.shuffleOptions === '1',
      status: attempt.status as AttemptState,
      begunAt: wireTime(attempt.begunAt),
      endedAt: wireTime(attempt.endedAt),
      flags: flagsOf(attempt),
      lateDays: attempt.lateDays,
      rawScore: shown.score && ended(attempt.status) ? attempt.rawScore : null,
      score: shown.score && ended(attempt.status) ? attempt.score : null,
      full: attempt.full,
      memberName: member?.memberName ?? '',
      items,
      afterSubmit: [...journal.merged.afterSubmit, ...journal.tooLate].map(({ itemId, answer, deviceId }) => ({
        itemId: itemId ?? '',
        answer: answer ?? null,
        by: deviceId,
      })),
      can: as === 'student' ? [] : stepsOf(attempt),
    };
  });

const markedVerdict = (manual: number, points: number): ResultItem['verdict'] => (manual >= points ? 'right' : manual > 0 ? 'part' : 'wrong');

function stepsOf(attempt: AttemptRow): AttemptResult['can'] {
  const steps = eventsFrom(
    attemptMachine,
    attempt.status as AttemptState,
    () => true,
    (who) => who === 'owner',
  );
  return [...ATTEMPT_STEPS.filter((event) => steps.includes(event)), ...(attempt.counted === '0' && ended(attempt.status) ? ['adopt' as const] : [])];
}

interface Locked {
  readonly row: AssignmentRow;
  readonly attempt: AttemptRow;
}

/** The attempt under the lock of its assignment, for a teacher or an assistant of the class. */
export async function lockedAttempt(tx: Tx, currentUser: CurrentUser, attemptId: number): Promise<Locked> {
  const known = await attemptById(tx, attemptId);
  if (!known) throw attemptGone();
  await assignmentFor(tx, currentUser, known.assignmentId, 'staff').catch((error: unknown) => {
    throw writesAttempt(known, currentUser) ? error : attemptGone();
  });
  const row = await lockAssignment(tx, known.assignmentId);
  const attempt = await attemptById(tx, attemptId);
  if (!row || !attempt) throw attemptGone();
  return { row, attempt };
}

type Event = z.output<typeof attemptEvent.params>['event'];

/** What an event writes besides the state, and what the student hears of it. */
const STEPS: Readonly<Record<Event, { readonly columns?: typeof reopenColumns; readonly title?: (title: string, reason: string) => string }>> = {
  reopen: { columns: reopenColumns, title: (title, reason) => `老师退回了《${title}》：${reason}` },
  void: { title: (title, reason) => `《${title}》的一次作答已作废：${reason}` },
  restore: {},
};

export const stepAttempt = ({ db }: AppContext, currentUser: CurrentUser, attemptId: number, event: Event, reason: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { row, attempt } = await lockedAttempt(tx, currentUser, attemptId);
    if (event === 'restore' && (await restoreByJournal(tx, currentUser, row, attempt, Date.now()))) return;
    const items = await attemptItems(tx, [attempt.id]);
    const { columns, title } = STEPS[event];
    const runner = stepWith({ row, items, columns: (await columns?.(tx, row, attempt)) ?? {}, ownerId: currentUser.userId });
    await runner(tx, currentUser, attempt, event, reason);
    if (title) await sendMessage(tx, { userId: attempt.userId, type: 'task', title: title(row.title, reason), link: assignmentPath(row.id) });
  });

/** Days that a returned attempt has at least. */
const AGAIN_MS = 3 * DAY_MS;

/** A returned attempt goes on: the hand-in of before no longer ends it, and it gets time. */
async function reopenColumns(tx: Tx, row: AssignmentRow, attempt: AttemptRow): Promise<Readonly<Record<string, unknown>>> {
  const last: Record<string, number> = {};
  for (const { deviceId, seq } of await eventsOf(tx, attempt.attemptKey)) last[deviceId] = Math.max(last[deviceId] ?? 0, seq);
  const now = Date.now();
  return {
    reopened: JSON.stringify(last),
    expiresAt: Math.max(now + AGAIN_MS, row.dueAt),
    begunAt: now,
    endedAt: null,
    endedBy: '',
    counted: '1',
    flags: '[]',
  };
}

type Decision = z.output<typeof decideAttempt.body>['decision'];

/** The teacher decides about answers that arrived too late. */
export const decide = ({ db }: AppContext, currentUser: CurrentUser, attemptId: number, decision: Decision): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { row, attempt } = await lockedAttempt(tx, currentUser, attemptId);
    if (!ended(attempt.status) || !flagsOf(attempt).includes('held')) throw failed('这次作答不用处理，请刷新后重试');
    const now = Date.now();
    const extended = extendedOf(await extensionOf(tx, row.id, attempt.userId));
    const days = decision === 'late' ? Math.max(1, daysLate(timesOf(row), extended, attempt.receivedAt ?? now)) : 0;
    const lateDays = decision === 'keep' ? attempt.lateDays : days;
    await setAttempt(
      tx,
      attempt.id,
      {
        counted: decision === 'keep' ? '0' : '1',
        flags: JSON.stringify(flagsAfter(attempt, decision)),
        lateDays,
        score: decision === 'keep' ? attempt.score : lateScore(attempt.rawScore, attempt.full, row.latePenaltyBp, Math.min(lateDays, row.lateDays)),
      },
      now,
    );
    await refreshGrade(tx, row, attempt.userId, now);
    const words = { adopt: '老师已采用，按时', late: `老师按迟交${lateDays}天计`, keep: '老师没有采用，内容已保留' }[decision];
    await sendMessage(tx, { userId: attempt.userId, type: 'task', title: `《${row.title}》补交的作答：${words}`, link: assignmentPath(row.id) });
  });

/** Without `held` nothing waits any more; what was not adopted stays uncounted. */
const flagsAfter = (attempt: AttemptRow, decision: Decision): AttemptFlag[] => {
  const rest = flagsOf(attempt).filter((flag) => flag !== 'held' && flag !== 'late');
  return decision === 'late' ? [...rest, 'late'] : rest;
};
