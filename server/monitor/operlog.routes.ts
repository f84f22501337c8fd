import { cleanOperlog, operlog } from '../../contract/monitor/operlog.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { cleanLog, logTable } from './log-table.service.ts';

const LOG = '操作日志';
/** No type of operation: a list of nothing finds nothing. */
const NONE = -1;

export function operlogRoutes(app: App): void {
  serve(app, cleanOperlog, (call) => cleanLog(call, 'operLog', LOG));
  serveCrud(
    app,
    operlog,
    logTable<typeof operlog>('operLog', LOG, {
      filters: {
        businessTypes: (query, value) => query.where('businessType', 'in', [NONE, ...value.split(',').map(Number).filter(Number.isInteger)]),
      },
    }),
  );
}
