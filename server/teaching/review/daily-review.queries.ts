import { courseClassMachine } from '../../../contract/teaching/course-class.machine.ts';
import type { ReviewLimits } from '../../../contract/teaching/review-queue.ts';
import type { Database, Tx } from '../../db/database.ts';

/** Days on which the running classes of a student end, each with the works of its course as JSON. */
export const classesToReview = (db: Database, userId: number) =>
  db
    .selectFrom('classMember')
    .innerJoin('courseClass', 'courseClass.id', 'classMember.classId')
    .innerJoin('course', 'course.id', 'courseClass.courseId')
    .select(['course.publishIds', 'course.termTo', 'courseClass.endDate'])
    .where('classMember.userId', '=', userId)
    .where('classMember.status', '=', 'active')
    .where('courseClass.status', 'in', courseClassMachine.groups.live)
    .where('courseClass.delFlag', '=', '0')
    .where('course.delFlag', '=', '0')
    .orderBy('courseClass.id')
    .execute();

export const reviewLimitsOf = (db: Database, userId: number) =>
  db.selectFrom('reviewLimit').select(['newMost', 'reviewMost']).where('userId', '=', userId).executeTakeFirst();

export const setReviewLimits = (db: Database | Tx, userId: number, { newMost, reviewMost }: ReviewLimits) =>
  db
    .insertInto('reviewLimit')
    .values({ userId, newMost, reviewMost })
    .onConflict((oc) => oc.column('userId').doUpdateSet({ newMost, reviewMost }))
    .execute();
