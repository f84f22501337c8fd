import type { ServerArea } from '../area.ts';
import { reportPersonalTables } from './personal-tables.ts';
import { reportRoutes } from './report.routes.ts';
import { reportJobs } from './scheduled-jobs.ts';
import { subscriptionRoutes } from './report-subscription.routes.ts';
import { sendDueSubscription } from './report-subscription-run.service.ts';

export const reportArea: ServerArea = {
  routes: [subscriptionRoutes, reportRoutes],
  jobs: reportJobs,
  lanes: [{ name: 'report-subscriptions', title: '寄出订阅的报表', workers: [sendDueSubscription], everyMs: 60_000 }],
  personalTables: reportPersonalTables,
};
