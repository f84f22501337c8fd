import { applyTutor, myTutors, sendTutorMessage, tutor, tutorCalendar, tutorDetail, tutorEvent } from '../../contract/tutor/tutor.ts';
import type { Query } from '../crud/crud-table.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { contains } from '../db/contains.ts';
import { serve, type App } from '../http/serve.ts';
import { calendarOf, detailFor, tutorsFor, writeMessage } from './tutor-thread.service.ts';
import { applyFor, handleTutorEvent } from './tutor.service.ts';

const namedBy =
  (column: string) =>
  (query: Query, value: string): Query =>
    query.where((eb: Query) => eb(column, 'in', eb.selectFrom('user').select('user.id').where(contains('user.nickName', value))));

export function tutorRoutes(app: App): void {
  serveCrud(app, tutor, {
    table: 'tutor',
    log: '辅导管理',
    order: [['id', 'desc']],
    removal: 'hard',
    names: {
      applicantName: { from: 'user', column: 'nickName', by: 'userId' },
      professorName: { from: 'user', column: 'nickName', by: 'expertUserId' },
    },
    filters: { applicantName: namedBy('userId'), professorName: namedBy('expertUserId') },
  });
  serve(app, myTutors, ({ context, currentUser, query }) => tutorsFor(context, currentUser, query));
  serve(app, tutorDetail, ({ context, currentUser, params }) => detailFor(context, currentUser, params.tutorId));
  serve(app, applyTutor, (call) => applyFor(call, call.body));
  serve(app, sendTutorMessage, ({ context, currentUser, params, body }) => writeMessage(context, currentUser, params.tutorId, body.content));
  serve(app, tutorEvent, (call) => handleTutorEvent(call, call.params.tutorId, call.params.event, call.body));
  serve(app, tutorCalendar, async ({ context, currentUser, params, reply }) => {
    const { name, content } = await calendarOf(context, currentUser, Number.parseInt(params.file, 10));
    return reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('download-filename', name)
      .send(content);
  });
}
