import { assignmentMachine } from '../../../contract/teaching/assignment.machine.ts';
import type { Database, Tx } from '../../db/database.ts';

type Db = Database | Tx;

/** Students, published assignments and hand-ins of classes. */
export async function countsOfClasses(db: Db, classIds: readonly number[]) {
  if (classIds.length === 0) return [];
  return db
    .selectFrom('courseClass')
    .select('courseClass.id')
    .select((eb) =>
      eb
        .selectFrom('classMember')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('classMember.classId', '=', 'courseClass.id')
        .where('classMember.role', '=', 'student')
        .where('classMember.status', '=', 'active')
        .as('memberNum'),
    )
    .select((eb) =>
      eb
        .selectFrom('assignment')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('assignment.classId', '=', 'courseClass.id')
        .where('assignment.status', 'in', assignmentMachine.groups.published)
        .where('assignment.delFlag', '=', '0')
        .as('assignmentNum'),
    )
    .select((eb) =>
      eb
        .selectFrom('attempt')
        .innerJoin('assignment', 'assignment.id', 'attempt.assignmentId')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('assignment.classId', '=', 'courseClass.id')
        .where('attempt.status', 'in', ['submitted', 'graded'])
        .as('submitNum'),
    )
    .where('courseClass.id', 'in', classIds)
    .execute();
}

export const teachersOfCourses = (db: Db, courseIds: readonly number[]) =>
  courseIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('course')
        .leftJoin('user', 'user.id', 'course.teacherId')
        .select(['course.id', 'course.name', 'user.nickName'])
        .where('course.id', 'in', courseIds)
        .execute();
