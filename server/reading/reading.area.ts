import type { ServerArea } from '../area.ts';
import { readingReport } from './reading-report.service.ts';
import { readingPersonalTables } from './personal-tables.ts';
import { grantRoutes } from './grant.routes.ts';
import { ownBookRoutes } from './own-book.routes.ts';
import { sweepOwnBooks } from './own-book.service.ts';
import { progressRoutes } from './progress.routes.ts';

export const readingArea: ServerArea = {
  reports: [readingReport],
  personalTables: readingPersonalTables,
  routes: [grantRoutes, ownBookRoutes, progressRoutes],
  lanes: [{ name: 'own-book-cleanup', title: '清理读者自带的书', workers: [sweepOwnBooks], everyMs: 10 * 60_000 }],
};
