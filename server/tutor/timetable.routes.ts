import { freeSlots, myTimetable, queryProfessors, saveTimetable } from '../../contract/tutor/timetable.ts';
import { serve, type App } from '../http/serve.ts';
import { expertsFor, expertWithSlots, storeTimetable, timetableFor } from './timetable.service.ts';

export function timetableRoutes(app: App): void {
  serve(app, queryProfessors, ({ context, query }) => expertsFor(context, query));
  serve(app, freeSlots, ({ context, params }) => expertWithSlots(context, params.professorId));
  serve(app, myTimetable, ({ context, currentUser }) => timetableFor(context, currentUser));
  serve(app, saveTimetable, (call) => storeTimetable(call, call.body));
}
