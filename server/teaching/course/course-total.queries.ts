import type { Database, Tx } from '../../db/database.ts';

/** Grades of the assignments of a class that have a weight and whose scores are shown. */
export const countedGrades = (db: Database | Tx, classId: number) =>
  db
    .selectFrom('grade')
    .innerJoin('assignment', 'assignment.id', 'grade.assignmentId')
    .select(['grade.userId', 'grade.full', 'grade.state', 'grade.score', 'assignment.weight'])
    .where('assignment.classId', '=', classId)
    .where('assignment.scoreAt', 'is not', null)
    .where('assignment.weight', '>', 0)
    .where('assignment.delFlag', '=', '0')
    .execute();
