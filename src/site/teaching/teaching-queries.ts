import { PAGE_SIZE } from '../../../contract/limits.ts';
import { assignmentBoard, assignmentDraft, assignmentInfo, myAssignments } from '../../../contract/teaching/assignment.ts';
import { attemptResult, markingList } from '../../../contract/teaching/attempt.ts';
import { classSeats } from '../../../contract/teaching/class-seat.ts';
import { classDetail, classMembers, myClasses } from '../../../contract/teaching/course-class.ts';
import { classQuestions, myQuestions } from '../../../contract/teaching/student-question.ts';
import { regradeList } from '../../../contract/teaching/regrade.ts';
import { myCourses, openCourses } from '../../../contract/teaching/course.ts';
import { allOf } from '../../api/all-of.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';

export { PLATFORM } from './open-courses.ts';
export const classPath = (classId: number): string => `/cms/main/courseClass/${classId}`;
export const assignmentPath = (assignmentId: number): string => `/cms/main/assignment/${assignmentId}`;
export const boardPath = (assignmentId: number): string => `/cms/main/teach/board/${assignmentId}`;
export const editPath = (assignmentId: number): string => `/cms/main/teach/assignment/${assignmentId}`;
export const markingPath = (assignmentId: number): string => `/cms/main/teach/marking/${assignmentId}`;

const fresh = { staleTime: 0 } as const;

export const courseList = { ...queryOf(myCourses, {}), ...fresh };
export const classList = { ...queryOf(myClasses, {}), ...fresh };
export const oneClass = (classId: number) => ({ ...queryOf(classDetail, { params: { classId } }), ...fresh });
export const memberList = (classId: number) => ({ ...queryOf(classMembers, { params: { classId } }), ...fresh });
export const seatList = (classId: number) => ({ ...queryOf(classSeats, { params: { classId } }), ...fresh });
export const assignmentList = (query: { classId?: number; state?: 'todo' | 'done' | '' }) => ({
  ...pagesOf(myAssignments, { query }, PAGE_SIZE, (data) => data),
  ...fresh,
});
export const oneAssignment = (assignmentId: number) => ({ ...queryOf(assignmentInfo, { params: { assignmentId } }), ...fresh });
export const oneDraft = (assignmentId: number) => ({ ...queryOf(assignmentDraft, { params: { assignmentId } }), ...fresh });
export const oneBoard = (assignmentId: number) => ({ ...queryOf(assignmentBoard, { params: { assignmentId } }), ...fresh });
export const oneResult = (attemptKey: string) => ({ ...queryOf(attemptResult, { params: { attemptKey } }), ...fresh });
export const oneMarking = (assignmentId: number) => ({ ...queryOf(markingList, { params: { assignmentId } }), ...fresh });

const ALL = [
  myCourses,
  openCourses,
  myClasses,
  classDetail,
  classMembers,
  classSeats,
  myAssignments,
  assignmentInfo,
  assignmentDraft,
  assignmentBoard,
  attemptResult,
  markingList,
  regradeList,
  myQuestions,
  classQuestions,
];

/** After a change everything about courses is read again. */
export const refreshTeaching = (): Promise<unknown> => Promise.all(ALL.map((one) => queryClient.invalidateQueries(allOf(one))));
