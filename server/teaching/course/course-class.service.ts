import type { z } from 'zod';
import { DAY_MS } from '../../../contract/clock.ts';
import { eventsFrom } from '../../../contract/state-machine.ts';
import type { ClassCard, ClassDetail, ClassDraft, classEvent } from '../../../contract/teaching/course-class.ts';
import {
  COURSE_CLASS_EVENTS,
  courseClassMachine,
  type CourseClassEvent,
  type CourseClassState,
} from '../../../contract/teaching/course-class.machine.ts';
import type { MemberRole, MemberState } from '../../../contract/teaching/teaching-limits.ts';
import { effectiveDue } from '../../../contract/teaching/assignment-time.ts';
import type { AppContext } from '../../context.ts';
import { wireDate, wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { conflict, failed, invalid } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { peopleWithPermission } from '../../identity/permission/permission-holder.service.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { logTransition } from '../../state-machine/transition-log.ts';
import { transition, type EventRule } from '../../state-machine/transition.ts';
import { classFor, classGone, requireLive } from './class-access.service.ts';
import { dueAssignments, waitingMarks } from './class-counts.queries.ts';
import { activeCount, membershipsOf, staffOf, studentsOf } from './class-member.queries.ts';
import { classById, classesFor, codeTaken, insertClass, overdueClass, updateClass, type ClassRow } from './course-class.queries.ts';
import { roleIn, teachesCourse } from './course-class.policy.ts';
import { ownCourse, textbookCards } from './course.service.ts';
import { classesOf, courseById, teacherByName, updateCourse } from './course.queries.ts';
import { newJoinCode } from './join-code.ts';

export const classPath = (classId: number): string => `/cms/main/courseClass/${classId}`;
/** An ended class may be opened again for a year; the program ends a class a week after its last day. */
const REOPEN_MS = 366 * DAY_MS;
const END_AFTER_MS = 7 * DAY_MS;

const stateOf = (row: ClassRow): CourseClassState => row.status as CourseClassState;

/** A class that is over takes nobody any more; its students hear of it. */
const ENDING: EventRule<CourseClassState, CourseClassEvent, ClassRow> = {
  columns: ({ now }) => ({ endedAt: now, joinOpen: '0' }),
  after: ({ tx, row }) => notifyStudents(tx, row, `《${row.className}》已结课`, '成绩和作答仍然可以查看。'),
};

export const transitionClass = transition<CourseClassState, CourseClassEvent, ClassRow>(courseClassMachine, {
  table: 'courseClass',
  stateOf,
  subject: ({ className }) => `班级“${className}”`,
  ownerOf: (row) => row.teacherId,
  notOwner: classGone,
  on: {
    end: ENDING,
    expire: ENDING,
    reopen: {
      columns: { endedAt: null, joinOpen: '1' },
      async guard({ tx, row, now }) {
        if (row.endedAt !== null && now - row.endedAt > REOPEN_MS) throw failed('结课已超过一年，不能重新开课');
        if (row.erasedAt !== null) throw failed('班级的个人信息已按规定清除，不能重新开课');
        if (await codeTaken(tx, row.joinCode)) await updateClass(tx, row, { joinCode: await freeCode(tx) }, now);
      },
    },
  },
});

async function freeCode(tx: Tx): Promise<string> {
  for (;;) {
    const code = newJoinCode();
    if (!(await codeTaken(tx, code))) return code;
  }
}

async function cardsOf(db: Database, currentUser: CurrentUser, rows: readonly ClassRow[]): Promise<ClassCard[]> {
  const now = Date.now();
  const ids = rows.map(({ id }) => id);
  const own = new Map((await membershipsOf(db, currentUser.userId)).map((member) => [member.classId, member]));
  const books = await textbookCards(
    db,
    rows.map(({ publishIds }) => publishIds),
  );
  const marks = await waitingMarks(db, ids);
  const open = await dueAssignments(db, currentUser.userId, ids, now);
  const waiting = new Map((await classesOf(db, [...new Set(rows.map(({ courseId }) => courseId))])).map((one) => [one.id, Number(one.waiting)]));
  return rows.map((row) => {
    const member = own.get(row.id);
    const role: MemberRole = roleIn(row, member, currentUser) ?? 'student';
    const staff = role !== 'student';
    const due = staff
      ? []
      : open
          .filter(({ classId }) => classId === row.id)
          .map(({ dueAt, extendedTo }) => effectiveDue({ dueAt }, { dueAt: extendedTo, extraTimeBp: 0 }));
    return {
      classId: row.id,
      className: row.className,
      courseId: row.courseId,
      courseName: row.courseName,
      teacherName: row.teacherName ?? '',
      status: stateOf(row),
      role,
      memberStatus: (member?.status ?? 'active') as MemberState,
      textbooks: books(row.publishIds),
      due: due.length,
      nextDue: due.length === 0 ? '' : wireTime(Math.min(...due)),
      toMark: staff ? (marks.get(row.id) ?? 0) : 0,
      waiting: role === 'teacher' ? (waiting.get(row.id) ?? 0) : 0,
    };
  });
}

const isTeacherEvent = (event: CourseClassEvent): event is (typeof COURSE_CLASS_EVENTS)[number] =>
  (COURSE_CLASS_EVENTS as readonly string[]).includes(event);

const ORDER: Readonly<Record<string, number>> = { open: 0, preparing: 1, ended: 2, archived: 3 };

export async function classesForUser({ db }: AppContext, currentUser: CurrentUser): Promise<ClassCard[]> {
  const cards = await cardsOf(db, currentUser, await classesFor(db, currentUser.userId));
  return cards.toSorted((one, two) => (ORDER[one.status] ?? 0) - (ORDER[two.status] ?? 0));
}

export async function classDetailFor({ db }: AppContext, currentUser: CurrentUser, classId: number): Promise<ClassDetail> {
  const { row, role, member } = await classFor(db, currentUser, classId);
  const [card] = await cardsOf(db, currentUser, [row]);
  if (!card) throw classGone();
  return {
    ...card,
    joinOpen: row.joinOpen,
    approve: row.approve,
    memberLimit: row.memberLimit,
    startDate: row.startDate,
    endDate: row.endDate,
    showMembers: row.showMembers,
    version: row.version,
    intro: row.intro,
    termTo: row.termTo,
    joinCode: role === 'student' ? '' : row.joinCode,
    memberCount: await activeCount(db, classId),
    memberName: member?.memberName ?? '',
    studentNo: member?.studentNo ?? '',
    can: eventsFrom(
      courseClassMachine,
      stateOf(row),
      () => true,
      (who) => who === 'owner' && teachesCourse(row, currentUser),
    ).filter((event) => isTeacherEvent(event)),
  };
}

const checked = (draft: ClassDraft): ClassDraft => {
  if (draft.startDate !== '' && draft.endDate !== '' && draft.endDate < draft.startDate) throw failed('结课日期不能早于开课日期');
  return draft;
};

export async function makeClass(tx: Tx, { userName }: Pick<CurrentUser, 'userName'>, courseId: number, draft: ClassDraft): Promise<number> {
  for (;;) {
    const made = await insertClass(tx, { ...checked(draft), courseId, joinCode: await freeCode(tx), createBy: userName }, Date.now());
    if (made) return made.id;
  }
}

export const addClassFor = (
  { db }: AppContext,
  currentUser: CurrentUser,
  { courseId, ...draft }: ClassDraft & { courseId: number },
): Promise<{ classId: number }> =>
  db.transaction().execute(async (tx) => {
    await ownCourse(tx, currentUser, courseId);
    return { classId: await makeClass(tx, currentUser, courseId, draft) };
  });

export const editClassFor = (
  { db }: AppContext,
  currentUser: CurrentUser,
  { classId, version, ...draft }: ClassDraft & { classId: number; version?: number | undefined },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { row } = await classFor(tx, currentUser, classId, 'teacher');
    requireLive(row, '修改');
    if (version !== undefined && version !== row.version) throw conflict();
    const members = await activeCount(tx, classId);
    if (draft.memberLimit < members) throw invalid(`班级已有${members}人，人数上限不能更小`);
    if (!(await updateClass(tx, row, checked(draft), Date.now()))) throw conflict();
  });

export const stepClass = (
  { db }: AppContext,
  currentUser: CurrentUser,
  classId: number,
  event: CourseClassEvent,
  body: z.output<typeof classEvent.body>,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { row } = await classFor(tx, currentUser, classId, 'teacher');
    await transitionClass(tx, currentUser, (await classById(tx, classId)) ?? row, event, body?.reason ?? '');
  });

async function notifyStudents(tx: Tx, { id }: Pick<ClassRow, 'id'>, title: string, content: string): Promise<void> {
  for (const { userId } of await studentsOf(tx, id)) await sendMessage(tx, { userId, type: 'task', title, content, link: classPath(id) });
}

export const renewCode = ({ db }: AppContext, currentUser: CurrentUser, classId: number): Promise<{ joinCode: string }> =>
  db.transaction().execute(async (tx) => {
    const { row } = await classFor(tx, currentUser, classId, 'teacher');
    requireLive(row, '更换班级码');
    const joinCode = await freeCode(tx);
    if (!(await updateClass(tx, row, { joinCode }, Date.now()))) throw conflict();
    return { joinCode };
  });

/** Gives the course of a class to another teacher, who must hold the right to teach. */
export const handOver = ({ db }: AppContext, currentUser: CurrentUser, classId: number, userName: string, reason: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { row } = await classFor(tx, currentUser, classId, 'teacher');
    const course = await courseById(tx, row.courseId);
    const next = await teacherByName(tx, userName);
    if (!course || !teachesCourse(course, currentUser)) throw classGone();
    if (!next || next.status !== '0') throw failed('没有这个用户名，请核对');
    if (teachesCourse(course, { userId: next.id })) throw failed('这门课程已经由这位老师任教');
    if ((await peopleWithPermission(tx, 'teaching:course:teach', { userIds: [next.id] })).length === 0)
      throw failed('对方还没有教师身份，请先申请成为教师');
    if (!(await updateCourse(tx, course, { teacherId: next.id }, Date.now()))) throw conflict();
    await logTransition(tx, currentUser, {
      entityType: 'course',
      entityId: course.id,
      event: 'handover',
      fromStatus: '',
      toStatus: '',
      note: reason,
    });
    await sendMessage(tx, {
      userId: next.id,
      type: 'task',
      title: `${currentUser.nickName || currentUser.userName}把课程《${course.name}》移交给您`,
      content: reason,
      link: classPath(classId),
    });
  });

/** Ends one class whose last day was more than a week ago. Returns whether there was one. */
export async function endOverdueClass({ db }: Pick<AppContext, 'db'>): Promise<boolean> {
  const row = await overdueClass(db, wireDate(Date.now() - END_AFTER_MS));
  if (!row) return false;
  await db.transaction().execute(async (tx) => {
    await transitionClass(tx, null, row, 'expire');
    for (const userId of [row.teacherId, ...(await staffOf(tx, row.id)).map((one) => one.userId)])
      await sendMessage(tx, {
        userId,
        type: 'task',
        title: `《${row.className}》到期自动结课`,
        content: '一年内可以重新开课。',
        link: classPath(row.id),
      });
  });
  return true;
}
