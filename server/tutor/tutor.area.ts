import type { ServerArea } from '../area.ts';
import { tutorPersonalTables } from './personal-tables.ts';
import { openAppointments } from './open-appointments.service.ts';
import { timetableRoutes } from './timetable.routes.ts';
import { tutorFee } from './tutor-fee.service.ts';
import { tutorEarnings } from './tutor-earning.service.ts';
import { tutorRoutes } from './tutor.routes.ts';

export const tutorArea: ServerArea = {
  personalTables: tutorPersonalTables,
  routes: [tutorRoutes, timetableRoutes],
  orderKinds: { tutor: tutorFee },
  earningSources: [tutorEarnings],
  closingBlocks: [openAppointments],
};
