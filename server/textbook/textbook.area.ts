import type { ServerArea } from '../area.ts';
import { textbookPersonalTables } from './personal-tables.ts';
import { textbookRoutes } from './textbook.routes.ts';
import { addNextTextbook } from './textbook.service.ts';

export const textbookArea: ServerArea = {
  routes: [textbookRoutes],
  personalTables: textbookPersonalTables,
  lanes: [{ workers: [addNextTextbook], everyMs: 5_000 }],
};
