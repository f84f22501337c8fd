import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { ClassLearning, LearningRow, LearningSession, reportLearning } from '../../../contract/teaching/learning.ts';
import { courseClassMachine } from '../../../contract/teaching/course-class.machine.ts';
import { LEARNING, TEACHING } from '../../../contract/teaching/teaching-limits.ts';
import type { AppContext } from '../../context.ts';
import { sendSheet } from '../../crud/crud-export.ts';
import { wireTime } from '../../db/clock.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { rateLimit, type RateLimit } from '../../http/rate-limit.ts';
import { practiceOfStudents, type ChapterPractice } from '../../textbook/practice/practice.service.ts';
import { classFor, type ClassAccess } from '../course/class-access.service.ts';
import { membersOf } from '../course/class-member.queries.ts';
import { isOwnMembership, seesMember } from '../course/course-class.policy.ts';
import { courseTotals } from '../course/course-total.service.ts';
import { idsOf, textbookCards } from '../course/course.service.ts';
import { assignmentCount, chaptersOfBooks, handedInByUser, joinedClasses, positionsOfClass, putRecord, recordsOfClass } from './learning.queries.ts';

const REPORTS: RateLimit = { name: 'learning', points: 600, windowMs: 3_600_000, message: '上报太频繁，请稍后再试' };

/** The chapters of a session, whose seconds together fit into its time. */
function countable({ chapters }: LearningSession, ms: number): LearningSession['chapters'] {
  let left = Math.ceil(ms / 1000);
  return chapters.map((one) => {
    const seconds = Math.min(one.seconds, left);
    left -= seconds;
    return { ...one, seconds };
  });
}

/**
 * Stores reports of a device. Only reading that began after the user joined a class with the book is stored. Times of a device whose clock is wrong are
 * corrected by the time of the call.
 */
export async function report(context: AppContext, currentUser: CurrentUser, body: z.output<typeof reportLearning.body>): Promise<void> {
  await rateLimit(context, REPORTS, currentUser.userId);
  const { userId } = currentUser;
  const now = Date.now();
  const wrongBy = Math.abs(now - body.now) > TEACHING.driftMs ? now - body.now : 0;
  await context.db.transaction().execute(async (tx) => {
    const classes = await joinedClasses(tx, userId, courseClassMachine.groups.live);
    for (const session of body.sessions) {
      const startedAt = Math.min(session.startedAt + wrongBy, now);
      const lastAt = Math.min(Math.max(session.lastAt + wrongBy, startedAt), startedAt + LEARNING.sessionMs, now);
      if (!classes.some(({ consentAt, publishIds }) => consentAt <= startedAt && idsOf(publishIds).includes(session.publishId))) continue;
      for (const { documentIndex, seconds, reached } of countable(session, lastAt - startedAt))
        await putRecord(tx, {
          userId,
          deviceId: body.deviceId,
          sessionId: session.sessionId,
          publishId: session.publishId,
          documentIndex,
          seconds,
          reached,
          startedAt,
          lastAt,
        });
    }
  });
}

type Book = LearningRow['books'][number];
type Chapter = Book['chapters'][number];
type Row<T extends (...given: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<T>>[number];

interface Found {
  readonly records: readonly Row<typeof recordsOfClass>[];
  readonly positions: readonly Row<typeof positionsOfClass>[];
  readonly practice: readonly ChapterPractice[];
}

/** The learning of one student in one book since a time. */
function bookOf({ records, positions, practice }: Found, userId: number, publishId: number, since: number): Book {
  const chapters = new Map<number, Chapter>();
  const put = (documentIndex: number, more: Partial<Chapter>): void =>
    void chapters.set(documentIndex, { documentIndex, seconds: 0, reached: 0, practised: 0, ...chapters.get(documentIndex), ...more });
  let practised = 0;
  let lastAt = 0;
  for (const one of records) {
    if (one.publishId !== publishId) continue;
    put(one.documentIndex, { seconds: Number(one.seconds), reached: Number(one.reached) });
    lastAt = Math.max(lastAt, Number(one.lastAt));
  }
  for (const { publishId: of, documentIndex, done } of practice) {
    if (of !== publishId) continue;
    const times = (done.get(userId) ?? []).filter((at) => at >= since);
    practised += times.length;
    lastAt = Math.max(lastAt, ...times);
    if (documentIndex !== null && times.length > 0) put(documentIndex, { practised: times.length });
  }
  const position = positions.find((one) => one.publishId === publishId);
  lastAt = Math.max(lastAt, position?.updateTime ?? 0);
  const list = [...chapters.values()].toSorted((one, two) => one.documentIndex - two.documentIndex);
  return {
    publishId,
    percent: position === undefined ? null : position.percent / 100,
    seconds: list.reduce((sum, { seconds }) => sum + seconds, 0),
    practised,
    lastAt: lastAt === 0 ? '' : wireTime(lastAt),
    chapters: list,
  };
}

async function learningIn(context: AppContext, currentUser: CurrentUser, { row, role }: ClassAccess): Promise<ClassLearning> {
  const { db } = context;
  const publishIds = idsOf(row.publishIds);
  const students = (await membersOf(db, row.id)).flatMap((member) =>
    member.role === 'student' && member.status === 'active' && member.userId !== null && seesMember(role, member, currentUser)
      ? [{ ...member, userId: member.userId }]
      : [],
  );
  const records = Map.groupBy(await recordsOfClass(db, row.id, publishIds), ({ userId }) => userId);
  const positions = Map.groupBy(await positionsOfClass(db, row.id, publishIds), ({ userId }) => userId);
  const practice = await practiceOfStudents(
    context,
    currentUser,
    publishIds,
    students.map(({ userId }) => userId),
  );
  const totals = await courseTotals(db, row);
  const handedIn = new Map((await handedInByUser(db, row.id)).map(({ userId, n }) => [userId, Number(n)]));
  const titles = await chaptersOfBooks(db, publishIds);
  const cards = (await textbookCards(db, [row.publishIds]))(row.publishIds);
  return {
    books: cards.map(({ publishId, title }) => ({
      publishId,
      title,
      chapters: titles
        .filter((one) => one.publishId === publishId)
        .map(({ documentIndex, title: name }) => ({
          documentIndex,
          title: name,
          scored: practice.find((one) => one.publishId === publishId && one.documentIndex === documentIndex)?.scored ?? 0,
        })),
    })),
    assignments: await assignmentCount(db, row.id),
    rows: students.map((member) => ({
      memberId: member.id,
      memberName: member.memberName,
      studentNo: member.studentNo,
      own: isOwnMembership(member, currentUser),
      books: cards.map(({ publishId }) =>
        bookOf(
          { records: records.get(member.userId) ?? [], positions: positions.get(member.userId) ?? [], practice },
          member.userId,
          publishId,
          member.consentAt ?? Number.MAX_SAFE_INTEGER,
        ),
      ),
      handedIn: handedIn.get(member.userId) ?? 0,
      total: totals.get(member.userId) ?? null,
    })),
  };
}

export async function learningFor(context: AppContext, currentUser: CurrentUser, classId: number): Promise<ClassLearning> {
  return learningIn(context, currentUser, await classFor(context.db, currentUser, classId));
}

const minutes = (seconds: number): number => Math.round(seconds / 6) / 10;

/** The learning of all students as a spreadsheet, the minutes of each chapter on a worksheet of their own. */
export async function sendLearning(context: AppContext, currentUser: CurrentUser, classId: number, reply: FastifyReply): Promise<FastifyReply> {
  const access = await classFor(context.db, currentUser, classId, 'staff');
  const { books, rows, assignments } = await learningIn(context, currentUser, access);
  const several = books.length > 1;
  const scored = books.map(({ chapters }) => chapters.reduce((sum, one) => sum + one.scored, 0));
  const named = (title: string, what: string): string => (several ? `${title} ${what}` : what);
  return sendSheet(reply, `${access.row.className}学习进度`, async (sheet) => {
    const heads = [
      '学号',
      '姓名',
      ...books.flatMap(({ title }, at) => [
        named(title, '进度（%）'),
        named(title, '阅读时长（分钟）'),
        named(title, `练习做过（共${scored[at] ?? 0}题）`),
        named(title, '最近学习'),
      ]),
      `已交作业（共${assignments}份）`,
      '总评（%）',
    ];
    await sheet.begin(
      '学习进度',
      heads.map((header, at) => ({ header, width: at < 2 ? 14 : 20 })),
    );
    for (const row of rows)
      await sheet.row([
        row.studentNo,
        row.memberName,
        ...row.books.flatMap(({ percent, seconds, practised, lastAt }) => [percent ?? '', minutes(seconds), practised, lastAt]),
        row.handedIn,
        row.total === null ? '' : row.total / 100,
      ]);
    const chapters = books.flatMap(({ publishId, title, chapters: own }) => own.map((one) => ({ ...one, publishId, name: named(title, one.title) })));
    await sheet.begin('各章分钟', [
      { header: '学号', width: 14 },
      { header: '姓名', width: 14 },
      ...chapters.map(({ name }) => ({ header: name, width: 18 })),
    ]);
    for (const row of rows)
      await sheet.row([
        row.studentNo,
        row.memberName,
        ...chapters.map(({ publishId, documentIndex }) => {
          const book = row.books.find((one) => one.publishId === publishId);
          return minutes(book?.chapters.find((one) => one.documentIndex === documentIndex)?.seconds ?? 0);
        }),
      ]);
  });
}
