import type { FastifyReply } from 'fastify';
import type { BoardRow } from '../../../contract/teaching/assignment.ts';
import type { assignmentBoard } from '../../../contract/teaching/assignment.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { inGroup } from '../../../contract/state-machine.ts';
import { assignmentMachine, type AssignmentState } from '../../../contract/teaching/assignment.machine.ts';
import { attemptMachine, type AttemptState } from '../../../contract/teaching/attempt.machine.ts';
import { effectiveDue } from '../../../contract/teaching/assignment-time.ts';
import { GRADE_STATES, type GradeState } from '../../../contract/teaching/teaching-limits.ts';
import type { Answer } from '../../../contract/textbook/question-kind.ts';
import { answerText } from '../../../contract/textbook/answer/answer-text.ts';
import { timesRatio } from '../../../contract/money.ts';
import { plainOf } from '../../../contract/textbook/plain-html.ts';
import type { AppContext } from '../../context.ts';
import { sendSheet } from '../../crud/crud-export.ts';
import { wireTime } from '../../db/clock.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { versionMap, type Version } from '../../textbook/question/question.service.ts';
import { classFor } from '../course/class-access.service.ts';
import { membersOf, studentsOf } from '../course/class-member.queries.ts';
import { courseTotals } from '../course/course-total.service.ts';
import { assignmentFor, stepsFor } from './assignment-read.service.ts';
import { dayAndMinute, waitingTickets } from './assignment-step.service.ts';
import { drawnItems, extendedOf, fullOf, itemsOf, timesOf } from './assignment-row.format.ts';
import { assignmentsOfClass, attemptsOf, extensionsOf, gradesOf, type AttemptRow } from './assignment.queries.ts';
import { itemScore } from './attempt-judge.service.ts';
import { attemptItems, type AttemptItemRow } from './attempt.queries.ts';
import { flagsOf } from './attempt-step.service.ts';

/** Wrong answers that the head of a column names. */
const WRONG_SHOWN = 5;
const STEM_LENGTH = 60;

/** Students × items of an assignment, in a fixed number of statements. */
export const boardFor = ({ db }: AppContext, currentUser: CurrentUser, assignmentId: number): Promise<DataOf<typeof assignmentBoard>> =>
  db.transaction().execute(async (tx) => {
    const { assignment: row, row: group, role } = await assignmentFor(tx, currentUser, assignmentId, 'staff');
    const students = await studentsOf(tx, row.classId);
    const grades = new Map((await gradesOf(tx, row.id)).map((one) => [one.userId, one]));
    const extensions = new Map((await extensionsOf(tx, row.id)).map((one) => [one.userId, one]));
    const tickets = new Map((await waitingTickets(tx, row)).map(({ userId, at }) => [userId, at]));
    const attempts = await attemptsOf(tx, row.id);
    const byStudent = Map.groupBy(attempts, ({ userId }) => userId);
    const shownAttempt = (userId: number): AttemptRow | undefined => {
      const own = (byStudent.get(userId) ?? []).filter((one) => one.status !== 'voided');
      return own.find(({ id }) => id === grades.get(userId)?.attemptId) ?? own.at(-1);
    };
    const shown = new Map(students.flatMap(({ userId }) => [[userId, shownAttempt(userId)] as const]));
    const ids = [...shown.values()].flatMap((attempt) =>
      attempt && inGroup(attemptMachine, 'ended', attempt.status as AttemptState) ? [attempt.id] : [],
    );
    const byAttempt = Map.groupBy(await attemptItems(tx, ids), ({ attemptId }) => attemptId);
    const columns = columnsOf(row, attempts);
    const versions = await versionMap(tx, [
      ...new Set([...columns.map(({ versionId }) => versionId), ...[...byAttempt.values()].flat().map(({ versionId }) => versionId)]),
    ]);
    const answered = Map.groupBy([...byAttempt.values()].flat(), ({ itemId }) => itemId);
    return {
      assignmentId: row.id,
      classId: row.classId,
      title: row.title,
      className: group.className,
      status: row.status as AssignmentState,
      dueAt: dayAndMinute(row.dueAt),
      full: fullOf(itemsOf(row)),
      items: columns.map(({ itemId, versionId, points }, at) => {
        const version = versions.get(versionId);
        return {
          itemId,
          no: at + 1,
          questionId: version?.questionId ?? 0,
          stem: plainOf(version?.shown.stem ?? '').slice(0, STEM_LENGTH),
          kind: version?.shown.kind ?? 'text',
          points,
          ...figuresOf(answered.get(itemId) ?? [], versions),
        };
      }),
      rows: students.map((student): BoardRow => {
        const attempt = shown.get(student.userId);
        const grade = grades.get(student.userId);
        const extension = extensions.get(student.userId);
        const out = tickets.get(student.userId);
        return {
          userId: student.userId,
          memberName: student.memberName,
          studentNo: student.studentNo,
          state: (grade?.state ?? 'none') as GradeState,
          score: grade?.score ?? 0,
          attemptId: attempt?.id ?? null,
          attemptKey: attempt?.attemptKey ?? '',
          dueAt: dayAndMinute(effectiveDue(timesOf(row), extendedOf(extension))),
          lateDays: attempt?.lateDays ?? 0,
          minutes: attempt?.endedAt ? Math.round((attempt.endedAt - attempt.begunAt) / 60_000) : null,
          flags: attempt ? flagsOf(attempt) : [],
          offlineSince: out === undefined ? '' : wireTime(out),
          excused: extension?.excused === '1',
          cells: Object.fromEntries(
            (byAttempt.get(attempt?.id ?? 0) ?? []).map((item) => [
              item.itemId,
              { verdict: cellVerdict(item), score: itemScore(item), points: item.points },
            ]),
          ),
        };
      }),
      can: stepsFor(row, role === 'teacher'),
    };
  });

const cellVerdict = ({ verdict, manual, points }: AttemptItemRow): BoardRow['cells'][string]['verdict'] =>
  manual === null ? (verdict as 'right') : manual >= points ? 'right' : manual > 0 ? 'part' : 'wrong';

/** The items of an assignment; of a group every question that somebody has drawn. */
function columnsOf(row: Parameters<typeof itemsOf>[0], attempts: readonly AttemptRow[]): { itemId: string; versionId: number; points: number }[] {
  const items = itemsOf(row);
  // Without a group all attempts have the items of the assignment.
  const grouped = items.some(({ versions }) => versions.length > 1) ? attempts : [];
  const drawn = new Map(grouped.flatMap((attempt) => drawnItems(attempt)).map((item) => [item.itemId, item]));
  return items.flatMap(({ itemId, points, versions }) => {
    if (versions.length === 1 && versions[0]) return [{ itemId, versionId: versions[0].versionId, points }];
    return versions.flatMap(({ versionId }) => drawn.get(`${itemId}.${versionId}`) ?? []);
  });
}

function figuresOf(items: readonly AttemptItemRow[], versions: ReadonlyMap<number, Version>) {
  const judged = items.filter(({ verdict, manual }) => verdict !== 'empty' && (verdict !== 'manual' || manual !== null));
  const right = judged.filter((item) => cellVerdict(item) === 'right').length;
  const counts = new Map<string, { answer: string; text: string; n: number }>();
  for (const item of items) {
    if (item.answer === null || (item.verdict !== 'wrong' && item.verdict !== 'part')) continue;
    const version = versions.get(item.versionId);
    const text = version ? answerText(version.shown, JSON.parse(item.answer) as Answer) : '';
    const known = counts.get(item.answer) ?? { answer: item.answer, text, n: 0 };
    counts.set(item.answer, { ...known, n: known.n + 1 });
  }
  return {
    rightBp: judged.length === 0 ? null : timesRatio(10_000, right, judged.length),
    wrong: [...counts.values()].toSorted((one, two) => two.n - one.n || (one.text < two.text ? -1 : 1)).slice(0, WRONG_SHOWN),
  };
}

/** The words of a grade: 缺, 免 and 待批 are not numbers. */
const gradeCell = (state: string, score: number): string | number => (state === 'scored' ? score / 100 : GRADE_STATES[state as GradeState]);

/** Grades of a class: a line for each student, a column for each published assignment, and the total of the course. */
export async function sendGrades({ db }: AppContext, currentUser: CurrentUser, classId: number, reply: FastifyReply): Promise<FastifyReply> {
  const { row: group } = await classFor(db, currentUser, classId, 'staff');
  const assignments = (await assignmentsOfClass(db, classId)).filter(({ status }) =>
    inGroup(assignmentMachine, 'published', status as AssignmentState),
  );
  const students = (await membersOf(db, classId)).filter(({ role, status }) => role === 'student' && status !== 'waiting' && status !== 'removed');
  const totals = await courseTotals(db, group);
  const grades = new Map<string, { readonly state: string; readonly score: number; readonly lateDays: number }>();
  for (const { id } of assignments) for (const grade of await gradesOf(db, id)) grades.set(`${id} ${grade.userId}`, grade);
  return sendSheet(reply, `${group.className}成绩`, async (sheet) => {
    const heads = [
      '学号',
      '姓名',
      ...assignments.map(({ title, items }) => `${title}（满分${fullOf(itemsOf({ items })) / 100}）`),
      '迟交天数',
      '总评（%）',
    ];
    await sheet.begin(
      '成绩',
      heads.map((header, at) => ({ header, width: at < 2 ? 14 : 18 })),
    );
    for (const student of students) {
      const own = assignments.map(({ id }) => grades.get(`${id} ${student.userId}`));
      const total = student.userId === null ? undefined : totals.get(student.userId);
      await sheet.row([
        student.studentNo,
        student.memberName,
        ...own.map((grade) => gradeCell(grade?.state ?? 'none', grade?.score ?? 0)),
        own.reduce((days, grade) => days + (grade?.lateDays ?? 0), 0),
        total === undefined ? '' : total / 100,
      ]);
    }
  });
}
