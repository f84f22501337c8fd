import type { z } from 'zod';
import type { copyCourse } from '../../../contract/teaching/course.ts';
import type { AppContext } from '../../context.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { makeClass } from '../course/course-class.service.ts';
import { ownCourse } from '../course/course.service.ts';
import { classesOf, insertCourse } from '../course/course.queries.ts';
import { assignmentsOfClass } from './assignment.queries.ts';
import { copyInto } from './assignment.service.ts';

/** A course for the next term: the same textbooks and, as drafts, the assignments of its newest class; nobody of its members and no answers. */
export const copyCourseFor = (
  { db }: AppContext,
  currentUser: CurrentUser,
  courseId: number,
  { name, className, termFrom, termTo }: z.output<typeof copyCourse.body>,
): Promise<{ courseId: number; classId: number }> =>
  db.transaction().execute(async (tx) => {
    const { publishIds, intro, missingAsZero } = await ownCourse(tx, currentUser, courseId);
    const { userId, userName } = currentUser;
    const made = await insertCourse(
      tx,
      { name, publishIds, intro, termFrom, termTo, missingAsZero, openToAll: '0', teacherId: userId, createBy: userName },
      Date.now(),
    );
    const classId = await makeClass(tx, currentUser, made.id, {
      className,
      joinOpen: '1',
      approve: '0',
      memberLimit: 100,
      startDate: termFrom,
      endDate: termTo,
      showMembers: '0',
    });
    const [newest] = await classesOf(tx, [courseId]);
    if (newest)
      for (const one of await assignmentsOfClass(tx, newest.id)) if (one.status !== 'withdrawn') await copyInto(tx, currentUser, one, classId);
    return { courseId: made.id, classId };
  });
