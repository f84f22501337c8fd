import type { ServerArea } from '../area.ts';

export const teachingArea: ServerArea = { routes: [] };
