import { job } from '../../contract/monitor/job.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import type { Row } from '../crud/crud-table.ts';
import { wireTime } from '../db/clock.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { failed, forbidden } from '../http/app-error.ts';
import { hasPermission } from '../http/current-user.ts';
import { CronError, nextTime, timesAfter } from './cron-times.ts';
import { assertOwnTarget, TargetProblem, targetOf } from './job-targets.ts';
import { changeJob, jobById } from './job.queries.ts';

const LOG = '定时任务';
const GONE = '任务不存在或已过期！';
const SHOWN_TIMES = 5;

/** Jobs as staff write them: target and times are checked before they are stored. */
export const jobs = crudService(job, {
  table: 'job',
  log: LOG,
  removal: 'hard',
  order: [['id', 'asc']],
  unique: { jobName: '同组中任务名称已存在' },
  within: ['jobGroup'],
  show: async (_db, rows) => rows.map((row) => ({ nextValidTime: wireTime(nextOf(row)) })),
  async check(_tx, { draft, before, currentUser }) {
    const say = (why: string) => failed(`${before ? '修改' : '新增'}任务'${draft.jobName}'失败，${why}`);
    try {
      timesAfter(draft.cronExpression, Date.now(), 1);
      targetOf(draft.invokeTarget);
    } catch (error) {
      if (error instanceof CronError || error instanceof TargetProblem) throw say(error.message);
      throw error;
    }
    assertOwnTarget(currentUser, draft.invokeTarget, String(before?.['invokeTarget'] ?? ''));
    if (before && draft.status !== before['status'] && !hasPermission(currentUser, 'monitor:job:changeStatus'))
      throw forbidden('没有权限恢复或暂停任务');
  },
  columnsOf: ({ draft, before }) => {
    const status = before ? draft.status : '1';
    return { status, nextTime: status === '0' ? nextTime(draft.cronExpression, Date.now()) : null };
  },
});

/** Returns the next due time, also for a paused job. */
function nextOf(row: Row): number | null {
  if (row['status'] === '0' && row['nextTime'] !== null) return Number(row['nextTime']);
  try {
    return nextTime(String(row['cronExpression']), Date.now());
  } catch {
    return null;
  }
}

export async function changeStatus(caller: RequestCaller, jobId: number, status: '0' | '1'): Promise<void> {
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await jobById(tx, jobId);
    if (!row) throw failed(GONE);
    assertOwnTarget(caller.currentUser, row.invokeTarget);
    await changeJob(tx, jobId, {
      status,
      nextTime: status === '0' ? whenNext(row.cronExpression) : null,
      version: row.version + 1,
      updateBy: caller.currentUser.userName,
      updateTime: Date.now(),
    });
  });
  caller.context.jobs.wake();
}

function whenNext(expression: string): number {
  try {
    const [first] = timesAfter(expression, Date.now(), 1);
    return first ?? 0;
  } catch (error) {
    throw error instanceof CronError ? failed(`${error.message}，请先修改任务`) : error;
  }
}

/** Requests one run in addition to the schedule; the first free server runs it and logs it. */
export async function runOnce(caller: RequestCaller, jobId: number): Promise<void> {
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await jobById(tx, jobId);
    if (!row) throw failed(GONE);
    assertOwnTarget(caller.currentUser, row.invokeTarget);
    try {
      targetOf(row.invokeTarget);
    } catch (error) {
      throw error instanceof TargetProblem ? failed(error.message) : error;
    }
    await changeJob(tx, jobId, { askedAt: Date.now() });
  });
  caller.context.jobs.wake();
}

export function timesOf(expression: string): string[] {
  try {
    return timesAfter(expression, Date.now(), SHOWN_TIMES).map(wireTime);
  } catch (error) {
    throw error instanceof CronError ? failed(error.message) : error;
  }
}
