import { cleanOperlog, operlog, verifyOperlog } from '../../contract/monitor/operlog.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { chainedLog, cleanChained, verifyLog } from './log-table.service.ts';

const LOG = '操作日志';
/** An unknown operation type: an empty list of types matches nothing. */
const NONE = -1;

export function operlogRoutes(app: App): void {
  serve(app, cleanOperlog, (call) => cleanChained(call, 'operLog', LOG, 'monitor:operlog:remove'));
  serve(app, verifyOperlog, ({ context }) => verifyLog(context, 'operLog'));
  serveCrud(
    app,
    operlog,
    chainedLog(operlog, 'operLog', LOG, {
      scope: { dept: 'deptId', user: 'userId' },
      filters: {
        businessTypes: (query, value) => query.where('businessType', 'in', [NONE, ...value.split(',').map(Number).filter(Number.isInteger)]),
      },
    }),
  );
}
