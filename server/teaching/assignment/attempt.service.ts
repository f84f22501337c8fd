import type { z } from 'zod';
import type { Insertable } from 'kysely';
import type { DataOf } from '../../../contract/endpoint.ts';
import { inGroup } from '../../../contract/state-machine.ts';
import { assignmentMachine, type AssignmentState } from '../../../contract/teaching/assignment.machine.ts';
import { effectiveDue, expiresAt, lastMoment, limitMs, stateAt } from '../../../contract/teaching/assignment-time.ts';
import type { AttemptPaper, startAttempt, syncAttempts, SyncResult } from '../../../contract/teaching/attempt.ts';
import { correctedTime } from '../../../contract/teaching/attempt-time.ts';
import { attemptMachine, type AttemptState } from '../../../contract/teaching/attempt.machine.ts';
import { sum } from '../../../contract/money.ts';
import type { AttemptFlag } from '../../../contract/teaching/teaching-limits.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import type { Tx } from '../../db/database.ts';
import type { AttemptEventTable } from '../../db/tables/teaching-tables.ts';
import { AppError, forbidden, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { versionMap } from '../../textbook/question/question.service.ts';
import { classFor, requireLive } from '../course/class-access.service.ts';
import { drawnItems, extendedOf, lastOfAll, timesOf } from './assignment-row.format.ts';
import { attemptsOf, extensionOf, extensionsOf, lockAssignment, type AssignmentRow, type AttemptRow } from './assignment.queries.ts';
import { impossibleAnswers } from './attempt-judge.service.ts';
import {
  addEvents,
  attemptByKey,
  eventsOf,
  expiredAttempt,
  insertAttempt,
  setAttempt,
  ticketByKey,
  type EventRow,
  type TicketRow,
} from './attempt.queries.ts';
import { writesAttempt } from './attempt.policy.ts';
import { endAttempt, endWithoutSubmit, flagsOf, journalEvent, readJournal } from './attempt-step.service.ts';
import { refreshGrade } from './grade.service.ts';
import { ticketFor } from './ticket.service.ts';

export const ATTEMPT_CODES = { used: 23502, early: 23503, over: 23504, handedIn: 23505, unfit: 23506 } as const;
export const assignmentGone = (): AppError => missing('作业不存在，请刷新后重试');
export const assignmentPath = (assignmentId: number): string => `/cms/main/assignment/${assignmentId}`;

/** The state of an assignment now: its time may have come since the program looked. */
export async function stateNow(tx: Tx, row: AssignmentRow, now: number): Promise<AssignmentState> {
  return stateAt(row.status as AssignmentState, row, lastOfAll(row, await extensionsOf(tx, row.id)), now);
}

/** Why a student cannot begin an attempt now; null when possible. One rule for the page, the start and the tickets. */
export function startFault(
  row: AssignmentRow,
  state: AssignmentState,
  attempts: readonly AttemptRow[],
  extension: Awaited<ReturnType<typeof extensionOf>>,
  now: number,
): AppError | null {
  if (!inGroup(assignmentMachine, 'published', state)) return assignmentGone();
  if (state === 'scheduled') return new AppError(ATTEMPT_CODES.early, '作业还没有开始');
  // An extension that was given after the end opens it for this student.
  const open = state === 'open' || (extension !== undefined && (extension.dueAt ?? 0) > row.dueAt);
  if (!open || now >= lastMoment(timesOf(row), extendedOf(extension))) return new AppError(ATTEMPT_CODES.over, '作业已截止');
  const most = row.attempts === 0 ? Infinity : row.attempts + (extension?.extraAttempts ?? 0);
  return attempts.filter(({ status }) => status !== 'voided').length >= most ? new AppError(ATTEMPT_CODES.used, '答题机会已用完') : null;
}

export async function start(
  context: AppContext,
  currentUser: CurrentUser,
  { assignmentId, deviceId }: z.output<typeof startAttempt.body>,
): Promise<AttemptPaper> {
  return context.db.transaction().execute(async (tx) => {
    const row = await lockAssignment(tx, assignmentId);
    if (!row) throw assignmentGone();
    const { row: group, role } = await classFor(tx, currentUser, row.classId);
    if (role !== 'student') throw forbidden('老师和助教不能作答，可以在“预览为学生”里查看');
    requireLive(group, '作答');
    const now = Date.now();
    const attempts = await attemptsOf(tx, row.id, currentUser.userId);
    const going = attempts.find(({ status }) => status === 'doing');
    if (going) return paperOf(tx, row, going, now);
    const extension = await extensionOf(tx, row.id, currentUser.userId);
    const fault = startFault(row, await stateNow(tx, row, now), attempts, extension, now);
    if (fault) throw fault;
    const ticket = await ticketFor(tx, row, currentUser.userId, attempts.length + 1, now);
    const attempt = await beginAttempt(tx, row, currentUser, ticket, { begunAt: now, deviceId, now });
    return paperOf(tx, row, attempt, now);
  });
}

async function beginAttempt(
  tx: Tx,
  row: AssignmentRow,
  { userName }: CurrentUser,
  ticket: TicketRow,
  { begunAt, deviceId, now }: { readonly begunAt: number; readonly deviceId: string; readonly now: number },
): Promise<AttemptRow> {
  const { attemptKey, assignmentId, userId, no, seed, items, at } = ticket;
  const extended = extendedOf(await extensionOf(tx, row.id, userId));
  const attempt = await insertAttempt(
    tx,
    {
      attemptKey,
      assignmentId,
      userId,
      no,
      seed,
      items,
      begunAt,
      // A ticket from before the beginning was in a pack: answers may be on a device without a network.
      expiresAt: expiresAt(timesOf(row), extended, begunAt, at < begunAt),
      deviceId,
      full: sum(drawnItems(ticket).map(({ points }) => points)),
      createBy: userName,
    },
    now,
  );
  await refreshGrade(tx, row, userId, now);
  return attempt;
}

const storedEvent = (row: EventRow) => {
  const { deviceId, seq, clock, wallMs, monoMs, bootId, kind, itemId, answer, on, seen } = journalEvent(row);
  return { deviceId, seq, clock, wallMs, monoMs, bootId, kind, itemId, answer, on, seen: seen === undefined ? undefined : { ...seen } };
};

/** What a student needs to answer: the questions without their keys, and the own events so far. */
export async function paperOf(
  tx: Tx,
  row: AssignmentRow,
  attempt: AttemptRow | (TicketRow & { readonly status: 'doing'; readonly begunAt: number | null }),
  now: number,
): Promise<AttemptPaper> {
  const drawn = drawnItems(attempt);
  const versions = await versionMap(
    tx,
    drawn.map(({ versionId }) => versionId),
  );
  const extended = extendedOf(await extensionOf(tx, row.id, attempt.userId));
  const times = timesOf(row);
  return {
    attemptKey: attempt.attemptKey,
    assignmentId: row.id,
    classId: row.classId,
    title: row.title,
    intro: row.intro,
    mode: row.mode as AttemptPaper['mode'],
    no: attempt.no,
    seed: attempt.seed,
    shuffleOptions: row.shuffleOptions === '1',
    limitMs: limitMs(times, extended),
    begunAt: attempt.begunAt ?? 0,
    notBefore: row.openAt,
    dueAt: effectiveDue(times, extended),
    notAfter: lastMoment(times, extended),
    status: attempt.status as AttemptState,
    items: drawn.flatMap(({ itemId, versionId, points }, at) => {
      const version = versions.get(versionId);
      return version ? [{ itemId, no: at + 1, points, shown: version.shown }] : [];
    }),
    events: (await eventsOf(tx, attempt.attemptKey)).map(storedEvent),
    serverNow: now,
  };
}

type Sent = z.output<typeof syncAttempts.body>;
type SentAttempt = Sent['attempts'][number];

/** Takes the journals of a device, each attempt in a transaction of its own: one that is rejected does not stop the others. */
export async function sync(
  context: AppContext,
  currentUser: CurrentUser,
  { deviceId, clocks, attempts }: Sent,
): Promise<DataOf<typeof syncAttempts>> {
  const results: SyncResult[] = [];
  for (const one of attempts) {
    try {
      results.push(await context.db.transaction().execute((tx) => takeJournal(tx, currentUser, one, deviceId, clocks)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results.push({ attemptKey: one.attemptKey, acknowledged: 0, others: [], status: '', flags: [], words: '', rejected: error.message });
    }
  }
  return results;
}

async function takeJournal(tx: Tx, currentUser: CurrentUser, sent: SentAttempt, deviceId: string, clocks: Sent['clocks']): Promise<SyncResult> {
  const now = Date.now();
  const ticket = await ticketByKey(tx, sent.attemptKey);
  if (!ticket || !writesAttempt(ticket, currentUser)) throw missing('这次作答不属于当前账号，请用作答时的账号登录');
  // A removed draft cannot have tickets: a published assignment is never removed.
  const row = await lockAssignment(tx, ticket.assignmentId);
  if (!row) throw assignmentGone();
  await addEvents(
    tx,
    sent.events.map((event) => eventRow(event, { ...ticket, deviceId, happenedAt: correctedTime(event, clocks, now), receivedAt: now })),
  );
  const first = (await eventsOf(tx, sent.attemptKey)).reduce((least, { happenedAt }) => Math.min(least, happenedAt), now);
  const known = await attemptByKey(tx, sent.attemptKey);
  const attempt = known ?? (await beginAttempt(tx, row, currentUser, ticket, { begunAt: Math.max(first, row.openAt), deviceId, now }));
  const words = await takeEvents(tx, currentUser, row, attempt, now);
  const after = (await attemptByKey(tx, sent.attemptKey)) ?? attempt;
  const rows = await eventsOf(tx, sent.attemptKey);
  return {
    attemptKey: sent.attemptKey,
    acknowledged: contiguous(rows.filter((one) => one.deviceId === deviceId)),
    others: rows.filter((one) => one.deviceId !== deviceId && one.seq > (sent.known[one.deviceId] ?? 0)).map(storedEvent),
    status: after.status as AttemptState,
    flags: flagsOf(after),
    words,
    rejected: '',
  };
}

type SentEvent = SentAttempt['events'][number];

const eventRow = (
  { seq, clock, wallMs, monoMs, bootId, kind, itemId, answer, on, seen }: SentEvent,
  {
    attemptKey,
    userId,
    deviceId,
    happenedAt,
    receivedAt,
  }: { attemptKey: string; userId: number; deviceId: string; happenedAt: number; receivedAt: number },
): Insertable<AttemptEventTable> => ({
  attemptKey,
  deviceId,
  seq,
  clock,
  wallMs: Math.round(wallMs),
  monoMs: Math.round(monoMs),
  bootId,
  kind,
  itemId: itemId ?? '',
  content: JSON.stringify({ answer, on, seen }),
  happenedAt: Math.round(happenedAt),
  receivedAt,
  userId,
});

/** The last count before the first gap: what is above must be sent again. */
function contiguous(rows: readonly Pick<EventRow, 'seq'>[]): number {
  let last = 0;
  for (const { seq } of rows.toSorted((one, two) => one.seq - two.seq)) {
    if (seq !== last + 1) break;
    last = seq;
  }
  return last;
}

/** What became of an attempt with the events that are stored now. Returns the words for the student. */
async function takeEvents(tx: Tx, currentUser: CurrentUser, row: AssignmentRow, attempt: AttemptRow, now: number): Promise<string> {
  const journal = await readJournal(tx, row, attempt);
  const { merged, rows } = journal;
  const submitted = merged.submit && rows.find(({ deviceId, seq }) => deviceId === merged.submit?.deviceId && seq === merged.submit.seq);
  if (row.status === 'withdrawn') return '作业已撤回，作答已保存，不计入成绩';
  if (attempt.status === 'voided') return '这次作答已作废，收到的内容已保存';
  const ending = submitted ? { row, journal, endedAt: submitted.happenedAt, receivedAt: now } : null;
  if (attempt.status === 'doing') {
    if (!ending) return '';
    const unfit = await impossibleAnswers(tx, attempt, merged);
    await endAttempt(tx, currentUser, attempt, 'submit', ending);
    await confirmOffline(tx, row, attempt, now);
    return unfit.length === 0 ? '' : `答案与题目不符：第${unfit.join('、')}题，按未答处理`;
  }
  // The program ended it without the device; its hand-in has arrived.
  if (ending && inGroup(attemptMachine, 'ended', attempt.status as AttemptState) && attempt.endedBy === 'expire') {
    await endAttempt(tx, null, attempt, 'receive', ending);
    await confirmOffline(tx, row, attempt, now);
    return '';
  }
  const more = merged.afterSubmit.length + journal.tooLate.length;
  const flags = flagsOf(attempt);
  if (more > 0 && !flags.includes('afterSubmit'))
    await setAttempt(tx, attempt.id, { flags: JSON.stringify([...flags, 'afterSubmit' satisfies AttemptFlag]) }, now);
  return more > 0 ? `这台设备上有${new Set([...merged.afterSubmit, ...journal.tooLate].map(({ itemId }) => itemId)).size}题没来得及交` : '';
}

/** Tells a student what became of answers that were written without a network. */
async function confirmOffline(tx: Tx, row: AssignmentRow, before: AttemptRow, now: number): Promise<void> {
  const attempt = await attemptByKey(tx, before.attemptKey);
  if (!attempt) return;
  const flags = flagsOf(attempt);
  if (!flags.includes('offline') && !flags.includes('held')) return;
  const why = flags.includes('afterRelease') ? '在公布之后收到' : flags.includes('extra') ? '超出答题机会' : '超过了可以收到的时间';
  const words = attempt.counted === '0' ? `${why}，已保存，等老师决定是否采用` : attempt.lateDays > 0 ? `迟交${attempt.lateDays}天` : '按时';
  await sendMessage(tx, {
    userId: attempt.userId,
    type: 'task',
    title: `《${row.title}》的作答已在${wireTime(now).slice(0, 16)}收到，${words}`,
    link: assignmentPath(row.id),
  });
}

/** Ends one attempt whose time is over, with what was saved. Returns whether there was one. */
export async function expireAttempt({ db }: Pick<AppContext, 'db'>): Promise<boolean> {
  const now = Date.now();
  const due = await expiredAttempt(db, now);
  if (!due) return false;
  await db.transaction().execute(async (tx) => {
    const row = await lockAssignment(tx, due.assignmentId);
    const attempt = await attemptByKey(tx, due.attemptKey);
    if (!row || attempt?.status !== 'doing' || (attempt.expiresAt ?? Infinity) > now) return;
    await expire(tx, row, attempt, now);
  });
  return true;
}

/** Ends an attempt with what was saved of it. */
export async function expire(tx: Tx, row: AssignmentRow, attempt: AttemptRow, now: number): Promise<void> {
  const journal = await readJournal(tx, row, attempt);
  const endedAt = await endWithoutSubmit(tx, row, attempt, now);
  await endAttempt(tx, null, attempt, 'expire', { row, journal, endedAt, receivedAt: endedAt });
}
