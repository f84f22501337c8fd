import { classOverview } from '../../../contract/teaching/class-overview.ts';
import type { CrudTable, Query } from '../../crud/crud-table.ts';
import { contains } from '../../db/contains.ts';
import { countsOfClasses, teachersOfCourses } from './class-overview.queries.ts';

const ofCourse = (query: Query, name: string): Query =>
  query.where((eb: Query) => eb('courseId', 'in', eb.selectFrom('course').select('course.id').where(contains('course.name', name))));

const ofTeacher = (query: Query, name: string): Query =>
  query.where((eb: Query) =>
    eb(
      'courseId',
      'in',
      eb
        .selectFrom('course')
        .select('course.id')
        .where('course.teacherId', 'in', eb.selectFrom('user').select('user.id').where(contains('user.nickName', name))),
    ),
  );

/** All classes with their counts. */
export const classTable: CrudTable<typeof classOverview, 'courseClass'> = {
  table: 'courseClass',
  log: '课程班级',
  order: [['id', 'desc']],
  removal: 'hard',
  filters: { courseName: ofCourse, teacherName: ofTeacher },
  show: async (db, rows) => {
    const counts = new Map(
      (
        await countsOfClasses(
          db,
          rows.map(({ id }) => id),
        )
      ).map((one) => [one.id, one]),
    );
    const courses = new Map((await teachersOfCourses(db, [...new Set(rows.map(({ courseId }) => courseId))])).map((one) => [one.id, one]));
    return rows.map(({ id, courseId }) => ({
      courseName: courses.get(courseId)?.name ?? '',
      teacherName: courses.get(courseId)?.nickName ?? '',
      memberNum: Number(counts.get(id)?.memberNum ?? 0),
      assignmentNum: Number(counts.get(id)?.assignmentNum ?? 0),
      submitNum: Number(counts.get(id)?.submitNum ?? 0),
    }));
  },
};
