import type { ServerArea } from '../area.ts';
import { readsAnswerFile } from './assignment/answer-file.service.ts';
import { assignmentPaperRoutes } from './assignment/assignment-paper.routes.ts';
import { assignmentRoutes } from './assignment/assignment.routes.ts';
import { advanceAssignment } from './assignment/assignment-step.service.ts';
import { attemptRoutes } from './assignment/attempt.routes.ts';
import { expireAttempt } from './assignment/attempt.service.ts';
import { questionPickRoutes } from './assignment/question-pick.routes.ts';
import { regradeRoutes } from './assignment/regrade.routes.ts';
import { eraseOldClass } from './assignment/class-erasure.service.ts';
import { classPackRoutes } from './assignment/class-pack.routes.ts';
import { studentQuestionRoutes } from './assignment/student-question.routes.ts';
import { classOverviewRoutes } from './course/class-overview.routes.ts';
import { classSeatRoutes } from './course/class-seat.routes.ts';
import { courseClassRoutes } from './course/course-class.routes.ts';
import { endOverdueClass } from './course/course-class.service.ts';
import { courseRoutes } from './course/course.routes.ts';
import { classNoteRoutes } from './study/class-note.routes.ts';
import { carryNextNotes } from './study/class-note.service.ts';
import { learningRoutes } from './study/learning.routes.ts';
import { teachingPersonalTables } from './personal-tables.ts';
import { dailyReviewRoutes } from './review/daily-review.routes.ts';

export const teachingArea: ServerArea = {
  personalTables: teachingPersonalTables,
  fileReaders: [readsAnswerFile],
  routes: [
    courseRoutes,
    courseClassRoutes,
    assignmentRoutes,
    assignmentPaperRoutes,
    attemptRoutes,
    questionPickRoutes,
    regradeRoutes,
    classPackRoutes,
    classOverviewRoutes,
    studentQuestionRoutes,
    classSeatRoutes,
    dailyReviewRoutes,
    classNoteRoutes,
    learningRoutes,
  ],
  lanes: [
    { name: 'class-notes', title: '把班级批注移到新版', workers: [carryNextNotes], everyMs: 5_000 },
    { name: 'assignment-deadlines', title: '作业截止与班级结束', workers: [expireAttempt, advanceAssignment, endOverdueClass], everyMs: 15_000 },
    { name: 'class-erasure', title: '删除到期的班级资料', workers: [eraseOldClass], everyMs: 3_600_000 },
  ],
};
