import { assignmentMachine } from '../../../contract/teaching/assignment.machine.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { LearningRecordTable } from '../../db/tables/teaching-tables.ts';

type Db = Database | Tx;

/** When a user joined classes as a student, with the books of the courses; only classes that are not over, and active members. */
export const joinedClasses = (db: Db, userId: number, states: readonly string[]) =>
  db
    .selectFrom('classMember')
    .innerJoin('courseClass', 'courseClass.id', 'classMember.classId')
    .innerJoin('course', 'course.id', 'courseClass.courseId')
    .select(['classMember.consentAt', 'course.publishIds'])
    .where('classMember.userId', '=', userId)
    .where('classMember.role', '=', 'student')
    .where('classMember.status', '=', 'active')
    .where('classMember.consentAt', 'is not', null)
    .where('courseClass.status', 'in', states)
    .where('courseClass.delFlag', '=', '0')
    .where('course.delFlag', '=', '0')
    .$narrowType<{ consentAt: number }>()
    .execute();

type NewRecord = { readonly [K in keyof Omit<LearningRecordTable, 'seconds' | 'reached'>]: LearningRecordTable[K] } & {
  readonly seconds: number;
  readonly reached: number;
};

/** Stores the totals of a session in a chapter; a report that is older than the stored one changes nothing. */
export const putRecord = (tx: Tx, record: NewRecord) =>
  tx
    .insertInto('learningRecord')
    .values(record)
    .onConflict((oc) =>
      oc
        .columns(['userId', 'deviceId', 'sessionId', 'publishId', 'documentIndex'])
        .doUpdateSet({ seconds: record.seconds, reached: record.reached, lastAt: record.lastAt })
        .where('learningRecord.seconds', '<=', record.seconds)
        .where('learningRecord.reached', '<=', record.reached),
    )
    .execute();

/** Reading of the active students of a class since each of them joined, by book and chapter. */
export const recordsOfClass = (db: Db, classId: number, publishIds: readonly number[]) =>
  publishIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('classMember')
        .innerJoin('learningRecord', 'learningRecord.userId', 'classMember.userId')
        .select(['learningRecord.userId', 'learningRecord.publishId', 'learningRecord.documentIndex'])
        .select((eb) => [
          eb.fn.sum<number>('learningRecord.seconds').as('seconds'),
          eb.fn.max<number>('learningRecord.reached').as('reached'),
          eb.fn.max<number>('learningRecord.lastAt').as('lastAt'),
        ])
        .where('classMember.classId', '=', classId)
        .where('classMember.role', '=', 'student')
        .where('classMember.status', '=', 'active')
        .where('learningRecord.publishId', 'in', publishIds)
        .whereRef('learningRecord.startedAt', '>=', 'classMember.consentAt')
        .groupBy(['learningRecord.userId', 'learningRecord.publishId', 'learningRecord.documentIndex'])
        .execute();

/** Positions of the active students of a class in its books that were stored since each of them joined. */
export const positionsOfClass = (db: Db, classId: number, publishIds: readonly number[]) =>
  publishIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('classMember')
        .innerJoin('readingProgress', 'readingProgress.userId', 'classMember.userId')
        .select(['readingProgress.userId', 'readingProgress.publicationId as publishId', 'readingProgress.percent', 'readingProgress.updateTime'])
        .where('classMember.classId', '=', classId)
        .where('classMember.role', '=', 'student')
        .where('classMember.status', '=', 'active')
        .where('readingProgress.publicationId', 'in', publishIds)
        .whereRef('readingProgress.updateTime', '>=', 'classMember.consentAt')
        .execute();

export const assignmentCount = async (db: Db, classId: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('assignment')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('classId', '=', classId)
        .where('status', 'in', assignmentMachine.groups.published)
        .where('delFlag', '=', '0')
        .executeTakeFirstOrThrow()
    ).n,
  );

/** Number of published assignments of a class that each user has handed in. */
export const handedInByUser = (db: Db, classId: number) =>
  db
    .selectFrom('grade')
    .innerJoin('assignment', 'assignment.id', 'grade.assignmentId')
    .select('grade.userId')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('assignment.classId', '=', classId)
    .where('assignment.status', 'in', assignmentMachine.groups.published)
    .where('assignment.delFlag', '=', '0')
    .where('grade.state', 'in', ['waiting', 'scored'])
    .groupBy('grade.userId')
    .execute();

/** Books of a course with the titles of the chapters of their current editions. */
export const chaptersOfBooks = (db: Db, publishIds: readonly number[]) =>
  publishIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('publication')
        .innerJoin('chapter', 'chapter.editionId', 'publication.editionId')
        .select(['publication.id as publishId', 'chapter.orderNum as documentIndex', 'chapter.title'])
        .where('publication.id', 'in', publishIds)
        .orderBy('chapter.orderNum')
        .execute();
