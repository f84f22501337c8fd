import {
  addAssignment,
  assignmentBoard,
  assignmentDraft,
  assignmentEvent,
  assignmentInfo,
  copyAssignment,
  editAssignment,
  extendStudent,
  gradeSheet,
  myAssignments,
  remindStudents,
  removeAssignment,
} from '../../../contract/teaching/assignment.ts';
import { copyCourse } from '../../../contract/teaching/course.ts';
import { serve, type App } from '../../http/serve.ts';
import { assignmentsFor, draftFor, infoFor } from './assignment-read.service.ts';
import { addAssignmentFor, copyAssignmentFor, editAssignmentFor, extend, remind, removeAssignmentFor, stepFor } from './assignment.service.ts';
import { boardFor, sendGrades } from './board.service.ts';
import { copyCourseFor } from './course-copy.service.ts';

export function assignmentRoutes(app: App): void {
  serve(app, myAssignments, ({ context, currentUser, query }) => assignmentsFor(context, currentUser, query));
  serve(app, assignmentInfo, ({ context, currentUser, params }) => infoFor(context, currentUser, params.assignmentId));
  serve(app, assignmentDraft, ({ context, currentUser, params }) => draftFor(context, currentUser, params.assignmentId));
  serve(app, addAssignment, ({ context, currentUser, body }) => addAssignmentFor(context, currentUser, body));
  serve(app, editAssignment, ({ context, currentUser, body }) => editAssignmentFor(context, currentUser, body));
  serve(app, removeAssignment, ({ context, currentUser, params }) => removeAssignmentFor(context, currentUser, params.assignmentId));
  serve(app, copyAssignment, ({ context, currentUser, params, body }) => copyAssignmentFor(context, currentUser, params.assignmentId, body.classId));
  serve(app, assignmentEvent, ({ context, currentUser, params, body }) => stepFor(context, currentUser, params.assignmentId, params.event, body));
  serve(app, remindStudents, ({ context, currentUser, params }) => remind(context, currentUser, params.assignmentId));
  serve(app, extendStudent, ({ context, currentUser, params, body }) => extend(context, currentUser, params.assignmentId, body));
  serve(app, assignmentBoard, ({ context, currentUser, params }) => boardFor(context, currentUser, params.assignmentId));
  serve(app, gradeSheet, ({ context, currentUser, params, reply }) => sendGrades(context, currentUser, params.classId, reply));
  serve(app, copyCourse, ({ context, currentUser, params, body }) => copyCourseFor(context, currentUser, params.courseId, body));
}
