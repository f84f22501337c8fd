import type { ServerArea } from '../area.ts';
import { openAppointments } from './open-appointments.service.ts';
import { timetableRoutes } from './timetable.routes.ts';
import { tutorRoutes } from './tutor.routes.ts';

export const tutorArea: ServerArea = { routes: [tutorRoutes, timetableRoutes], openBusiness: [openAppointments] };
