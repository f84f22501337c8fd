import type { AppContext } from '../context.ts';
import type { Lane } from '../jobs/jobs.ts';
import { sendNextMail } from '../mail/mail-queue.ts';
import type { ServerArea } from '../area.ts';
import { monitorJobs } from './scheduled-jobs.ts';
import { monitorPersonalTables } from './personal-tables.ts';
import { cacheRoutes } from './cache.routes.ts';
import { dashboardRoutes } from './dashboard.routes.ts';
import { druidRoutes } from './druid.routes.ts';
import { jobLogRoutes } from './job-log.routes.ts';
import { jobRoutes } from './job.routes.ts';
import { logininforRoutes } from './logininfor.routes.ts';
import { mailRoutes } from './mail.routes.ts';
import { onlineRoutes } from './online.routes.ts';
import { operlogRoutes } from './operlog.routes.ts';
import { serverRoutes } from './server.routes.ts';
import { metricsRoutes } from './runtime/metrics.routes.ts';
import { runtimeRoutes } from './runtime/runtime.routes.ts';
import { warnOfLateBackup } from './runtime/late-backup.service.ts';
import { beatNow } from './runtime/server-beat.service.ts';
import { endLeasesOfFastClocks } from '../db/leases.ts';
import { correctJobTimes, runNextDueJob } from './job-run.service.ts';

/** Scheduled jobs are due to the second; two lanes, so at most two jobs run at once on a server. */
async function correctTimes(context: AppContext): Promise<boolean> {
  await endLeasesOfFastClocks(context.db, Date.now());
  return correctJobTimes(context);
}
const runDueJob = (context: AppContext) => runNextDueJob(context);
const SCHEDULE: Lane<AppContext> = { name: 'scheduled-jobs', title: '定时任务', workers: [runDueJob], everyMs: 1_000 };

/** Tables that grew by an import get new statistics within this time, in milliseconds. */
const STATISTICS_MS = 600_000;

async function tidyGrownTables({ db }: AppContext): Promise<boolean> {
  await db.engine.tidyGrown(db);
  return false;
}

export const monitorArea: ServerArea = {
  jobs: monitorJobs,
  personalTables: monitorPersonalTables,
  routes: [
    operlogRoutes,
    logininforRoutes,
    onlineRoutes,
    jobRoutes,
    jobLogRoutes,
    serverRoutes,
    cacheRoutes,
    druidRoutes,
    dashboardRoutes,
    mailRoutes,
    runtimeRoutes,
    metricsRoutes,
  ],
  lanes: [
    { name: 'server-beat', title: '登记这台服务器', workers: [beatNow], everyMs: 10_000 },
    { name: 'clock-correction', title: '改正走快的时间', workers: [correctTimes], everyMs: STATISTICS_MS },
    { name: 'backup-alarm', title: '备份过期提醒', workers: [warnOfLateBackup], everyMs: 300_000 },
    SCHEDULE,
    SCHEDULE,
    { name: 'mail', title: '寄出邮件', workers: [sendNextMail], everyMs: 5_000 },
    { name: 'table-statistics', title: '数据库统计', workers: [tidyGrownTables], everyMs: STATISTICS_MS },
  ],
};
