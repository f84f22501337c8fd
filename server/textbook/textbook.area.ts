import type { ServerArea } from '../area.ts';
import { textbookPersonalTables } from './personal-tables.ts';
import { carryNextPlaces } from './place-carry.service.ts';
import { placedRoutes } from './placed.routes.ts';
import { textbookRoutes } from './textbook.routes.ts';
import { addNextTextbook } from './textbook.service.ts';

export const textbookArea: ServerArea = {
  routes: [textbookRoutes, placedRoutes],
  personalTables: textbookPersonalTables,
  lanes: [{ workers: [addNextTextbook, carryNextPlaces], everyMs: 5_000 }],
};
