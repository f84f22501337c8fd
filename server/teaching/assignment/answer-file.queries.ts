import type { Database } from '../../db/database.ts';

/** Answers of a student that name a number, with the classes of their assignments: found by the grades, which every attempt has. */
export const answersNaming = (db: Database, userId: number, fileId: number) =>
  db
    .selectFrom('grade')
    .innerJoin('assignment', 'assignment.id', 'grade.assignmentId')
    .innerJoin('attempt', (on) => on.onRef('attempt.assignmentId', '=', 'grade.assignmentId').onRef('attempt.userId', '=', 'grade.userId'))
    .innerJoin('attemptEvent as event', 'event.attemptKey', 'attempt.attemptKey')
    .select(['assignment.classId', 'event.content'])
    .where('grade.userId', '=', userId)
    .where('event.kind', '=', 'answer')
    .where('event.content', 'like', `%${fileId}%`)
    .execute();
