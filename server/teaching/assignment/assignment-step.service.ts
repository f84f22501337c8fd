import { graceEnd, dueEnd, effectiveDue, expiresAt, stateAt } from '../../../contract/teaching/assignment-time.ts';
import { assignmentMachine, type AssignmentEvent, type AssignmentState } from '../../../contract/teaching/assignment.machine.ts';
import { shownAtEnd } from '../../../contract/teaching/release-rule.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import type { Tx } from '../../db/database.ts';
import { AppError, failed } from '../../http/app-error.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { transition } from '../../state-machine/transition.ts';
import { studentsOf } from '../course/class-member.queries.ts';
import { classById } from '../course/course-class.queries.ts';
import { extendedOf, itemsOf, lastOfAll, showRules, timesOf } from './assignment-row.format.ts';
import {
  addReminder,
  attemptsOf,
  dueRow,
  extensionsOf,
  goingAttempts,
  gradesOf,
  lockAssignment,
  openTickets,
  setNextAt,
  type AssignmentRow,
  type ExtensionRow,
} from './assignment.queries.ts';
import { setAttempt } from './attempt.queries.ts';
import { assignmentPath, expire } from './attempt.service.ts';
import { refreshGrade } from './grade.service.ts';

export const ASSIGNMENT_CODES = { empty: 23402, times: 23403, answered: 23404, toMark: 23405 } as const;

export const dayAndMinute = (at: number): string => wireTime(at).slice(0, 16);

interface StepInput {
  /** Of `reopen`. */
  readonly dueAt: number | null;
  readonly confirmed: boolean;
  /** The person is a teacher of the class; checked by the caller. */
  readonly teacherId: number | null;
}
const BY_PROGRAM: StepInput = { dueAt: null, confirmed: true, teacherId: null };

/** The runner of SM34. */
export const stepAssignment = ({ dueAt, confirmed, teacherId }: StepInput) =>
  transition<AssignmentState, AssignmentEvent, AssignmentRow>(assignmentMachine, {
    table: 'assignment',
    stateOf: ({ status }) => status as AssignmentState,
    subject: ({ title }) => `作业《${title}》`,
    ownerOf: () => teacherId,
    on: {
      publish: {
        guard({ row, now }) {
          if (itemsOf(row).length === 0) throw new AppError(ASSIGNMENT_CODES.empty, '作业还没有题目');
          if (row.dueAt <= row.openAt) throw new AppError(ASSIGNMENT_CODES.times, '截止时间须晚于开始时间');
          if (!confirmed && row.dueAt < now + SOON_MS)
            throw failed(row.dueAt < now ? '截止时间已过，确认要发布吗？' : '截止时间不到10分钟，确认要发布吗？');
        },
        target: ({ row, now }) => (now < row.openAt ? 'scheduled' : 'open'),
        columns: ({ now }) => ({ publishedAt: now }),
        after: ({ tx, row }) => notifyClass(tx, row, (className) => `《${className}》布置了《${row.title}》，${dayAndMinute(row.dueAt)}前交`),
      },
      closeNow: {
        async after({ tx, row, reason, now }) {
          for (const attempt of await attemptsOf(tx, row.id)) if (attempt.status === 'doing') await expire(tx, row, attempt, now);
          await notifyClass(tx, row, () => `《${row.title}》提前截止`, reason);
        },
      },
      release: {
        async guard({ tx, row }) {
          const waiting = (await attemptsOf(tx, row.id)).filter(
            ({ status, counted }) => status === 'submitted' || (counted === '0' && status !== 'voided'),
          ).length;
          if (waiting > 0 && !confirmed) throw new AppError(ASSIGNMENT_CODES.toMark, `还有${waiting}份待批改，公布后学生只看到已批改的部分`);
          if (!confirmed && row.holdUntilLast === '1' && row.keyAt === null) {
            const out = new Set((await waitingTickets(tx, row)).map(({ userId }) => userId)).size;
            if (out > 0) throw new AppError(ASSIGNMENT_CODES.toMark, `可能在离线作答${out}人，公布后他们的作答须由您决定是否采用`);
          }
          if (row.scoreAt !== null && row.keyAt !== null) throw failed('得分和答案都已公布');
        },
        columns: ({ row, now }) => ({ scoreAt: row.scoreAt ?? now, keyAt: row.keyAt ?? now }),
        after: ({ tx, row }) => notifyClass(tx, row, () => `《${row.title}》已公布`),
      },
      autoRelease: {
        columns: ({ row, now }) => {
          const { score, key } = shownAtEnd(showRules(row));
          return { ...(score ? { scoreAt: row.scoreAt ?? now } : {}), ...(key ? { keyAt: row.keyAt ?? now } : {}) };
        },
        after: ({ tx, row }) => notifyClass(tx, row, () => `《${row.title}》已公布`),
      },
      reopen: {
        guard({ row, now }) {
          if (dueAt === null || dueAt <= now) throw failed('请填写新的截止时间，须晚于现在');
          if (dueAt <= row.openAt) throw new AppError(ASSIGNMENT_CODES.times, '截止时间须晚于开始时间');
        },
        columns: () => ({ dueAt: dueAt ?? 0 }),
        after: ({ tx, row, reason }) => notifyClass(tx, row, () => `《${row.title}》重新开放，${dayAndMinute(dueAt ?? row.dueAt)}前交`, reason),
      },
      withdraw: { after: ({ tx, row, reason }) => notifyClass(tx, row, () => `《${row.title}》已撤回`, reason) },
    },
    async after({ tx, written, now }) {
      for (const { userId } of await studentsOf(tx, written.classId)) if (written.status !== 'draft') await refreshGrade(tx, written, userId, now);
      await planNext(tx, written, now);
    },
  });

const SOON_MS = 10 * 60_000;

async function notifyClass(tx: Tx, row: AssignmentRow, title: (className: string) => string, content = ''): Promise<void> {
  const group = await classById(tx, row.classId);
  for (const { userId } of await studentsOf(tx, row.classId))
    await sendMessage(tx, { userId, type: 'task', title: title(group?.className ?? ''), content, link: assignmentPath(row.id) });
}

/** Tickets of students who have not handed in: their answers may be on a device without a network. */
export async function waitingTickets(tx: Tx, row: AssignmentRow) {
  const done = new Set(
    (await gradesOf(tx, row.id)).filter(({ state }) => state === 'scored' || state === 'waiting' || state === 'excused').map(({ userId }) => userId),
  );
  return (await openTickets(tx, row.id)).filter(({ userId }) => !done.has(userId));
}

/** When scores and keys are shown by themselves: nobody may hand in, and answers without a network had their time to arrive. */
async function releaseAt(tx: Tx, row: AssignmentRow, extensions: readonly ExtensionRow[]): Promise<number | null> {
  const { score, key } = shownAtEnd(showRules(row));
  if ((!score || row.scoreAt !== null) && (!key || row.keyAt !== null)) return null;
  if (row.holdUntilLast === '0') return dueEnd(row.dueAt);
  const last = lastOfAll(row, extensions);
  const byUser = new Map(extensions.map((one) => [one.userId, one]));
  const waiting = await waitingTickets(tx, row);
  return Math.max(last, ...waiting.map(({ userId }) => graceEnd(timesOf(row), extendedOf(byUser.get(userId)))));
}

/** Attempts that go on end by the times of now: an extension that came after their beginning holds for them too. */
async function moveExpiry(tx: Tx, row: AssignmentRow, extensions: readonly ExtensionRow[], now: number): Promise<void> {
  const byUser = new Map(extensions.map((one) => [one.userId, one]));
  for (const { id, userId, begunAt, expiresAt: before, ticketAt } of await goingAttempts(tx, row.id)) {
    const after = expiresAt(timesOf(row), extendedOf(byUser.get(userId)), begunAt, ticketAt < begunAt);
    if (after !== before) await setAttempt(tx, id, { expiresAt: after }, now);
  }
}

const REMIND_HOURS = [24, 2] as const;
const HOUR_MS = 3_600_000;

/** When the program looks at an assignment next, of everything that waits for a time. */
export async function planNext(tx: Tx, row: AssignmentRow, now: number): Promise<void> {
  const state = row.status as AssignmentState;
  const extensions = await extensionsOf(tx, row.id);
  await moveExpiry(tx, row, extensions, now);
  const times: number[] = [];
  if (state === 'scheduled') times.push(row.openAt);
  if (state === 'open') {
    times.push(lastOfAll(row, extensions));
    const dues = [row.dueAt, ...extensions.map((one) => effectiveDue(timesOf(row), extendedOf(one)))];
    // A moment that has passed has been used: reminders and grades of those who did not hand in.
    times.push(...dues.flatMap((due) => [...REMIND_HOURS.map((hours) => due - hours * HOUR_MS), dueEnd(due)]).filter((at) => at > now));
  }
  if (state === 'closed') {
    const at = await releaseAt(tx, row, extensions);
    if (at !== null) times.push(Math.max(at, now));
  }
  await setNextAt(tx, row.id, times.length === 0 ? null : Math.min(...times));
}

/** Takes one assignment whose time has come: it begins, reminds, ends or is released. Returns whether there was one. */
export async function advanceAssignment({ db }: Pick<AppContext, 'db'>): Promise<boolean> {
  const due = await dueRow(db, Date.now());
  if (!due) return false;
  await db.transaction().execute(async (tx) => {
    const row = await lockAssignment(tx, due.id);
    const now = Date.now();
    if (!row || row.nextAt === null || row.nextAt > now) return;
    const extensions = await extensionsOf(tx, row.id);
    const state = row.status as AssignmentState;
    const next = stateAt(state, row, lastOfAll(row, extensions), now);
    const step = stepAssignment(BY_PROGRAM);
    if (state === 'scheduled' && next !== 'scheduled') return void (await step(tx, null, row, 'start'));
    if (state === 'open' && next === 'closed') return void (await step(tx, null, row, 'close'));
    if (state === 'closed') {
      const at = await releaseAt(tx, row, extensions);
      if (at !== null && at <= now) return void (await step(tx, null, row, 'autoRelease'));
    }
    if (state === 'open') await remindDue(tx, row, extensions, now);
    await planNext(tx, row, now);
  });
  return true;
}

/** Reminds those who have not handed in a day and two hours before their own due time, once each; after it their grade says that it is missing. */
async function remindDue(tx: Tx, row: AssignmentRow, extensions: readonly ExtensionRow[], now: number): Promise<void> {
  const byUser = new Map(extensions.map((one) => [one.userId, one]));
  const done = new Set(
    (await gradesOf(tx, row.id)).filter(({ state }) => state === 'scored' || state === 'waiting' || state === 'excused').map(({ userId }) => userId),
  );
  for (const { userId } of await studentsOf(tx, row.classId)) {
    if (done.has(userId)) continue;
    const due = effectiveDue(timesOf(row), extendedOf(byUser.get(userId)));
    for (const hours of REMIND_HOURS) {
      if (now < due - hours * HOUR_MS || now >= due || !(await addReminder(tx, row.id, userId, hours, now))) continue;
      // Published or extended within that time: the message about it was enough.
      if ((row.publishedAt ?? 0) > due - hours * HOUR_MS) continue;
      await sendMessage(tx, { userId, type: 'task', title: `《${row.title}》还有${hours}小时截止，您还没有交`, link: assignmentPath(row.id) });
    }
    if (now >= dueEnd(due)) await refreshGrade(tx, row, userId, now);
  }
}
