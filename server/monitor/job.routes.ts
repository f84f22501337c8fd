import { changeJobStatus, job, jobTargets, nextTimes, runJob } from '../../contract/monitor/job.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { targetList } from './job-targets.ts';
import { changeStatus, jobs, runOnce, timesOf } from './job.service.ts';

export function jobRoutes(app: App): void {
  serve(app, changeJobStatus, (call) => changeStatus(call, call.body.jobId, call.body.status));
  serve(app, runJob, (call) => runOnce(call, call.body.jobId));
  serve(app, nextTimes, ({ query }) => timesOf(query.cronExpression));
  serve(app, jobTargets, targetList);
  serveCrud(app, job, jobs);
}
