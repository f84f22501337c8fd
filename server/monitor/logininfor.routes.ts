import { cleanLogininfor, logininfor, unlockLogininfor } from '../../contract/monitor/logininfor.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { unlockByName } from '../system/account.service.ts';
import { cleanLog, logTable } from './log-table.service.ts';

const LOG = '登录日志';

export function logininforRoutes(app: App): void {
  serve(app, cleanLogininfor, (call) => cleanLog(call, 'loginLog', LOG));
  serve(app, unlockLogininfor, (call) => unlockByName(call, call.params.userName));
  serveCrud(app, logininfor, logTable<typeof logininfor>('loginLog', LOG, { columns: { ipaddr: 'ip' } }));
}
