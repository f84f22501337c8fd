import { daysLate, dueEnd, effectiveDue, graceEnd, limitMs } from '../../../contract/teaching/assignment-time.ts';
import { mergeJournals, type JournalEvent, type MergedAttempt } from '../../../contract/teaching/attempt-journal.ts';
import { clockInDoubt } from '../../../contract/teaching/attempt-time.ts';
import { attemptMachine, type AttemptEvent, type AttemptState } from '../../../contract/teaching/attempt.machine.ts';
import { lateScore } from '../../../contract/teaching/course-score.ts';
import { TEACHING, type AttemptFlag } from '../../../contract/teaching/teaching-limits.ts';
import type { Answer } from '../../../contract/textbook/question-kind.ts';
import { sum } from '../../../contract/money.ts';
import type { Tx } from '../../db/database.ts';
import { missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { transition } from '../../state-machine/transition.ts';
import { extendedOf, timesOf } from './assignment-row.format.ts';
import { attemptsOf, extensionOf, type AssignmentRow, type AttemptRow } from './assignment.queries.ts';
import { judgeAttempt, needsMarks, totalOf, type JudgedItem } from './attempt-judge.service.ts';
import { eventsOf, type EventRow } from './attempt.queries.ts';
import { refreshGrade } from './grade.service.ts';

/** Answers that arrive later than this after the end were written without a network. */
const ONLINE_MS = 5 * 60_000;

export const flagsOf = ({ flags }: Pick<AttemptRow, 'flags'>): AttemptFlag[] => JSON.parse(flags) as AttemptFlag[];
const reopenedOf = ({ reopened }: Pick<AttemptRow, 'reopened'>): Record<string, number> => JSON.parse(reopened) as Record<string, number>;

interface EventContent {
  readonly answer?: Answer;
  readonly on?: boolean;
  readonly seen?: Readonly<Record<string, number>>;
}

export function journalEvent(row: EventRow): JournalEvent {
  const { answer, on, seen } = JSON.parse(row.content) as EventContent;
  return {
    deviceId: row.deviceId,
    seq: row.seq,
    clock: row.clock,
    wallMs: row.wallMs,
    monoMs: row.monoMs,
    bootId: row.bootId,
    kind: row.kind as JournalEvent['kind'],
    ...(row.itemId === '' ? {} : { itemId: row.itemId }),
    ...(answer === undefined ? {} : { answer }),
    ...(on === undefined ? {} : { on }),
    ...(seen === undefined ? {} : { seen }),
  };
}

export interface ReadJournal {
  readonly rows: readonly EventRow[];
  /** From the answers that were written within the time limit. */
  readonly merged: MergedAttempt;
  /** Answers after the time limit: kept, but not part of the attempt. */
  readonly tooLate: readonly JournalEvent[];
}

/** The journals of an attempt, with the answers that its time limit allows. */
export async function readJournal(tx: Tx, row: AssignmentRow, attempt: AttemptRow): Promise<ReadJournal> {
  const rows = await eventsOf(tx, attempt.attemptKey);
  const limit = limitMs(timesOf(row), extendedOf(await extensionOf(tx, row.id, attempt.userId)));
  const last = limit === 0 ? Infinity : attempt.begunAt + limit + TEACHING.graceMs;
  const isLate = ({ kind, happenedAt }: EventRow): boolean => kind === 'answer' && happenedAt > last;
  return {
    rows,
    merged: mergeJournals(rows.filter((one) => !isLate(one)).map(journalEvent), reopenedOf(attempt)),
    tooLate: rows.filter(isLate).map(journalEvent),
  };
}

/** How an attempt counts: by the corrected time of its end, when it arrived, and the rules of the assignment. */
export function outcomeOf(
  row: AssignmentRow,
  extended: ReturnType<typeof extendedOf>,
  { endedAt, receivedAt, extra, doubt }: { readonly endedAt: number; readonly receivedAt: number; readonly extra: boolean; readonly doubt: boolean },
): { readonly flags: AttemptFlag[]; readonly lateDays: number; readonly counted: '0' | '1' } {
  const times = timesOf(row);
  const flags = new Set<AttemptFlag>();
  const lateDays = daysLate(times, extended, endedAt);
  if (receivedAt - endedAt > ONLINE_MS) flags.add('offline');
  if (doubt) flags.add('clockDoubt');
  if (extra) flags.add('extra');
  if (lateDays > 0) flags.add('late');
  const released = row.keyAt !== null && receivedAt >= row.keyAt;
  if (released) flags.add('afterRelease');
  // In time by the clock of the device, but it arrived too late to be sure of it; or beyond the days for late work.
  const unsure =
    lateDays === 0 ? receivedAt >= dueEnd(effectiveDue(times, extended)) && receivedAt >= graceEnd(times, extended) : lateDays > row.lateDays;
  const held = unsure || released || extra;
  if (held) flags.add('held');
  return { flags: [...flags], lateDays, counted: held ? '0' : '1' };
}

interface Ending {
  readonly row: AssignmentRow;
  readonly journal: ReadJournal;
  readonly endedAt: number;
  readonly receivedAt: number;
  /** The teacher or assistant who acts, for events of theirs. */
  readonly ownerId?: number;
}

const afterSubmitOf = ({ merged, tooLate }: ReadJournal): boolean => merged.afterSubmit.length + tooLate.length > 0;

/** Ends an attempt, or ends it again with what has arrived since: answers are judged, the outcome and the grade are written. */
export async function endAttempt(
  tx: Tx,
  currentUser: CurrentUser | null,
  attempt: AttemptRow,
  event: AttemptEvent,
  ending: Ending,
): Promise<AttemptState> {
  const { row, journal, endedAt, receivedAt, ownerId } = ending;
  const items = await judgeAttempt(tx, attempt, journal.merged);
  const extension = await extensionOf(tx, row.id, attempt.userId);
  const counted = (await attemptsOf(tx, row.id, attempt.userId)).filter(
    (one) => one.status !== 'voided' && one.id !== attempt.id && one.counted === '1',
  );
  const most = row.attempts === 0 ? Infinity : row.attempts + (extension?.extraAttempts ?? 0);
  const outcome = outcomeOf(row, extendedOf(extension), {
    endedAt,
    receivedAt,
    extra: counted.length >= most,
    doubt: [...new Set(journal.rows.map(({ deviceId }) => deviceId))].some((id) => clockInDoubt(journal.rows.filter((one) => one.deviceId === id))),
  });
  const flags = afterSubmitOf(journal) ? [...outcome.flags, 'afterSubmit' as const] : outcome.flags;
  const step = stepWith({
    row,
    items,
    columns: {
      endedAt,
      receivedAt,
      flags: JSON.stringify(flags),
      lateDays: outcome.lateDays,
      counted: outcome.counted,
      endedBy: journal.merged.submit ? 'submit' : 'expire',
    },
    ...(ownerId === undefined ? {} : { ownerId }),
  });
  return step(tx, currentUser, attempt, event, '', 'checked');
}

/** The end of an attempt that nobody handed in: the last moment in time, so that waiting for a device without a network makes nobody late. */
export async function endWithoutSubmit(tx: Tx, row: AssignmentRow, attempt: AttemptRow, now: number): Promise<number> {
  const last = dueEnd(effectiveDue(timesOf(row), extendedOf(await extensionOf(tx, row.id, attempt.userId)))) - 1;
  return Math.max(attempt.begunAt, Math.min(now, attempt.expiresAt ?? now, last));
}

/**
 * Restores an attempt whose end is not judged yet: it was voided while it went on, or its hand-in arrived while it was voided. Returns false for the others.
 */
export async function restoreByJournal(tx: Tx, currentUser: CurrentUser, row: AssignmentRow, attempt: AttemptRow, now: number): Promise<boolean> {
  const journal = await readJournal(tx, row, attempt);
  const { submit } = journal.merged;
  if (attempt.endedAt !== null && (attempt.endedBy !== 'expire' || !submit)) return false;
  const sent = submit && journal.rows.find(({ deviceId, seq }) => deviceId === submit.deviceId && seq === submit.seq);
  const endedAt = sent?.happenedAt ?? (await endWithoutSubmit(tx, row, attempt, now));
  const receivedAt = sent?.receivedAt ?? endedAt;
  await endAttempt(tx, currentUser, attempt, 'restore', { row, journal, endedAt, receivedAt, ownerId: currentUser.userId });
  return true;
}

interface StepWrites {
  readonly row: AssignmentRow;
  /** All items of the attempt as they are now. */
  readonly items: readonly Pick<JudgedItem, 'auto' | 'manual' | 'verdict' | 'points'>[];
  readonly columns?: Readonly<Record<string, unknown>>;
  /** The teacher or assistant who acts; checked by the caller. */
  readonly ownerId?: number;
}

/** The runner of SM35: the total follows from the items, the grade from the attempts, in one transaction. */
export const stepWith = ({ row, items, columns = {}, ownerId }: StepWrites) =>
  transition<AttemptState, AttemptEvent, AttemptRow>(attemptMachine, {
    table: 'attempt',
    stateOf: ({ status }) => status as AttemptState,
    subject: () => '这次作答',
    ownerOf: () => ownerId ?? null,
    assigneeOf: ({ userId }) => userId,
    notOwner: () => missing('作答不存在，请刷新后重试'),
    target: () => (items.some(needsMarks) ? 'submitted' : 'graded'),
    columns: ({ row: attempt, to }) => {
      if (to === 'doing') return columns;
      const days = (columns['lateDays'] as number | undefined) ?? attempt.lateDays;
      const raw = totalOf(items);
      // A correction may have changed the points of an item.
      const full = items.length === 0 ? attempt.full : sum(items.map(({ points }) => points));
      return { full, rawScore: raw, score: lateScore(raw, full, row.latePenaltyBp, Math.min(days, row.lateDays)), ...columns };
    },
    after: async ({ tx, row: attempt, now }) => void (await refreshGrade(tx, row, attempt.userId, now)),
  });
