import type { z } from 'zod';
import { eventsFrom, inGroup } from '../../../contract/state-machine.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { limitMs } from '../../../contract/teaching/assignment-time.ts';
import { assignmentMachine, ASSIGNMENT_STEPS, type AssignmentState } from '../../../contract/teaching/assignment.machine.ts';
import type { AssignmentCard, AssignmentDetail, assignmentDraft, myAssignments } from '../../../contract/teaching/assignment.ts';
import type { AttemptState } from '../../../contract/teaching/attempt.machine.ts';
import { shownParts } from '../../../contract/teaching/release-rule.ts';
import type { AssignmentMode, GradeState, ScorePolicy, ShowTime } from '../../../contract/teaching/teaching-limits.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import { countOf, extendedOf, fullOf, itemsOf, showRules, timesOf } from './assignment-row.format.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { classFor, type ClassAccess } from '../course/class-access.service.ts';
import { membershipsOf, studentsOf } from '../course/class-member.queries.ts';
import { dayAndMinute } from './assignment-step.service.ts';
import {
  assignmentById,
  assignmentsOfClass,
  attemptsOf,
  extensionOf,
  gradeOf,
  gradesOf,
  studentPage,
  type AssignmentRow,
  type ExtensionRow,
} from './assignment.queries.ts';
import { assignmentGone, startFault, stateNow } from './attempt.service.ts';
import { flagsOf } from './attempt-step.service.ts';

/** The assignment with the role of the caller in its class. A student does not learn of a draft. */
export async function assignmentFor(
  db: Database | Tx,
  currentUser: CurrentUser,
  assignmentId: number,
  need: 'member' | 'staff' | 'teacher' = 'member',
): Promise<ClassAccess & { readonly assignment: AssignmentRow }> {
  const assignment = await assignmentById(db, assignmentId);
  if (!assignment) throw assignmentGone();
  const access = await classFor(db, currentUser, assignment.classId, need);
  if (access.role === 'student' && !inGroup(assignmentMachine, 'published', assignment.status as AssignmentState)) throw assignmentGone();
  return { ...access, assignment };
}

interface OfStudent {
  readonly extension: Pick<ExtensionRow, 'dueAt'> | undefined;
  readonly state: GradeState;
  readonly score: number;
}

const cardOf = (
  row: AssignmentRow & { readonly className: string; readonly courseName: string },
  { extension, state, score }: OfStudent,
  counts: { readonly handedIn: number; readonly students: number; readonly toMark: number },
): AssignmentCard => {
  const items = itemsOf(row);
  const shown = shownParts(showRules(row), state === 'scored');
  return {
    assignmentId: row.id,
    classId: row.classId,
    className: row.className,
    courseName: row.courseName,
    title: row.title,
    mode: row.mode as AssignmentMode,
    status: row.status as AssignmentState,
    openAt: dayAndMinute(row.openAt),
    dueAt: dayAndMinute(Math.max(row.dueAt, extension?.dueAt ?? 0)),
    extended: (extension?.dueAt ?? 0) > row.dueAt,
    full: fullOf(items),
    itemCount: countOf(items),
    grade: state,
    score: shown.score ? score : null,
    ...counts,
  };
};

const NO_COUNTS = { handedIn: 0, students: 0, toMark: 0 };

/** Published assignments of a student, or all of a class for its teachers. */
export async function assignmentsFor(
  { db }: AppContext,
  currentUser: CurrentUser,
  query: z.output<typeof myAssignments.query>,
): Promise<{ rows: AssignmentCard[]; total: number }> {
  if (query.classId !== undefined) {
    const { row, role } = await classFor(db, currentUser, query.classId);
    if (role !== 'student') return staffCards(db, row);
  }
  const memberships = (await membershipsOf(db, currentUser.userId)).filter(({ status, role }) => status === 'active' && role === 'student');
  const classIds = memberships.map(({ classId }) => classId).filter((id) => query.classId === undefined || id === query.classId);
  const { total, rows } = await studentPage(db, currentUser.userId, { classIds, state: query.state }, query.pageSize, (all) => offsetOf(query, all));
  return {
    total,
    rows: rows.map((row) =>
      cardOf(
        row,
        {
          extension: row.extendedTo === null ? undefined : { dueAt: row.extendedTo },
          state: (row.gradeState ?? 'none') as GradeState,
          score: row.gradeScore ?? 0,
        },
        NO_COUNTS,
      ),
    ),
  };
}

async function staffCards(db: Database | Tx, group: ClassAccess['row']): Promise<{ rows: AssignmentCard[]; total: number }> {
  const students = await studentsOf(db, group.id);
  const rows = await assignmentsOfClass(db, group.id);
  const cards: AssignmentCard[] = [];
  for (const row of rows) {
    const grades = await gradesOf(db, row.id);
    const handedIn = grades.filter(({ state }) => state === 'scored' || state === 'waiting').length;
    const toMark = grades.filter(({ state }) => state === 'waiting').length;
    cards.push(
      cardOf({ ...row, ...group, ...row }, { extension: undefined, state: 'none', score: 0 }, { handedIn, students: students.length, toMark }),
    );
  }
  return { rows: cards, total: cards.length };
}

/** Steps that a teacher may take now; what is shown already is not released again. */
export const stepsFor = ({ status, scoreAt, keyAt }: Pick<AssignmentRow, 'status' | 'scoreAt' | 'keyAt'>, teacher: boolean): Step[] => {
  const events = eventsFrom(
    assignmentMachine,
    status as AssignmentState,
    () => true,
    (who) => who === 'owner' && teacher,
  );
  return ASSIGNMENT_STEPS.filter((event) => events.includes(event) && (event !== 'release' || scoreAt === null || keyAt === null));
};
type Step = (typeof ASSIGNMENT_STEPS)[number];

export async function infoFor({ db }: AppContext, currentUser: CurrentUser, assignmentId: number): Promise<AssignmentDetail> {
  return db.transaction().execute(async (tx) => {
    const { assignment: row, role, row: group } = await assignmentFor(tx, currentUser, assignmentId);
    const now = Date.now();
    const extension = await extensionOf(tx, row.id, currentUser.userId);
    const attempts = role === 'student' ? await attemptsOf(tx, row.id, currentUser.userId) : [];
    const grade = role === 'student' ? await gradeOf(tx, row.id, currentUser.userId) : undefined;
    const { rows } = role === 'student' ? { rows: [] } : await staffCards(tx, group);
    const counts = rows.find((one) => one.assignmentId === row.id) ?? NO_COUNTS;
    const going = attempts.some(({ status }) => status === 'doing');
    const state = await stateNow(tx, row, now);
    const fault = role === 'student' && !going ? startFault(row, state, attempts, extension, now) : null;
    const shown = shownParts(showRules(row), true);
    return {
      ...cardOf(
        { ...row, className: group.className, courseName: group.courseName },
        { extension, state: (grade?.state ?? 'none') as GradeState, score: grade?.score ?? 0 },
        { handedIn: counts.handedIn, students: counts.students, toMark: counts.toMark },
      ),
      intro: row.intro,
      role,
      limitMin: Math.round(limitMs(timesOf(row), extendedOf(extension)) / 60_000),
      attempts: row.attempts === 0 ? 0 : row.attempts + (extension?.extraAttempts ?? 0),
      policy: row.policy as ScorePolicy,
      lateDays: row.lateDays,
      latePenaltyBp: row.latePenaltyBp,
      showScore: row.showScore as ShowTime,
      showKey: row.showKey as ShowTime,
      holdUntilLast: row.holdUntilLast,
      own: attempts.map((one) => ({
        attemptId: one.id,
        attemptKey: one.attemptKey,
        no: one.no,
        status: one.status as AttemptState,
        begunAt: wireTime(one.begunAt),
        endedAt: wireTime(one.endedAt),
        score: shown.score && one.status === 'graded' && one.counted === '1' ? one.score : null,
        flags: flagsOf(one),
      })),
      lateBy: grade?.lateDays ?? 0,
      fault: fault?.message ?? '',
      can: stepsFor(row, role === 'teacher'),
    };
  });
}

export const draftFor = ({ db }: AppContext, currentUser: CurrentUser, assignmentId: number): Promise<DataOf<typeof assignmentDraft>> =>
  db.transaction().execute(async (tx) => {
    const { assignment: row } = await assignmentFor(tx, currentUser, assignmentId, 'teacher');
    return {
      assignmentId: row.id,
      classId: row.classId,
      title: row.title,
      intro: row.intro,
      items: itemsOf(row),
      mode: row.mode as AssignmentMode,
      openAt: dayAndMinute(row.openAt),
      dueAt: dayAndMinute(row.dueAt),
      limitMin: row.limitMin,
      attempts: row.attempts,
      policy: row.policy as ScorePolicy,
      lateDays: row.lateDays,
      latePenaltyBp: row.latePenaltyBp,
      graceHours: row.graceHours,
      showScore: row.showScore as ShowTime,
      showKey: row.showKey as ShowTime,
      holdUntilLast: row.holdUntilLast,
      shuffleItems: row.shuffleItems,
      shuffleOptions: row.shuffleOptions,
      weight: row.weight,
      status: row.status as AssignmentState,
      version: row.version,
      answered: new Set((await attemptsOf(tx, row.id)).map(({ userId }) => userId)).size,
      can: stepsFor(row, true),
    };
  });
