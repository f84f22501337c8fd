import { DAY_MS } from '../../contract/clock.ts';
import { addFirstPractice, type FirstPractice } from './first-practice.ts';
import type { Database } from '../../server/db/database.ts';

/** A class of which the first reader is a student, with an open assignment and a finished attempt. */
export interface FirstClass extends FirstPractice {
  readonly classId: number;
  readonly memberId: number;
  readonly assignmentId: number;
  readonly attemptId: number;
  readonly attemptKey: string;
  readonly regradeId: number;
  readonly joinCode: string;
  readonly studentQuestionId: number;
  readonly classNoteId: number;
}

const KEY = '11111111-2222-4333-8444-555555555555';
const CODE = 'FRST22';

export async function addFirstClass(db: Database, userId: number, secret: string): Promise<FirstClass> {
  const now = Date.now();
  const base = { createTime: now, updateTime: now };
  const insert = async (table: 'course', values: object): Promise<number> =>
    (
      await db
        .insertInto(table)
        .values(values as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const into = (table: string, values: object): Promise<number> => insert(table as 'course', { ...values, ...base });
  const courseId = await into('course', { name: secret, teacherId: 1, intro: secret });
  const classId = await into('courseClass', { courseId, className: secret, joinCode: CODE, joinOpen: '0', status: 'open', memberLimit: 10 });
  const memberId = await into('classMember', { classId, userId, role: 'student', memberName: secret, studentNo: secret, status: 'active' });
  const assignmentId = await into('assignment', {
    classId,
    title: secret,
    intro: secret,
    items: '[]',
    openAt: now - DAY_MS,
    dueAt: now + DAY_MS,
    status: 'open',
  });
  const own = { attemptKey: KEY, assignmentId, userId, no: 1, seed: 's', items: '[]' };
  await db
    .insertInto('attemptTicket')
    .values({ ...own, begunAt: null, at: now })
    .execute();
  const attemptId = await into('attempt', { ...own, begunAt: now - 1000, endedAt: now, status: 'graded', full: 100, score: 50 });
  const regradeId = await into('regrade', { assignmentId, itemId: 'q1', change: JSON.stringify({ kind: 'drop' }), byId: 1, status: 'previewed' });
  const { id: studentQuestionId } = await db
    .insertInto('studentQuestion')
    .values({ classId, assignmentId, attemptId, itemId: 'q1', userId, content: secret, at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const classNoteId = await into('classNote', {
    classId,
    publishId: 1,
    editionId: 1,
    placeEditionId: 1,
    documentIndex: 0,
    cfi: 'epubcfi(/6/2!/4/2)',
    text: secret,
    note: secret,
    colour: 'green',
    authorId: userId,
  });
  return {
    ...(await addFirstPractice(db, userId, secret)),
    studentQuestionId,
    classNoteId,
    classId,
    memberId,
    assignmentId,
    attemptId,
    attemptKey: KEY,
    regradeId,
    joinCode: CODE,
  };
}
