import type { ServerArea } from '../area.ts';
import { timetableRoutes } from './timetable.routes.ts';
import { tutorRoutes } from './tutor.routes.ts';

export const tutorArea: ServerArea = { routes: [tutorRoutes, timetableRoutes] };
