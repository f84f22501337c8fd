import { cleanJobLog, jobLog } from '../../contract/monitor/job-log.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { cleanLog, logTable } from './log-table.service.ts';

export function jobLogRoutes(app: App): void {
  serve(app, cleanJobLog, (call) => cleanLog(call, 'jobLog', '调度日志'));
  serveCrud(
    app,
    jobLog,
    logTable<typeof jobLog>('jobLog', '定时任务调度日志', {
      columns: { createTime: 'startTime' },
      show: async (_db, rows) => rows.map(() => ({ createBy: '', updateBy: '', updateTime: '', remark: '' })),
    }),
  );
}
