import {
  addClass,
  addRoster,
  addRosterSheet,
  classDetail,
  classEvent,
  classMembers,
  classOffer,
  editClass,
  handOverClass,
  joinClass,
  leaveClass,
  memberAction,
  myClasses,
  renameMember,
  renewJoinCode,
} from '../../../contract/teaching/course-class.ts';
import { serve, type App } from '../../http/serve.ts';
import { addNames, addNamesOfSheet, changeMember, join, leave, membersFor, offerOf, rename } from './class-member.service.ts';
import { addClassFor, classDetailFor, classesForUser, editClassFor, handOver, renewCode, stepClass } from './course-class.service.ts';

export function courseClassRoutes(app: App): void {
  serve(app, myClasses, ({ context, currentUser }) => classesForUser(context, currentUser));
  serve(app, classDetail, ({ context, currentUser, params }) => classDetailFor(context, currentUser, params.classId));
  serve(app, addClass, ({ context, currentUser, body }) => addClassFor(context, currentUser, body));
  serve(app, editClass, ({ context, currentUser, body }) => editClassFor(context, currentUser, body));
  serve(app, classEvent, ({ context, currentUser, params, body }) => stepClass(context, currentUser, params.classId, params.event, body));
  serve(app, renewJoinCode, ({ context, currentUser, params }) => renewCode(context, currentUser, params.classId));
  serve(app, handOverClass, ({ context, currentUser, params, body }) => handOver(context, currentUser, params.classId, body.userName, body.reason));
  serve(app, classOffer, ({ context, currentUser, body }) => offerOf(context, currentUser, body));
  serve(app, joinClass, ({ context, currentUser, body }) => join(context, currentUser, body));
  serve(app, leaveClass, ({ context, currentUser, params }) => leave(context, currentUser, params.classId));
  serve(app, classMembers, ({ context, currentUser, params }) => membersFor(context, currentUser, params.classId));
  serve(app, memberAction, ({ context, currentUser, params, body }) => changeMember(context, currentUser, params.memberId, body.action));
  serve(app, renameMember, ({ context, currentUser, params, body }) =>
    rename(context, currentUser, params.memberId, body.memberName, body.studentNo),
  );
  serve(app, addRoster, ({ context, currentUser, params, body }) =>
    addNames(
      context,
      currentUser,
      params.classId,
      body.lines.map((one, index) => ({ line: index + 1, ...one })),
    ),
  );
  serve(app, addRosterSheet, ({ context, currentUser, params, request }) => addNamesOfSheet(context, currentUser, params.classId, request));
}
